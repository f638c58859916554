extension Endpoint {
    /// Calls, and how to reach signalling and media (wire-protocol 1.9, 1.10).
    static let callTable: [Endpoint: EndpointDescription] = [
        .credentials: EndpointDescription(
            .get, "/credentials",
            "Returns the URLs and credentials with which the calling device connects to TURN and STOMP.",
            answer: .value(CredentialsResponse.self)),
        .startCall: EndpointDescription(
            .post, "/call/start", "Starts a call and rings the callees.", body: StartCallRequest.self,
            answer: .value(StartCallResponse.self),
            errors: [
                .startCallFailed, .allCalleesBusy, .userNotAvailable, .userAlreadyInCall, .encryptedAESKeyMissed,
                .tooManyRequests,
            ]),
        .placeCall: EndpointDescription(
            .post, "/calls",
            "Starts a call with one person. This is the legacy form of `/call/start`.", body: PlaceCallRequest.self,
            answer: .value(CallRecord.self),
            errors: [
                .startCallFailed, .allCalleesBusy, .userNotAvailable, .userAlreadyInCall, .encryptedAESKeyMissed,
                .tooManyRequests,
            ]),
        .inviteToCall: EndpointDescription(
            .post, "/call/{id}/invite",
            "Invites more people to a running call and rings them.", body: StartCallRequest.self,
            answer: .value(InviteResponse.self),
            errors: [
                .callNotFound, .callNotAvailable, .inviteUserFailed, .allCalleesBusy, .userNotAvailable,
                .userAlreadyInCall, .encryptedAESKeyMissed, .tooManyRequests,
            ]),
        .joinCall: EndpointDescription(
            .post, "/call/{id}/join", "Answers or joins the call.", answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .joinCallFailed]),
        .acceptCall: EndpointDescription(
            .post, "/call/accept",
            "Answers or joins a call like `/call/{id}/join`, with the call's ID in the body.",
            body: AcceptCallRequest.self,
            answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .joinCallFailed]),
        .requestRejoin: EndpointDescription(
            .post, "/call/{id}/request-rejoin",
            "Asks the devices in the call for a key, so that the calling device can join without an invitation.",
            answer: .value(CallRecord.self),
            errors: [
                .callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .userAlreadyInCall,
                .rejoinCallFailed,
                .tooManyRequests,
            ]),
        .rejoinCall: EndpointDescription(
            .post, "/call/{id}/rejoin", "Joins the call with the requested key.",
            answer: .value(CallRecord.self),
            errors: [
                .callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .userAlreadyInCall,
                .rejoinCallFailed,
            ]),
        .requestInvitation: EndpointDescription(
            .post, "/call/{id}/request-invitation",
            "Asks a participant for an invitation to the call. The caller must be a contact of that participant and "
                + "have their call link. The participant's client decides, because only it knows the link's secret.",
            body: RequestInvitationRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .userAlreadyInCall, .removedFromCall, .tooManyRequests]),
        .participants: EndpointDescription(
            .get, "/call/{id}/participants", "Lists the participants of the call.",
            answer: .value(ParticipantsResponse.self),
            errors: [.userNotFound]),
        .updateParticipant: EndpointDescription(
            .put, "/call/{id}/participants",
            "Updates a participant. At most sixteen people can be unmuted at once. Anyone beyond that joins muted, "
                + "and a client sends audio only after the server has confirmed that it is unmuted.",
            body: UpdateParticipantRequest.self, answer: .value(Participant.self),
            errors: [.callNotFound, .updateParticipantFailed, .tooManyUnmuted, .tooManyRequests]),
        .askToMute: EndpointDescription(
            .post, "/call/{id}/mute",
            "Asks a participant to mute. Only the maker of the call can ask, and the participant decides. Muted "
                + "participants are not asked.",
            body: ParticipantRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .callNotAvailable, .notAllowed, .updateParticipantFailed, .tooManyRequests]),
        .removeParticipant: EndpointDescription(
            .post, "/call/{id}/remove",
            "Removes a participant from the call, or stops ringing them. Only the maker of the call can do this. A "
                + "removed participant cannot return until someone in the call invites them again.",
            body: ParticipantRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .callNotAvailable, .notAllowed, .updateParticipantFailed, .tooManyRequests]),
        .leaveCall: EndpointDescription(
            .post, "/call/{id}/leave",
            "Tells the others in the call that the calling device is leaving. Pages use it when they close, because "
                + "their WebSocket can close before a signal is sent. The device can return; to hang up, use "
                + "`/call/end`. Has no effect if the device has joined again since.",
            body: LeaveCallRequest.self, answer: .value(EndCallResponse.self),
            errors: [.updateParticipantFailed, .tooManyRequests]),
        .holdCall: EndpointDescription(
            .post, "/call/{id}/hold",
            "Puts the call on hold. The calling device stops sending and receiving media, keeps its seat for ten "
                + "minutes, and can join another call. With `resumedCallId` it returns to that call, which it has on hold: both calls change, or neither. It "
                + "enters a resumed call with `/call/{id}/join`.",
            body: HoldCallRequest.self, answer: .value(EndCallResponse.self),
            errors: [
                .callNotFound, .callNotAvailable, .userAlreadyInCall, .updateParticipantFailed, .tooManyRequests,
            ]),
        .endCall: EndpointDescription(
            .post, "/call/end", "Declines, cancels, leaves or ends the call, whichever applies.",
            optionalBody: EndCallRequest.self, answer: .value(EndCallResponse.self)),
        .activeCall: EndpointDescription(
            .get, "/call/active",
            "Returns the caller's current call, the calls ringing on the calling device, and how recent calls ended "
                + "on it.",
            answer: .value(ActiveCallResponse.self)),
        .callHistory: EndpointDescription(
            .get, "/calls",
            "Lists the caller's calls, newest first. The `X-Total-Count` header gives their number; above 10000 it is "
                + "a lower bound. To page with a cursor, pass the `X-Next-Cursor` header of the previous answer as "
                + "`before` instead of `page`.",
            query: [
                .init(name: "page", value: .number(0...1_000_000), isRequired: false),
                .init(name: "size", value: .number(1...100), isRequired: false),
                .init(name: "before", value: .text, isRequired: false),
                .init(name: "displayName", value: .text, isRequired: false),
                .init(name: "isMissed", value: .flag, isRequired: false),
            ], answer: .value([CallRecord].self)),
        .deleteCallHistory: EndpointDescription(
            .delete, "/calls/histories", "Removes calls from the caller's history.",
            aliases: ["/calls"], body: DeleteCallsRequest.self, answer: .value(DeleteCallsResponse.self),
            errors: [.deleteCallHistoriesFailed]),
    ]
}
