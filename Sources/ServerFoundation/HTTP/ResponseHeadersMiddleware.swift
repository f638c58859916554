import HTTPTypes
package import Hummingbird

/// What every answer says unless its handler says otherwise: nobody keeps it, nobody guesses its type, and over TLS the
/// browser comes back by TLS alone (RFC 6797).
package struct ResponseHeadersMiddleware: RouterMiddleware {
    package typealias Context = AppRequestContext

    /// Whether this server speaks TLS itself; behind a proxy that does, the proxy says so.
    package let hasTLS: Bool

    private static let transportSecurity = HTTPField.Name("Strict-Transport-Security")

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        response.headers[.xContentTypeOptions] = "nosniff"
        if hasTLS, let name = Self.transportSecurity { response.headers[name] = "max-age=31536000" }
        return response
    }

    package init(hasTLS: Bool) {
        self.hasTLS = hasTLS
    }
}
