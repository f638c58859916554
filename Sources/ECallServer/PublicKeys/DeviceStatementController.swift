import ECallAPI
import ServerFoundation

/// `POST /device-statements` (e2ee 1): for the caller's own account alone.
struct DeviceStatementController {
    let database: any Database
    let announcements: AccountAnnouncements
    let clock: WallClock
    let limits: Limits

    func addRoutes(to api: APIRouter) { api.on(.addDeviceStatement, use: add) }

    @Sendable func add(body: DeviceStatementRequest, context: AppRequestContext) async throws -> StatusResponse {
        let caller = try context.requireIdentity()
        guard let statement = SignedText(body.statement),
            let kind = statement.type.flatMap(DeviceStatementRepository.Kind.init(rawValue:))
        else { throw APIFailure(.deviceStatementFailed, "statement is neither a vouch nor a revoke, or too long") }
        let (limit, now) = (limits.deviceStatements, clock.now())
        let isKept = try await database.write { sql in
            try DeviceStatementRepository(sql).add(statement, kind, of: caller.user, limit: limit, at: now)
        }
        guard isKept else {
            throw APIFailure(
                .tooManyDeviceStatements, "There are \(limit) statements about devices already; sign devices out first")
        }
        await announcements.announceStatement(of: caller.user)
        return StatusResponse()
    }
}
