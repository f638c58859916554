import ECallAPI

extension Endpoint {
    /// The effects on others and the costs; empty if there are none. The switch is exhaustive on purpose.
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
    /// The effects of a signal from a client. Empty for signals of the server, which belong to an endpoint.
    var disturbances: [Disturbance] {
        switch self {
        case .keyRotation, .requestAESKey, .sendAESKey, .participantAcceptRejoin: [.keySignal]
        case .e2ee: [.e2eeMessage]
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

/// Routes that are not endpoints of the API.
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
        case .signalling: [.keySignal, .e2eeMessage, .callProgress]
        case .page, .janus: []
        }
    }
}
