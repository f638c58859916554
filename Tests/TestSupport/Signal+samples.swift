public import ECallAPI
import Foundation

extension Signal {
    /// A signal of any kind: about a user and a device, or for them.
    ///
    /// - Parameter text: the name of the participant, or whatever else the kind has for text.
    public static func sample(
        _ kind: SignalKind, call: CallID = 1, user: UserID = 3, device: DeviceID = 31, text: String? = nil
    ) -> Signal {
        let identity = DeviceIdentity(user: user, device: device)
        let notice = ParticipantNotice(call: call, user: user, device: device, name: text)
        let route = SignalRoute(call: call, user: user, device: device)
        let end = CallEnd(call: call, reason: nil)
        return switch kind {
        case .callInvitation:
            .callInvitation(
                CallInvitation(
                    call: call, room: 77, caller: identity, callerName: text, isVideo: false, encryptedAESKey: "k"))
        case .participantJoined: .participantJoined(notice)
        case .participantInvited: .participantInvited(notice)
        case .participantRejected: .participantRejected(ParticipantRejection(participant: notice, reason: nil))
        case .participantLeft: .participantLeft(ParticipantDeparture(participant: notice))
        case .participantUpdated: .participantUpdated(ParticipantUpdate(participant: notice))
        case .participantFeedUpdated: .participantFeedUpdated(ParticipantFeed(participant: notice, feed: 5))
        case .callEnded: .callEnded(end)
        case .callCancelled: .callCancelled(end)
        case .handoverHost: .handoverHost(notice)
        case .participantRequestRejoin:
            .participantRequestRejoin(RejoinRequest(call: call, user: user, name: text, device: device))
        case .keyRotation: .keyRotation(KeyRotation(route: route, name: text, encryptedAESKey: "k", epoch: 3))
        case .requestAESKey: .requestAESKey(KeyRequest(route: route))
        case .sendAESKey: .sendAESKey(KeyAnswer(route: route, encryptedAESKey: text ?? "k", epoch: 3))
        case .participantAcceptRejoin: .participantAcceptRejoin(RejoinKey(route: route, encryptedAESKey: text ?? "k"))
        case .e2ee:
            .e2ee(
                E2EESignal(call: call, kind: .key, content: .body(text ?? "1.k"), sender: user, senderDevice: device))
        case .friendRequest: .friendRequest(AccountNotice(sender: user))
        case .friendAccepted: .friendAccepted(AccountNotice(sender: user))
        case .userUpdated: .userUpdated(AccountNotice(sender: user))
        case .loginWarning: .loginWarning(LoginWarning(sender: identity))
        case .muteRequested: .muteRequested(HostNotice(call: call, host: user))
        case .invitationRequested:
            .invitationRequested(InvitationRequest(call: call, sender: user, token: String(repeating: "k", count: 43)))
        case .removedFromCall: .removedFromCall(HostNotice(call: call, host: user))
        }
    }

    // MARK: - What tests look at, whatever the kind

    /// The participant whom it is about.
    public var about: ParticipantNotice? {
        switch self {
        case .participantJoined(let notice), .participantInvited(let notice), .handoverHost(let notice): notice
        case .participantLeft(let departure): departure.participant
        case .participantRejected(let rejection): rejection.participant
        case .participantUpdated(let update): update.participant
        case .participantFeedUpdated(let feed): feed.participant
        case .participantRequestRejoin(let request):
            ParticipantNotice(call: request.call, user: request.user, device: nil, name: request.name)
        default: nil
        }
    }

    public var participant: UserID? { about?.user ?? route?.user }
    public var participantDevice: DeviceID? { about?.device ?? route?.device }

    public var sender: UserID? {
        switch self {
        case .friendRequest(let notice), .friendAccepted(let notice), .userUpdated(let notice): notice.sender
        case .loginWarning(let warning): warning.sender.user
        default: claimedSender.user
        }
    }

    public var senderDevice: DeviceID? {
        if case .loginWarning(let warning) = self { warning.sender.device } else { claimedSender.device }
    }

    public var feed: FeedID? { if case .participantFeedUpdated(let update) = self { update.feed } else { nil } }
    public var status: ParticipantStatus? {
        if case .participantUpdated(let update) = self { update.status } else { nil }
    }

    public var reason: EndReason? {
        switch self {
        case .callEnded(let end), .callCancelled(let end): end.reason
        case .participantRejected(let rejection): rejection.reason
        case .participantLeft(let departure): departure.reason
        default: nil
        }
    }

    public var epoch: UInt32? {
        switch self {
        case .keyRotation(let rotation): rotation.epoch
        case .sendAESKey(let answer): answer.epoch
        default: nil
        }
    }

    public var encryptedAESKey: String? {
        switch self {
        case .callInvitation(let invitation): invitation.encryptedAESKey
        case .keyRotation(let rotation): rotation.encryptedAESKey
        case .sendAESKey(let answer): answer.encryptedAESKey
        case .participantAcceptRejoin(let key): key.encryptedAESKey
        default: nil
        }
    }

    /// Its members on the wire.
    public var memberNames: [String] {
        ((try? JSONDecoder().decode([String: JSONValue].self, from: Data(json()))) ?? [:]).keys.sorted()
    }

    public var invitation: CallInvitation? {
        if case .callInvitation(let invitation) = self { invitation } else { nil }
    }

    /// The same, on a route that is changed.
    public func rerouted(_ change: (inout SignalRoute) -> Void) -> Signal {
        guard var route else { return self }
        change(&route)
        return routed(route)
    }

    /// The signal as the server passes it on: it names the sender.
    public func sent(by sender: DeviceIdentity) -> Signal {
        rerouted {
            $0.sender = sender.user
            $0.senderDevice = sender.device
        }
    }
}
