import ECallAPI
import Hummingbird
import ServerFoundation

/// `/call/...` (wire-protocol 1.10, 33 to 42).
struct CallRequestController {
    let calls: CallService
    let database: any Database

    func addRoutes(to api: APIRouter) {
        api.on(.startCall, use: start)
        api.on(.placeCall, use: place)
        api.on(.inviteToCall, use: invite)
        api.on(.joinCall, use: join)
        api.on(.acceptCall, use: accept)
        api.on(.requestRejoin, use: requestRejoin)
        api.on(.rejoinCall, use: rejoin)
        api.on(.requestInvitation, use: requestInvitation)
        api.on(.leaveCall, use: leave)
        api.on(.holdCall, use: hold)
        api.on(.endCall, respond: end)
        api.on(.participants, use: participants)
        api.on(.updateParticipant, use: update)
        api.on(.askToMute, use: askToMute)
        api.on(.removeParticipant, use: remove)
        api.on(.activeCall, use: active)
    }

    @Sendable func start(body: StartCallRequest, context: AppRequestContext) async throws -> StartCallResponse {
        try await calls.start(body, by: try context.requireIdentity())
    }

    /// The old form, with one callee.
    @Sendable func place(body: PlaceCallRequest, context: AppRequestContext) async throws -> CallRecord {
        let request = StartCallRequest(
            roomId: body.roomId, calleeIds: [body.calleeId], encryptedAESKeys: body.encryptedAESKeys,
            isVideo: body.isVideo)
        return try await calls.start(request, by: try context.requireIdentity()).callRecord
    }

    @Sendable func invite(body: StartCallRequest, context: AppRequestContext) async throws -> InviteResponse {
        let identity = try context.requireIdentity()
        return try await calls.invite(body, to: try context.pathID(), by: identity)
    }

    /// Joining under its name in requirement 003.
    @Sendable func accept(body: AcceptCallRequest, context: AppRequestContext) async throws -> CallRecord {
        try await calls.join(body.callId, by: try context.requireIdentity())
    }

    @Sendable func requestRejoin(context: AppRequestContext) async throws -> CallRecord {
        let identity = try context.requireIdentity()
        return try await calls.requestRejoin(try context.pathID(), by: identity)
    }

    @Sendable func rejoin(context: AppRequestContext) async throws -> CallRecord {
        let identity = try context.requireIdentity()
        return try await calls.rejoin(try context.pathID(), by: identity)
    }

    @Sendable func join(context: AppRequestContext) async throws -> CallRecord {
        let identity = try context.requireIdentity()
        return try await calls.join(try context.pathID(), by: identity)
    }

    @Sendable func requestInvitation(
        body: RequestInvitationRequest, context: AppRequestContext
    ) async throws -> EndCallResponse {
        let identity = try context.requireIdentity()
        try await calls.requestInvitation(into: try context.pathID(), body, by: identity)
        return EndCallResponse(success: true)
    }

    @Sendable func leave(body: LeaveCallRequest, context: AppRequestContext) async throws -> EndCallResponse {
        let identity = try context.requireIdentity()
        try await calls.leave(try context.pathID(), body, by: identity)
        return EndCallResponse(success: true)
    }

    @Sendable func hold(body: HoldCallRequest, context: AppRequestContext) async throws -> EndCallResponse {
        let identity = try context.requireIdentity()
        try await calls.hold(try context.pathID(), body, by: identity)
        return EndCallResponse(success: true)
    }

    /// Succeeds without effect for unknown and foreign calls too (wire-protocol 4.4).
    @Sendable func end(request: Request, context: AppRequestContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let body = try await request.optionalJSONBody(EndCallRequest.self, limit: context.maxUploadSize)
        try await calls.end(body?.callId, by: identity, saying: body?.reason)
        return try .json(EndCallResponse(success: true))
    }

    @Sendable func participants(context: AppRequestContext) async throws -> ParticipantsResponse {
        let identity = try context.requireIdentity()
        let participants = try await calls.participants(of: try context.pathID(), for: identity)
        guard let user = try await database.read({ try UserRepository($0).find(identity.user) }) else {
            throw APIFailure(.userNotFound, "This account no longer exists")
        }
        return ParticipantsResponse(participants: participants, currentUser: user.info(for: identity.device))
    }

    @Sendable func update(body: UpdateParticipantRequest, context: AppRequestContext) async throws -> Participant {
        let identity = try context.requireIdentity()
        return try await calls.update(try context.pathID(), body, by: identity)
    }

    @Sendable func askToMute(body: ParticipantRequest, context: AppRequestContext) async throws -> EndCallResponse {
        let identity = try context.requireIdentity()
        try await calls.askToMute(body.userId, in: try context.pathID(), by: identity)
        return EndCallResponse(success: true)
    }

    @Sendable func remove(body: ParticipantRequest, context: AppRequestContext) async throws -> EndCallResponse {
        let identity = try context.requireIdentity()
        try await calls.remove(body.userId, from: try context.pathID(), by: identity)
        return EndCallResponse(success: true)
    }

    @Sendable func active(context: AppRequestContext) async throws -> ActiveCallResponse {
        await calls.active(for: try context.requireIdentity())
    }
}
