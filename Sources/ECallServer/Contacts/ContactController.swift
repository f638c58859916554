import ECallAPI
import Hummingbird

/// `GET /contacts`, `PATCH /contact/{id}/toggle`, `DELETE /contact/{id}` (wire-protocol 8.1). `{id}` is the friend's
/// user id, so that no number can mean two people.
struct ContactController {
    let database: any Database
    let announcements: FriendAnnouncements

    func addRoutes(to api: APIRouter) {
        api.on(.contacts, respond: list)
        api.on(.toggleFavorite, use: toggle)
        api.on(.deleteContact, use: delete)
    }

    /// With `?contactId=` the one contact instead of the list.
    @Sendable func list(request: Request, context: AppRequestContext) async throws -> Response {
        let caller = try context.requireIdentity().user
        guard let text = request.uri.queryParameters["contactId"] else {
            return try .json(
                ContactsResponse(contacts: await database.read { try ContactRepository($0).contacts(of: caller) }))
        }
        guard let id = UserID(String(text)) else { throw APIFailure(.badRequest, "contactId is a number") }
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

    /// Ends the friendship for both. Doing so again changes nothing and succeeds.
    @Sendable func delete(context: AppRequestContext) async throws -> StatusResponse {
        let (caller, id) = (try context.requireIdentity().user, try context.pathID(UserKind.self))
        let isGone = try await database.write { try ContactRepository($0).remove(caller, id) }
        await announcements.announce(isGone ? .requested : .unchanged, by: caller, to: id)
        return StatusResponse()
    }
}
