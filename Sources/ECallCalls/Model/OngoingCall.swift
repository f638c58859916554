public import ECallAPI
public import ECallCore

/// A call that the person is in, but not this program: this device was in it before the program ended, or another device of
/// theirs is.
public struct OngoingCall: Sendable, Equatable, Identifiable {
    /// The device on which the person is in the call.
    public enum Place: Sendable, Equatable {
        /// This device, whose program has ended meanwhile.
        case here
        /// Another device; held while that one is connected: then the call can only be left there.
        case elsewhere(isHeld: Bool)
    }

    /// Another person who is in it, or whom it rings.
    public struct Person: Sendable, Equatable, Identifiable {
        public let id: UserID
        public let name: String

        public init(id: UserID, name: String) {
            self.id = id
            self.name = name
        }
    }

    public let id: CallID
    public let place: Place
    /// Whether anyone sends video in it.
    public let isVideo: Bool
    public let people: [Person]

    public init(id: CallID, place: Place, isVideo: Bool, people: [Person]) {
        self.id = id
        self.place = place
        self.isVideo = isVideo
        self.people = people
    }

    /// Reads the server's answer about the account's call; nil if there is none, or if it only rings.
    public init?(_ answer: ActiveCallResponse, of account: Account) {
        let participants = answer.participants ?? []
        guard let id = answer.callId, let own = participants.first(where: { $0.userId == account.userId }),
            own.status.isInCall
        else { return nil }
        let others = participants.filter { $0.userId != account.userId }
        let present = others.filter { $0.status.isInCall || $0.status == .inviting }
        self.init(
            id: id,
            place: own.deviceId == account.deviceId ? .here : .elsewhere(isHeld: own.status != .reconnecting),
            isVideo: participants.contains { $0.status.isInCall && $0.isVideoEnabled },
            people: (present.isEmpty ? others : present).map { Person(id: $0.userId, name: $0.displayName) })
    }
}

extension ParticipantStatus {
    fileprivate var isInCall: Bool { [.accepted, .connected, .reconnecting].contains(self) }
}
