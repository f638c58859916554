import ECallAPI

extension Endpoint {
    /// The effects on others, or costs; empty if no one notices. A new endpoint does not compile without an answer.
    var disturbances: [Disturbance] {
        switch self {
        case .startCall, .placeCall, .inviteToCall: [.ring]
        case .requestInvitation: [.invitationRequest]
        case .requestRejoin: [.rejoinRequest]
        case .updateParticipant: [.participantChange]
        case .askToMute: [.muteRequest]
        case .removeParticipant, .joinCall, .acceptCall, .rejoinCall, .leaveCall, .holdCall, .endCall: [.callProgress]
        case .sendFriendRequest, .sendFriendRequestByToken: [.friendRequest]
        case .acceptFriendRequest, .declineFriendRequest, .cancelFriendRequest, .deleteContact: [.friendAnswer]
        case .login: [.codeByMail, .codeByText, .externalSignIn, .loginWarning]
        case .appleLogin: [.externalSignIn, .codeByMail, .loginWarning]
        case .resendOTP: [.codeByMail, .codeByText, .proofByMail, .proofByText]
        case .verifyLogin: [.loginWarning]
        case .updateUser: [.profileChange, .nameChange, .removalMessage]
        case .addLoginMethod: [.profileChange, .externalSignIn]
        case .removeLoginMethod: [.profileChange, .removalMessage]
        case .primaryLoginMethod, .deleteUser, .cancelDelete: [.profileChange]
        case .leaveForLoginMethod: [.externalSignIn]
        case .toggleBlock: [.ownLists]
        case .addDeviceStatement: [.deviceStatement]
        case .credentials: [.relay]
        case .searchContacts: [.search]
        case .appConfig, .signInChallenge, .verify, .refreshToken, .logout, .terminateSession, .terminateOthers,
            .devices, .registerDevice, .webPushKey, .setWebPushSubscription, .removeWebPushSubscription, .user,
            .exportAccount, .takeBackLoginMethod, .publicKeys, .publicKeysByQuery, .loginMethods, .contacts,
            .toggleFavorite, .blockedContacts, .privacy, .updatePrivacy, .report, .sentFriendRequests,
            .receivedFriendRequests, .createShareToken, .revokeShareToken, .resolveShareToken, .personalLink,
            .setPersonalLink, .removePersonalLink, .participants, .activeCall, .callHistory, .deleteCallHistory:
            []
        }
    }
}

extension SignalKind {
    /// The same for a signal that clients send; empty for signals that only the server sends, which belong to an endpoint.
    var disturbances: [Disturbance] {
        switch self {
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin: [.keySignal]
        case .e2ee: [.sealedText]
        case .callInvitation, .participantJoined, .participantInvited, .participantRejected, .participantLeft,
            .participantUpdated, .participantFeedUpdated, .callEnded, .callCancelled, .handoverHost,
            .participantRequestRejoin, .friendRequest, .friendAccepted, .userUpdated, .loginWarning, .muteRequested,
            .removedFromCall, .invitationRequested:
            []
        }
    }
}

extension CallCommand {
    var disturbances: [Disturbance] {
        switch self {
        case .accept, .reject, .end: [.callProgress]
        }
    }
}

/// Routes served beside the endpoints.
enum OtherRoute: String, Sendable, CaseIterable {
    case landing = "`/share/contact/…`"
    case issuerSignIn = "`/sign-in/…`"
    case page = "the page, `/openapi.json`, `/healthz`, `/readyz`, `/metrics`"
    case signalling = "`/ws`"
    case janus = "`/janus`"

    var disturbances: [Disturbance] {
        switch self {
        case .landing: [.landingPage]
        case .issuerSignIn: [.externalSignIn]
        case .signalling: [.keySignal, .sealedText, .callProgress]
        case .page, .janus: []
        }
    }
}
