extension Endpoint {
    /// Calls, and how to reach signalling and media (wire-protocol 1.9, 1.10).
    static let callTable: [Endpoint: EndpointDescription] = [
        .credentials: EndpointDescription(
            .get, "/credentials", "Returns how the calling device reaches TURN and STOMP.",
            answer: .value(CredentialsResponse.self)),
        .startCall: EndpointDescription(
            .post, "/call/start", "Starts a call and rings people.", body: StartCallRequest.self,
            answer: .value(StartCallResponse.self),
            errors: [
                .startCallFailed, .allCalleesBusy, .userNotAvailable, .userAlreadyInCall, .encryptedAESKeyMissed,
                .tooManyRequests,
            ]),
        .placeCall: EndpointDescription(
            .post, "/calls", "Rings one person; the old form of `/call/start`.", body: PlaceCallRequest.self,
            answer: .value(CallRecord.self),
            errors: [
                .startCallFailed, .allCalleesBusy, .userNotAvailable, .userAlreadyInCall, .encryptedAESKeyMissed,
                .tooManyRequests,
            ]),
        .inviteToCall: EndpointDescription(
            .post, "/call/{id}/invite", "Rings more people during a call.", body: StartCallRequest.self,
            answer: .value(InviteResponse.self),
            errors: [
                .callNotFound, .callNotAvailable, .inviteUserFailed, .allCalleesBusy, .userNotAvailable,
                .userAlreadyInCall, .encryptedAESKeyMissed, .tooManyRequests,
            ]),
        .joinCall: EndpointDescription(
            .post, "/call/{id}/join", "Answers or joins the call.", answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .joinCallFailed]),
        .acceptCall: EndpointDescription(
            .post, "/call/accept", "The same, with the call's id in the body.", body: AcceptCallRequest.self,
            answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .joinCallFailed]),
        .requestRejoin: EndpointDescription(
            .post, "/call/{id}/request-rejoin",
            "Asks the devices in the call for a key, to join without an invitation.",
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
            "Asks a person in the call, whose contact the caller is and whose call link the caller has, for an invitation. "
                + "That person's client decides, because only it knows the link's secret.",
            body: RequestInvitationRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .userAlreadyInCall, .removedFromCall, .tooManyRequests]),
        .participants: EndpointDescription(
            .get, "/call/{id}/participants", "Lists the participants of the call.",
            answer: .value(ParticipantsResponse.self),
            errors: [.userNotFound]),
        .updateParticipant: EndpointDescription(
            .put, "/call/{id}/participants",
            "Updates a participant. At most sixteen people are unmuted at once: further people join muted, and a client sends "
                + "audio only after the server has answered that it is not muted.",
            body: UpdateParticipantRequest.self, answer: .value(Participant.self),
            errors: [.callNotFound, .updateParticipantFailed, .tooManyUnmuted, .tooManyRequests]),
        .askToMute: EndpointDescription(
            .post, "/call/{id}/mute",
            "Asks a participant to mute; for the maker of the call. The participant decides. A muted one is not asked.",
            body: ParticipantRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .callNotAvailable, .notAllowed, .updateParticipantFailed, .tooManyRequests]),
        .removeParticipant: EndpointDescription(
            .post, "/call/{id}/remove",
            "Removes a participant from the call, or ends their ringing; for the maker of the call. They cannot return until "
                + "someone in the call invites them again.",
            body: ParticipantRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .callNotAvailable, .notAllowed, .updateParticipantFailed, .tooManyRequests]),
        .leaveCall: EndpointDescription(
            .post, "/call/{id}/leave",
            "Tells the others in the call that the calling device leaves; for pages that close, whose sockets can close early. "
                + "The device can return; `/call/end` hangs up. Has no effect if the device has another join by now.",
            body: LeaveCallRequest.self, answer: .value(EndCallResponse.self),
            errors: [.updateParticipantFailed, .tooManyRequests]),
        .holdCall: EndpointDescription(
            .post, "/call/{id}/hold",
            "Puts the call on hold: the calling device leaves its media, keeps its seat for ten minutes, and can be in another "
                + "call. With `resumedCallId` it returns to that call, which it has on hold: both calls change, or neither. It "
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
            "Returns the caller's call, the calls that ring on the calling device, and how recent calls ended there.",
            answer: .value(ActiveCallResponse.self)),
        .callHistory: EndpointDescription(
            .get, "/calls",
            "Lists the caller's calls, newest first. The header `X-Total-Count` has their number, above 10000 a lower bound. "
                + "Instead of `page`, `before` takes the header `X-Next-Cursor` of an answer.",
            query: [
                .init(name: "page", value: .number(0...1_000_000), isRequired: false),
                .init(name: "size", value: .number(1...100), isRequired: false),
                .init(name: "before", value: .text, isRequired: false),
                .init(name: "displayName", value: .text, isRequired: false),
                .init(name: "isMissed", value: .flag, isRequired: false),
            ], answer: .value([CallRecord].self)),
        .deleteCallHistory: EndpointDescription(
            .delete, "/calls/histories", "Removes calls from the caller's own history.",
            aliases: ["/calls"], body: DeleteCallsRequest.self, answer: .value(DeleteCallsResponse.self),
            errors: [.deleteCallHistoriesFailed]),
    ]
}
