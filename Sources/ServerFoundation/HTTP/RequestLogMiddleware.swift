import ECallAPI
import HTTPTypes
package import Hummingbird
import Logging

/// Logs a line and counts a metric for each request: method, route, status. Never headers, bodies or queries, which contain
/// secrets.
package struct RequestLogMiddleware: RouterMiddleware {
    package typealias Context = AppRequestContext

    package let metrics: MetricsRegistry

    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
    /// The sign-in method of each sign-in path.
    private static let signIns: [String: String] = Dictionary(
        uniqueKeysWithValues: Endpoint.verifyLogin.allWays.map { ($0.path, "code") })

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        let response = try await next(request, context)
        let duration = ContinuousClock.now - begin
        // The route, not the path, because paths identify people.
        let route = context.endpointPath ?? "none"
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        metrics.count(.requests, ["method": method, "route": route, "status": "\(response.status.code)"])
        metrics.observe(.latency, ["route": route], seconds: duration / .seconds(1))
        if let method = Self.signIns[route] {
            metrics.countSignIn(method: method, outcome: response.status == .ok ? "ok" : "refused")
        }
        context.logger.info(
            "request",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(response.status.code)",
                "ms": "\(duration / .milliseconds(1))",
            ])
        return response
    }

    package init(metrics: MetricsRegistry) {
        self.metrics = metrics
    }
}
