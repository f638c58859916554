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
            ]),
        .joinCall: EndpointDescription(
            .post, "/call/{id}/join", "Answers the call, or comes into it.", answer: .value(CallRecord.self),
            errors: [.callNotFound, .callNotAvailable, .joinedByOtherDevice, .userAlreadyInCall, .joinCallFailed]),
        .participants: EndpointDescription(
            .get, "/call/{id}/participants", "Lists who is in the call.", answer: .value(ParticipantsResponse.self),
            errors: [.userNotFound]),
        .updateParticipant: EndpointDescription(
            .put, "/call/{id}/participants", "Tells what has changed about a participant.",
            body: UpdateParticipantRequest.self, answer: .value(Participant.self),
            errors: [.callNotFound, .updateParticipantFailed]),
        .endCall: EndpointDescription(
            .post, "/call/end", "Declines, cancels, leaves or ends the call, whichever applies.",
            optionalBody: EndCallRequest.self, answer: .value(EndCallResponse.self)),
        .activeCall: EndpointDescription(
            .get, "/call/active", "Tells the call the calling device is in.",
            answer: .value(ActiveCallResponse.self)),
    ]
}
