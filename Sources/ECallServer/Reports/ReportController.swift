import ECallAPI
import ServerFoundation

/// `POST /reports` (wire-protocol 8.4).
struct ReportController {
    let database: any Database
    let clock: WallClock
    private let limiter: SharedRateLimiter

    init(database: any Database, clock: WallClock, limits: Limits) {
        (self.database, self.clock) = (database, clock)
        limiter = SharedRateLimiter(limits.reportsPerUser)
    }

    func addRoutes(to api: APIRouter) { api.on(.report, use: report) }

    /// No user is looked up: the reporter learns neither whether the person exists nor whether the reporter was blocked,
    /// and the reported person is not notified.
    @Sendable func report(body: ReportRequest, context: AppRequestContext) async throws -> StatusResponse {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        guard !body.userId.isNone, body.userId != caller else {
            throw APIFailure(.badRequest, "userId must name someone else")
        }
        let note = (body.note ?? "").trimmed
        guard note.utf16.count <= ReportRequest.longestNote else {
            throw APIFailure(.badRequest, "note can have up to \(ReportRequest.longestNote) characters")
        }
        guard !note.utf8.contains(0) else { throw APIFailure(.badRequest, "note contains NUL") }
        guard limiter.allow(caller.description, at: now) else {
            throw APIFailure(
                .tooManyRequests, "You have reported often today; please wait a while",
                retryAfter: limiter.wait(caller.description, at: now))
        }
        try await database.write { try ReportRepository($0).add(body, note: note, by: caller, at: now) }
        return StatusResponse()
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
