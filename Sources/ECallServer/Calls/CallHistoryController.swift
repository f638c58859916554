import ECallAPI
import HTTPTypes
import Hummingbird
import ServerFoundation

/// `GET /calls`, `DELETE /calls/histories` (wire-protocol 1.10, 31 and 32).
struct CallHistoryController {
    /// Calls on a page by default, and at most.
    static let (pageSize, largestPage) = (20, 100)
    /// Calls that one request may name.
    static let mostDeleted = 1000

    let database: any Database
    let now: @Sendable () -> Timestamp

    func addRoutes(to api: APIRouter) {
        api.on(.callHistory, respond: list)
        api.on(.deleteCallHistory, use: delete)
    }

    @Sendable func list(request: Request, context: AppRequestContext) async throws -> Response {
        let viewer = try context.requireIdentity().user
        let query = request.uri.queryParameters
        let page = try Self.number(query["page"], in: 0...1_000_000) ?? 0
        let size = try Self.number(query["size"], in: 1...Self.largestPage) ?? Self.pageSize
        let before = try query["before"].map { text in
            guard let cursor = CallCursor(String(text)) else {
                throw APIFailure(.badRequest, "before must be a cursor from X-Next-Cursor")
            }
            return cursor
        }
        let filter = CallHistoryRepository.Filter(
            name: query["displayName"].map(String.init), isMissed: try Self.flag(query["isMissed"]))
        let now = now()
        let (records, total, next) = try await database.read { sql in
            try CallHistoryRepository(sql).calls(
                of: viewer, filter, before: before, offset: before == nil ? page * size : 0, limit: size, now: now)
        }
        var response = try Response.json(records)
        if let name = HTTPField.Name("X-Total-Count") { response.headers[name] = String(total) }
        if let name = HTTPField.Name("X-Next-Cursor"), let next { response.headers[name] = next.description }
        return response
    }

    @Sendable func delete(body: DeleteCallsRequest, context: AppRequestContext) async throws -> DeleteCallsResponse {
        let user = try context.requireIdentity().user
        guard body.callIds.count <= Self.mostDeleted else {
            throw APIFailure(.deleteCallHistoriesFailed, "At most \(Self.mostDeleted) calls can be named at once")
        }
        let deleted = try await database.write { sql in
            try CallHistoryRepository(sql).hide(body.callIds, from: user)
        }
        return DeleteCallsResponse(deleted: deleted)
    }

    private static func number(_ text: Substring?, in range: ClosedRange<Int>) throws -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw APIFailure(.badRequest, "A number in the query is invalid or out of range")
        }
        return number
    }

    private static func flag(_ text: Substring?) throws -> Bool {
        switch text {
        case nil, "false", "0", "": return false
        case "true", "1": return true
        default: throw APIFailure(.badRequest, "isMissed must be true or false")
        }
    }
}
