import ECallAPI
import ECallAccount

/// The calls with one person, as they are found in parts of the history: the server looks for a name, which others may have too.
struct CallsWithPerson: Sendable, Equatable {
    let user: UserID
    /// The newest first.
    private(set) var records: [CallRecord] = []
    /// Where the older ones begin; nil where there are none.
    private(set) var next: String?

    init(user: UserID) { self.user = user }

    /// Takes in the newest part again. Calls that it lacks in its span were removed; older ones stay, so that a list does not jump
    /// while somebody reads it.
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

    /// Takes in the part behind the last one. Returns whether it had calls with the person.
    mutating func append(_ part: CallHistoryService.Part) -> Bool {
        let ids = Set(records.map(\.id))
        let new = part.calls.filter { isWithPerson($0) && !ids.contains($0.id) }
        records += new
        next = part.next
        return !new.isEmpty
    }

    private func isWithPerson(_ call: CallRecord) -> Bool { call.participants.contains { $0.userId == user } }
}
