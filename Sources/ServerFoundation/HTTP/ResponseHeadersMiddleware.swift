import HTTPTypes
package import Hummingbird

/// Sets default response headers: not stored, no content sniffing, and over TLS the browser comes back by TLS alone (RFC 6797).
package struct ResponseHeadersMiddleware: RouterMiddleware {
    package typealias Context = AppRequestContext

    /// Whether this server terminates TLS itself; otherwise the proxy that does sets the header.
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
