import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServerFoundation

/// `GET /user/export` (wire-protocol 9.5).
struct AccountExportController {
    let database: any Database
    let fresh: FreshProofs
    let clock: WallClock
    private let limiter: SharedRateLimiter

    init(database: any Database, fresh: FreshProofs, clock: WallClock, limits: Limits) {
        (self.database, self.fresh, self.clock) = (database, fresh, clock)
        limiter = SharedRateLimiter(limits.exportsPerUser)
    }

    func addRoutes(to api: APIRouter) {
        api.on(.exportAccount, respond: export)
    }

    /// Failures that can be an error response occur before the first byte. A later failure truncates the document, which no
    /// parser accepts as complete.
    @Sendable func export(request: Request, context: AppRequestContext) async throws -> Response {
        let (shown, now) = (try fresh.shown(context), clock.now())
        let caller = shown.caller.user
        let account = try await database.read { try AccountExportRepository($0).account(of: caller) }
        guard let account else { throw APIFailure(.userNotFound, "This account no longer exists") }
        var response = Response(status: .ok, headers: Self.headers(at: now))
        // A HEAD request has read nothing.
        guard request.method != .head else { return response }
        // Checked first: a caller without the owner's proof must not use up the owner's rate.
        try await database.write { [fresh] sql in
            _ = try fresh.require(.exportAccount, shown, in: sql, at: now)
        }
        guard limiter.allow(caller.description, at: now) else {
            throw APIFailure(
                .tooManyRequests, "You have exported your data often; please wait a while",
                retryAfter: limiter.wait(caller.description, at: now))
        }
        let document = AccountExportDocument(database: database, account: account, now: now)
        response.body = ResponseBody { writer in
            try await document.write { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return response
    }

    private static func headers(at now: Timestamp) -> HTTPFields {
        let day = now.description.prefix { $0 != "T" }
        return [
            .contentType: "application/json; charset=utf-8",
            .contentDisposition: "attachment; filename=\"ecall-\(day).json\"",
        ]
    }
}
