extension Endpoint {
    /// Calls, and how to reach signalling and media (wire-protocol 1.9, 1.10).
    static let callTable: [Endpoint: EndpointDescription] = [
        .credentials: EndpointDescription(
            .get, "/credentials", "Tells how the calling device reaches TURN and STOMP.",
            answer: .value(CredentialsResponse.self)),
        .startCall: EndpointDescription(
            .post, "/call/start", "Rings people.", body: StartCallRequest.self, answer: .value(StartCallResponse.self),
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
            .post, "/call/{id}/invite", "Rings more people into a call that runs.", body: StartCallRequest.self,
            answer: .value(InviteResponse.self),
            errors: [
                .callNotFound, .callNotAvailable, .inviteUserFailed, .allCalleesBusy, .userNotAvailable,
                .userAlreadyInCall, .encryptedAESKeyMissed, .tooManyRequests,
            ]),
        .joinCall: EndpointDescription(
            .post, "/call/{id}/join", "Answers the call, or comes into it.", answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .joinCallFailed]),
        .acceptCall: EndpointDescription(
            .post, "/call/accept", "The same, with the call's number in the body.", body: AcceptCallRequest.self,
            answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .joinCallFailed]),
        .requestRejoin: EndpointDescription(
            .post, "/call/{id}/request-rejoin", "Asks those in the call for a key, to come in without an invitation.",
            answer: .value(CallRecord.self),
            errors: [
                .callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .userAlreadyInCall,
                .rejoinCallFailed,
                .tooManyRequests,
            ]),
        .rejoinCall: EndpointDescription(
            .post, "/call/{id}/rejoin", "Comes into the call with the key that was asked for.",
            answer: .value(CallRecord.self),
            errors: [
                .callNotFound, .callNotAvailable, .joinedByOtherDevice, .removedFromCall, .userAlreadyInCall,
                .rejoinCallFailed,
            ]),
        .requestInvitation: EndpointDescription(
            .post, "/call/{id}/request-invitation",
            "Asks somebody in the call, of whom the caller is a contact and has a link to it, for an invitation. Their client "
                + "decides: what a link's secret is nobody else knows.",
            body: RequestInvitationRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .userAlreadyInCall, .removedFromCall, .tooManyRequests]),
        .participants: EndpointDescription(
            .get, "/call/{id}/participants", "Lists who is in the call.", answer: .value(ParticipantsResponse.self),
            errors: [.userNotFound]),
        .updateParticipant: EndpointDescription(
            .put, "/call/{id}/participants",
            "Tells what has changed about a participant. Sixteen can be heard at once: who joins beyond them joins muted, and a "
                + "client sends sound only once the server has answered that it is not muted.",
            body: UpdateParticipantRequest.self, answer: .value(Participant.self),
            errors: [.callNotFound, .updateParticipantFailed, .tooManyUnmuted, .tooManyRequests]),
        .askToMute: EndpointDescription(
            .post, "/call/{id}/mute",
            "Asks a participant to mute, as who made the call. The participant decides; one that is muted is not asked.",
            body: ParticipantRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .callNotAvailable, .notAllowed, .updateParticipantFailed, .tooManyRequests]),
        .removeParticipant: EndpointDescription(
            .post, "/call/{id}/remove",
            "Puts a participant out of the call, or ends their ringing, as who made the call. They do not come back until "
                + "somebody in the call invites them again.",
            body: ParticipantRequest.self, answer: .value(EndCallResponse.self),
            errors: [.callNotFound, .callNotAvailable, .notAllowed, .updateParticipantFailed, .tooManyRequests]),
        .leaveCall: EndpointDescription(
            .post, "/call/{id}/leave",
            "Says to the others in the call that the calling device leaves: for pages that close, whose sockets may be closed "
                + "before they know. The device may come back; `/call/end` hangs up. Without effect where its join is another "
                + "by now.",
            body: LeaveCallRequest.self, answer: .value(EndCallResponse.self),
            errors: [.updateParticipantFailed, .tooManyRequests]),
        .holdCall: EndpointDescription(
            .post, "/call/{id}/hold",
            "Puts the call on hold: the calling device leaves its media, keeps its place for ten minutes, and may be in another "
                + "call. It comes back by `/call/{id}/join`.",
            body: LeaveCallRequest.self, answer: .value(EndCallResponse.self),
            errors: [
                .callNotFound, .callNotAvailable, .userAlreadyInCall, .updateParticipantFailed, .tooManyRequests,
            ]),
        .endCall: EndpointDescription(
            .post, "/call/end", "Declines, cancels, leaves or ends the call, whichever applies.",
            optionalBody: EndCallRequest.self, answer: .value(EndCallResponse.self)),
        .activeCall: EndpointDescription(
            .get, "/call/active",
            "Tells the call the caller is in, what rings on the calling device, and how calls ended there.",
            answer: .value(ActiveCallResponse.self)),
        .callHistory: EndpointDescription(
            .get, "/calls",
            "Lists the calls of the caller, newest first; the header `X-Total-Count` says how many there are: above "
                + "10000 at least so many. `before` takes what the header `X-Next-Cursor` of an answer said, in place of `page`.",
            query: [
                .init(name: "page", value: .number(0...1_000_000), isRequired: false),
                .init(name: "size", value: .number(1...100), isRequired: false),
                .init(name: "before", value: .text, isRequired: false),
                .init(name: "displayName", value: .text, isRequired: false),
                .init(name: "isMissed", value: .flag, isRequired: false),
            ], answer: .value([CallRecord].self)),
        .deleteCallHistory: EndpointDescription(
            .delete, "/calls/histories", "Takes calls out of the caller's history, not out of anybody else's.",
            aliases: ["/calls"], body: DeleteCallsRequest.self, answer: .value(DeleteCallsResponse.self),
            errors: [.deleteCallHistoriesFailed]),
    ]
}
