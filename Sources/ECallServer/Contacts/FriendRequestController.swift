import ECallAPI
import ServerFoundation

/// The friend requests (wire-protocol 8.2). Requests by share token are in `ShareTokenController`.
struct FriendRequestController {
    let database: any Database
    let clock: WallClock
    /// Requests to strangers by number: numbers must not be enumerable (W26).
    let limiter: SharedRateLimiter
    /// Requests to one person, by any route: a loop of asking and cancelling would alert the other each time.
    let pairs: FriendRequestPairs
    let announcements: FriendAnnouncements

    func addRoutes(to api: APIRouter) {
        api.on(.sendFriendRequest, use: send)
        api.on(.acceptFriendRequest, use: accept)
        api.on(.declineFriendRequest, use: decline)
        api.on(.cancelFriendRequest, use: cancel)
        api.on(.sentFriendRequests, use: sent)
        api.on(.receivedFriendRequests, use: received)
    }

    @Sendable func send(body: FriendRequestTarget, context: AppRequestContext) async throws -> StatusResponse {
        try await ask(body.targetUserId, by: context.requireIdentity().user)
        return StatusResponse()
    }

    func ask(_ target: UserID, by sender: UserID) async throws {
        let now = clock.now()
        let outcome = try await database.write { [limiter, pairs] sql in
            try FriendshipRules(sql).ask(target, by: sender, at: now) {
                try pairs.admit(sender, asking: target, at: now)
                guard limiter.allow(sender.description, at: now) else {
                    throw APIFailure(
                        .sendFriendRequestFailed, "Too many contact requests today. Send a contact link instead")
                }
            }
        }
        await announcements.announce(outcome, by: sender, to: target)
    }

    @Sendable func accept(body: FriendRequestTarget, context: AppRequestContext) async throws -> EmptyResponse {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        let sender = body.targetUserId
        let outcome = try await database.write { try FriendshipRules($0).accept(sender, by: caller, at: now) }
        await announcements.announce(outcome, by: caller, to: sender)
        return EmptyResponse()
    }

    /// Declining or cancelling a missing request succeeds, because the client only wants it gone.
    @Sendable func decline(body: FriendRequestTarget, context: AppRequestContext) async throws -> EmptyResponse {
        let caller = try context.requireIdentity().user
        let sender = body.targetUserId
        let outcome = try await database.write { try FriendshipRules($0).decline(sender, by: caller) }
        await announcements.announce(outcome, by: caller, to: sender)
        return EmptyResponse()
    }

    @Sendable func cancel(body: FriendRequestTarget, context: AppRequestContext) async throws -> EmptyResponse {
        let caller = try context.requireIdentity().user
        let receiver = body.targetUserId
        let outcome = try await database.write { try FriendshipRules($0).cancel(receiver, by: caller) }
        await announcements.announce(outcome, by: caller, to: receiver)
        return EmptyResponse()
    }

    @Sendable func sent(context: AppRequestContext) async throws -> FriendRequestsResponse {
        let caller = try context.requireIdentity().user
        return FriendRequestsResponse(
            friendRequests: try await database.read { try FriendRequestRepository($0).sent(by: caller) })
    }

    @Sendable func received(context: AppRequestContext) async throws -> FriendRequestsResponse {
        let caller = try context.requireIdentity().user
        return FriendRequestsResponse(
            friendRequests: try await database.read { try FriendRequestRepository($0).received(by: caller) })
    }
}
