import Hummingbird
import Logging

/// One line for each request: method, path without query, status. Never headers, bodies or queries: they hold secrets.
struct RequestLogMiddleware: RouterMiddleware {
    typealias Context = AppRequestContext

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        let response = try await next(request, context)
        let duration = ContinuousClock.now - begin
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                // The route, not the path: paths name people.
                "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)",
                "ms": "\(duration / .milliseconds(1))",
            ])
        return response
    }
}
