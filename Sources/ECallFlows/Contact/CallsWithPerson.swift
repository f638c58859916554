import ECallAPI
import ECallAccount

/// The calls with one person, collected from pages of the history: the server filters by name, which others may share.
struct CallsWithPerson: Sendable, Equatable {
    let user: UserID
    /// The newest first.
    private(set) var records: [CallRecord] = []
    /// The cursor of the older calls; nil if there are none.
    private(set) var next: String?

    init(user: UserID) { self.user = user }

    /// Merges the newest page. Known calls that are missing from its time span were removed; older ones stay, so that the list doesn't jump
    /// while someone reads it.
    mutating func refresh(with part: CallHistoryService.Part) {
        let new = part.calls.filter(isWithPerson)
        guard let oldest = part.calls.last?.startedAt, part.next != nil else {
            (records, next) = (new, part.next)
            return
        }
        let ids = Set(part.calls.map(\.id))
        let older = records.filter { $0.startedAt <= oldest && !ids.contains($0.id) }
        if older.isEmpty { next = part.next }
        records = new + older
    }

    /// Appends the next page. Returns whether it had calls with the person.
    mutating func append(_ part: CallHistoryService.Part) -> Bool {
        let ids = Set(records.map(\.id))
        let new = part.calls.filter { isWithPerson($0) && !ids.contains($0.id) }
        records += new
        next = part.next
        return !new.isEmpty
    }

    private func isWithPerson(_ call: CallRecord) -> Bool { call.participants.contains { $0.userId == user } }
}
