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

    /// Nobody is looked for: who reports learns neither whether there is such a person nor what they have done about the
    /// reporter, and who is reported hears of nothing.
    @Sendable func report(body: ReportRequest, context: AppRequestContext) async throws -> StatusResponse {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        guard !body.userId.isNone, body.userId != caller else {
            throw APIFailure(.badRequest, "userId must name somebody else")
        }
        let note = (body.note ?? "").trimmed
        guard note.utf16.count <= ReportRequest.longestNote else {
            throw APIFailure(.badRequest, "note has up to \(ReportRequest.longestNote) characters")
        }
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
    /// Without white space around it.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
