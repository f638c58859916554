/// A signal that travels over STOMP (wire-protocol 3.6), with its content.
///
/// A new one is a case of `SignalKind`, a payload, and a case here; the compiler names every place that must know it. Members
/// that no payload has are kept where a signal travels on: see `ReceivedSignal`.
public enum Signal: Sendable, Equatable {
    case callInvitation(CallInvitation)
    case participantJoined(ParticipantNotice)
    case participantInvited(ParticipantNotice)
    case participantRejected(ParticipantRejection)
    case participantLeft(ParticipantDeparture)
    case participantUpdated(ParticipantUpdate)
    case participantFeedUpdated(ParticipantFeed)
    case callEnded(CallEnd)
    case callCancelled(CallEnd)
    case handoverHost(ParticipantNotice)
    case participantRequestRejoin(RejoinRequest)

    case keyRotation(KeyRotation)
    case requestAESKey(KeyRequest)
    case sendAESKey(KeyAnswer)
    case participantAcceptRejoin(RejoinKey)
    case e2ee(E2EESignal)

    case friendRequest(AccountNotice)
    case friendAccepted(AccountNotice)
    case userUpdated(AccountNotice)
    case loginWarning(LoginWarning)

    case muteRequested(HostNotice)
    case removedFromCall(HostNotice)
    case invitationRequested(InvitationRequest)

    /// The destination clients subscribe to: their own device's.
    public static func inbox(of device: DeviceID) -> String { "/exchange/ecall.signal.out/\(device)" }
    /// The one destination clients send to.
    public static let outbox = "/exchange/ecall.signal.in"
    /// The largest signal of most kinds that is accepted, in bytes of JSON.
    public static let largest = 16 * 1024

    public var kind: SignalKind {
        switch self {
        case .callInvitation: .callInvitation
        case .participantJoined: .participantJoined
        case .participantInvited: .participantInvited
        case .participantRejected: .participantRejected
        case .participantLeft: .participantLeft
        case .participantUpdated: .participantUpdated
        case .participantFeedUpdated: .participantFeedUpdated
        case .callEnded: .callEnded
        case .callCancelled: .callCancelled
        case .handoverHost: .handoverHost
        case .participantRequestRejoin: .participantRequestRejoin
        case .keyRotation: .keyRotation
        case .requestAESKey: .requestAESKey
        case .sendAESKey: .sendAESKey
        case .participantAcceptRejoin: .participantAcceptRejoin
        case .e2ee: .e2ee
        case .friendRequest: .friendRequest
        case .friendAccepted: .friendAccepted
        case .userUpdated: .userUpdated
        case .loginWarning: .loginWarning
        case .muteRequested: .muteRequested
        case .removedFromCall: .removedFromCall
        case .invitationRequested: .invitationRequested
        }
    }

    /// The call it is about; nil if it is about none, or lets the server determine it.
    public var call: CallID? {
        switch self {
        case .callInvitation(let invitation): invitation.call
        case .participantJoined(let notice), .participantInvited(let notice), .handoverHost(let notice): notice.call
        case .participantLeft(let departure): departure.call
        case .participantRejected(let rejection): rejection.participant.call
        case .participantUpdated(let update): update.participant.call
        case .participantFeedUpdated(let feed): feed.participant.call
        case .callEnded(let end), .callCancelled(let end): end.call
        case .participantRequestRejoin(let request): request.call
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin: route?.call
        case .e2ee(let text): text.call
        case .muteRequested(let notice), .removedFromCall(let notice): notice.call
        case .invitationRequested(let request): request.call
        case .friendRequest, .friendAccepted, .userUpdated, .loginWarning: nil
        }
    }

    /// The sender and addressee, if one device sends it to another; nil if the server sends it.
    public var route: SignalRoute? {
        switch self {
        case .keyRotation(let rotation): rotation.route
        case .requestAESKey(let request): request.route
        case .sendAESKey(let answer): answer.route
        case .participantAcceptRejoin(let key): key.route
        default: nil
        }
    }

    /// The sender that it claims, if a client may send it.
    public var claimedSender: (user: UserID?, device: DeviceID?) {
        if case .e2ee(let text) = self { return (text.sender, text.senderDevice) }
        return (route?.sender, route?.senderDevice)
    }

    /// The same on another route; the server's signals have none, and stay as they are.
    public func routed(_ route: SignalRoute) -> Signal {
        switch self {
        case .keyRotation(var rotation):
            rotation.route = route
            return .keyRotation(rotation)
        case .requestAESKey: return .requestAESKey(KeyRequest(route: route))
        case .sendAESKey(var answer):
            answer.route = route
            return .sendAESKey(answer)
        case .participantAcceptRejoin(var key):
            key.route = route
            return .participantAcceptRejoin(key)
        default: return self
        }
    }

    // MARK: - JSON

    /// Reads a signal; nil when it is not a JSON object, too large, of an unknown type, or without a member that its kind requires:
    /// such signals are dropped.
    public init?(json: [UInt8]) {
        guard let received = ReceivedSignal(json: json) else { return nil }
        self = received.signal
    }

    /// Compact JSON without NUL or line breaks: the type, then the members in the order of their names.
    public func json() -> [UInt8] {
        var bytes = SignalJSON.opening(kind)
        for member in members.sorted { SignalJSON.append(member, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    init?(_ kind: SignalKind, _ members: JSONMembers) {
        let signal: Signal? =
            switch kind {
            case .callInvitation: CallInvitation(members).map(Signal.callInvitation)
            case .participantJoined: ParticipantNotice(members).map(Signal.participantJoined)
            case .participantInvited: ParticipantNotice(members).map(Signal.participantInvited)
            case .participantRejected: ParticipantRejection(members).map(Signal.participantRejected)
            case .participantLeft: ParticipantDeparture(members).map(Signal.participantLeft)
            case .participantUpdated: ParticipantUpdate(members).map(Signal.participantUpdated)
            case .participantFeedUpdated: ParticipantFeed(members).map(Signal.participantFeedUpdated)
            case .callEnded: CallEnd(members).map(Signal.callEnded)
            case .callCancelled: CallEnd(members).map(Signal.callCancelled)
            case .handoverHost: ParticipantNotice(members).map(Signal.handoverHost)
            case .participantRequestRejoin: RejoinRequest(members).map(Signal.participantRequestRejoin)
            case .keyRotation: .keyRotation(KeyRotation(members))
            case .requestAESKey: .requestAESKey(KeyRequest(members))
            case .sendAESKey: .sendAESKey(KeyAnswer(members))
            case .participantAcceptRejoin: .participantAcceptRejoin(RejoinKey(members))
            case .e2ee: E2EESignal(members).map(Signal.e2ee)
            case .friendRequest: AccountNotice(members).map(Signal.friendRequest)
            case .friendAccepted: AccountNotice(members).map(Signal.friendAccepted)
            case .userUpdated: AccountNotice(members).map(Signal.userUpdated)
            case .loginWarning: LoginWarning(members).map(Signal.loginWarning)
            case .muteRequested: HostNotice(members).map(Signal.muteRequested)
            case .removedFromCall: HostNotice(members).map(Signal.removedFromCall)
            case .invitationRequested: InvitationRequest(members).map(Signal.invitationRequested)
            }
        guard let signal else { return nil }
        self = signal
    }

    /// The members that its payload writes.
    var members: SignalMembers {
        var members = SignalMembers()
        payload.write(to: &members)
        return members
    }

    private var payload: any SignalPayload {
        switch self {
        case .callInvitation(let payload): payload
        case .participantJoined(let payload), .participantInvited(let payload), .handoverHost(let payload): payload
        case .participantLeft(let payload): payload
        case .participantRejected(let payload): payload
        case .participantUpdated(let payload): payload
        case .participantFeedUpdated(let payload): payload
        case .callEnded(let payload), .callCancelled(let payload): payload
        case .participantRequestRejoin(let payload): payload
        case .keyRotation(let payload): payload
        case .requestAESKey(let payload): payload
        case .sendAESKey(let payload): payload
        case .participantAcceptRejoin(let payload): payload
        case .e2ee(let payload): payload
        case .friendRequest(let payload), .friendAccepted(let payload), .userUpdated(let payload): payload
        case .loginWarning(let payload): payload
        case .muteRequested(let payload), .removedFromCall(let payload): payload
        case .invitationRequested(let payload): payload
        }
    }
}

/// The members of a signal of one kind, or of kinds with the same content.
protocol SignalPayload: Sendable, Equatable {
    /// nil when a member is missing without which it means nothing.
    init?(_ members: JSONMembers)
    func write(to members: inout SignalMembers)
}
