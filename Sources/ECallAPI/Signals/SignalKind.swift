/// Every signal that travels over STOMP (wire-protocol 3.6). The raw value is the `type` member.
public enum SignalKind: String, Sendable, CaseIterable, Codable {
    // Server to client
    case callInvitation = "call_invitation"
    case participantJoined = "participant_joined"
    case participantInvited = "participant_invited"
    case participantRejected = "participant_rejected"
    case participantLeft = "participant_left"
    case participantUpdated = "participant_updated"
    case participantFeedUpdated = "participant_feedId_updated"
    case callEnded = "call_ended"
    case callCancelled = "call_cancelled"
    case handoverHost = "handover_host"
    /// A device that is not in the call asks those who are for a key; `calleeDeviceId` names it.
    case participantRequestRejoin = "participant_request_rejoin"

    // Client to client, relayed after the server's checks
    case keyRotation = "key_rotation"
    case requestAESKey = "request_aes_key"
    case sendAESKey = "send_aes_key"
    /// The answer to `participant_request_rejoin`: goes to `calleeDeviceId`, with a wrapped key.
    case participantAcceptRejoin = "participant_accept_rejoin"

    /// Client to those clients in its call that sent `ecall-e2ee:2` in CONNECT: a message that the server cannot read (e2ee 7).
    case e2ee

    // Server to devices that say `ecall-signals:2` in CONNECT
    /// The requests with the sender have changed: made, declined or taken back. The lists are asked for again.
    case friendRequest = "friend_request"
    /// The sender is a contact now.
    case friendAccepted = "friend_accepted"
    /// The user's own profile has changed: name, address, login methods.
    case userUpdated = "user_updated"
    /// A device that was not there before has signed in; `senderDeviceId` names it.
    case loginWarning = "login_warning"

    /// The host asks the addressee to mute.
    case muteRequested = "mute_requested"
    /// The host has removed the addressee.
    case removedFromCall = "removed_from_call"
    /// A person who has a link of the addressee to the call asks to be invited into it (decision 76).
    case invitationRequested = "invitation_requested"

    /// The CONNECT header by which a device asks for more than the stock client knows, and its value.
    public static let extensionHeader = (name: "ecall-signals", value: "2")

    /// Whether only devices that asked for it get it.
    public var isExtension: Bool {
        switch self {
        case .friendRequest, .friendAccepted, .userUpdated, .loginWarning, .muteRequested, .removedFromCall,
            .invitationRequested:
            true
        default: false
        }
    }

    /// Whether clients may send it, and the server relays it to the participants it names.
    public var isRelayed: Bool {
        switch self {
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin, .e2ee: true
        default: false
        }
    }

    /// The largest one that is accepted, in bytes of JSON.
    public var largest: Int {
        switch self {
        case .e2ee: E2EESignal.largest
        // With a join and an invite besides the wrapped key.
        case .callInvitation, .participantAcceptRejoin: 24 * 1024
        default: Signal.largest
        }
    }

    /// Whether it contains a wrapped key, or another secret: such signals are kept in memory only, and for 30 s at most.
    public var carriesKey: Bool {
        switch self {
        case .callInvitation, .keyRotation, .sendAESKey, .participantAcceptRejoin, .e2ee, .invitationRequested: true
        default: false
        }
    }
}
