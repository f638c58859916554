import ECallAPI

/// Everybody whom a call has, had or rings, with where they stand: pure, from the server's lists and signals. Who can be
/// received is `CallRoster`'s.
struct CallPeople: Equatable {
    struct Person: Equatable {
        var name: String
        var status: CallParticipant.Status
        var isHost = false
        var isMuted = false
        var isVideoEnabled = false
    }

    /// How many may be heard at once, by rule of the server.
    static let mostUnmuted = SoundLines.most

    private(set) var people: [UserID: Person] = [:]
    /// By which names those are called here who were met, whatever the server calls them.
    private let kept: [UserID: String]

    /// Of fifty who are in a call, and of those who were or would not be. A server that names more is not followed.
    private static let most = 200

    init(kept: [UserID: String] = [:]) { self.kept = kept }

    subscript(user: UserID) -> Person? { people[user] }

    /// Takes the whole list over.
    mutating func update(_ list: [Participant]) {
        let before = people
        people = [:]
        for one in list.prefix(Self.most) {
            var status = Self.status(of: one)
            // Lists do not say why somebody is no more in the call.
            if status == .left, before[one.userId]?.status == .removed { status = .removed }
            people[one.userId] = Person(
                name: kept[one.userId] ?? one.displayName, status: status, isHost: one.isHost, isMuted: one.isMuted,
                isVideoEnabled: one.isVideoEnabled)
        }
    }

    private static func status(of one: Participant) -> CallParticipant.Status {
        switch one.status {
        case .inviting: .ringing
        case .accepted, .connected: one.isOnHold == true ? .onHold : .joined
        case .reconnecting: one.isOnHold == true ? .onHold : .reconnecting
        case .rejected: refused(one.endReason)
        case .left: .left
        }
    }

    private static func refused(_ reason: EndReason?) -> CallParticipant.Status {
        switch reason {
        case .noAnswer: .noAnswer
        // Who made the call no longer rings them.
        case .cancelled, .removed: .removed
        case .busy: .busy
        default: .declined
        }
    }

    mutating func invited(_ notice: ParticipantNotice) { stands(notice.user, .ringing, name: notice.name) }

    /// Somebody who rang does not come. Who is in the call meanwhile stays.
    mutating func rejected(_ rejection: ParticipantRejection) {
        guard people[rejection.participant.user]?.status.isIn != true else { return }
        stands(rejection.participant.user, Self.refused(rejection.reason), name: rejection.participant.name)
    }

    mutating func joined(_ user: UserID, name: String?) { stands(user, .joined, name: name) }

    mutating func left(_ user: UserID, isRemoved: Bool = false) {
        // That somebody has left is said in several ways, and the reason once.
        guard let status = people[user]?.status, isRemoved || status != .removed else { return }
        stands(user, isRemoved ? .removed : .left, name: nil)
    }

    mutating func updated(_ update: ParticipantUpdate) {
        let user = update.participant.user
        guard var person = people[user] else { return }
        if let isMuted = update.isMuted { person.isMuted = isMuted }
        if let isVideoEnabled = update.isVideoEnabled { person.isVideoEnabled = isVideoEnabled }
        if person.status.isIn {
            if update.status == .reconnecting { person.status = .reconnecting }
            if update.status == .connected || update.status == .accepted { person.status = .joined }
            if let isOnHold = update.isOnHold { person.status = isOnHold ? .onHold : .joined }
        }
        people[user] = person
    }

    /// What this device did to its own sound and video.
    mutating func sends(_ user: UserID, isMuted: Bool? = nil, isVideoEnabled: Bool? = nil) {
        if let isMuted { people[user]?.isMuted = isMuted }
        if let isVideoEnabled { people[user]?.isVideoEnabled = isVideoEnabled }
    }

    private mutating func stands(_ user: UserID, _ status: CallParticipant.Status, name: String?) {
        guard people[user] != nil || people.count < Self.most else { return }
        let name = kept[user] ?? name
        var person = people[user] ?? Person(name: name ?? "", status: status)
        person.status = status
        if let name, !name.isEmpty { person.name = name }
        people[user] = person
    }

    /// Whether as many others are heard as the server lets: nobody else can unmute then.
    func isFull(besides user: UserID) -> Bool {
        people.count { $0.key != user && $0.value.status.isIn && !$0.value.isMuted } >= Self.mostUnmuted
    }
}
