import HTTPTypes
import Hummingbird
import ServerFoundation

/// Shows a page instead of the error envelope to a browser that opens a path that does not exist. Clients ask for no HTML.
struct MissingPageMiddleware: RouterMiddleware {
    /// Whether this server has a page to lead to.
    let hasPage: Bool

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .notFound, request.method == .get || request.method == .head,
            response.headers[.contentType]?.hasPrefix("application/json") == true,
            request.headers[.accept]?.contains("text/html") == true
        else { return response }
        let page = LandingPage(
            content: .noPage, language: LandingResponse.language(of: request), offersPage: hasPage, offersApp: false,
            knowsOrigin: false)
        return LandingResponse.page(page, for: request)
    }
}
