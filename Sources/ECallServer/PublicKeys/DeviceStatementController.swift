import ECallAPI
import ServerFoundation

/// `POST /device-statements` (e2ee 1), for the caller's own account only.
struct DeviceStatementController {
    let database: any Database
    let announcements: AccountAnnouncements
    let clock: WallClock
    let limits: Limits

    func addRoutes(to api: APIRouter) { api.on(.addDeviceStatement, use: add) }

    @Sendable func add(body: DeviceStatementRequest, context: AppRequestContext) async throws -> StatusResponse {
        let caller = try context.requireIdentity()
        guard let statement = DeviceStatement(body.statement) else {
            throw APIFailure(
                .deviceStatementFailed,
                "statement is not a signed vouch or revoke of at most \(SignedText.largest) bytes")
        }
        let (room, now) = (DeviceStatementRoom(limits), clock.now())
        try await database.write { sql in
            guard let device = try DeviceRepository(sql).find(caller), statement.isSaid(by: device) else {
                throw APIFailure(
                    .deviceStatementFailed, "statement is not signed by the identity that this device has registered")
            }
            guard try DeviceStatementRepository(sql).add(statement, of: device, room: room, at: now) else {
                throw APIFailure(
                    .tooManyDeviceStatements,
                    "There are too many statements about devices already; sign devices out first")
            }
        }
        await announcements.announceStatement(of: caller.user)
        return StatusResponse()
    }
}
