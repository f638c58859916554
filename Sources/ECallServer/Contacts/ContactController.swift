import ECallAPI
import Hummingbird
import ServerFoundation

/// `GET /contacts`, `PATCH /contact/{id}/toggle`, `DELETE /contact/{id}` (wire-protocol 8.1), `PATCH /contact/{id}/block`,
/// `GET /contacts/blocked`. `{id}` is the other person's user id, so that a number is unambiguous.
struct ContactController {
    let database: any Database
    let clock: WallClock
    let announcements: FriendAnnouncements

    func addRoutes(to api: APIRouter) {
        api.on(.contacts, respond: list)
        api.on(.toggleFavorite, use: toggle)
        api.on(.deleteContact, use: delete)
        api.on(.toggleBlock, respond: toggleBlock)
        api.on(.blockedContacts, use: blocked)
    }

    /// With `?contactId=`, returns the one contact instead of the list.
    @Sendable func list(request: Request, context: AppRequestContext) async throws -> Response {
        let caller = try context.requireIdentity().user
        guard let text = request.uri.queryParameters["contactId"] else {
            return try .json(
                ContactsResponse(contacts: await database.read { try ContactRepository($0).contacts(of: caller) }))
        }
        guard let id = UserID(String(text)) else { throw APIFailure(.badRequest, "contactId must be a number") }
        guard let contact = try await database.read({ try ContactRepository($0).contact(id, of: caller) }) else {
            throw APIFailure(.getContactsFailed, "There is no such contact")
        }
        return try .json(contact)
    }

    @Sendable func toggle(context: AppRequestContext) async throws -> StatusResponse {
        let (caller, id) = (try context.requireIdentity().user, try context.pathID(UserKind.self))
        guard try await database.write({ try ContactRepository($0).toggleFavorite(id, of: caller) }) else {
            throw APIFailure(.toggleFavoriteFailed, "There is no such contact")
        }
        return StatusResponse()
    }

    /// Ends the friendship for both. Idempotent.
    @Sendable func delete(context: AppRequestContext) async throws -> StatusResponse {
        let (caller, id) = (try context.requireIdentity().user, try context.pathID(UserKind.self))
        let outcome = try await database.write { try FriendshipRules($0).unfriend(caller, id) }
        await announcements.announce(outcome, by: caller, to: id)
        return StatusResponse()
    }

    /// Toggles the block, or sets it as the body says, which is idempotent.
    @Sendable func toggleBlock(request: Request, context: AppRequestContext) async throws -> Response {
        let (caller, id) = (try context.requireIdentity().user, try context.pathID(UserKind.self))
        let body = try await request.optionalJSONBody(BlockRequest.self, limit: context.maxUploadSize)
        let (isBlocked, now) = (body?.isBlocked, clock.now())
        try await database.write { try BlockRules($0).set(isBlocked, id, by: caller, at: now) }
        // Only the caller's own lists have changed; no one else is notified.
        await announcements.announceOwn(of: caller, about: id)
        return try .json(StatusResponse())
    }

    @Sendable func blocked(context: AppRequestContext) async throws -> ContactsResponse {
        let caller = try context.requireIdentity().user
        return ContactsResponse(contacts: try await database.read { try BlockRepository($0).list(of: caller) })
    }
}
