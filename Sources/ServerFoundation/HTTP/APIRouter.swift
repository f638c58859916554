package import ECallAPI
package import HTTPTypes
package import Hummingbird

/// Registers handlers for endpoints: under every prefix and alias, behind the authorization that the endpoint requires.
///
/// A handler for an endpoint with `.required` gets the caller from `context.requireIdentity()`.
package struct APIRouter {
    package typealias Context = AppRequestContext

    private let router: Router<AppRequestContext>
    private let authenticator: any Authenticator

    package init(router: Router<AppRequestContext>, authenticator: any Authenticator) {
        self.router = router
        self.authenticator = authenticator
    }

    /// Registers a handler that reads the request itself.
    package func on(
        _ endpoint: Endpoint,
        respond handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) {
        let authenticator = authenticator
        for way in endpoint.allWays {
            router.on(RouterPath(way.path.hummingbird), method: way.method.http) { request, context in
                try RequestOrigin.check(request, method: way.method)
                var context = context
                context.acceptLanguage = request.headers[.acceptLanguage] ?? ""
                if let field = HTTPField.Name(AccountChange.proofField) {
                    context.accountProof = request.headers[field] ?? ""
                }
                context.authority = request.head.authority ?? ""
                context.identity = try await authenticator.identity(for: request, at: endpoint)
                return try await handler(request, context)
            }
        }
    }

    /// Registers a handler that needs no body.
    package func on<Answer: Encodable & Sendable>(
        _ endpoint: Endpoint, use handler: @escaping @Sendable (AppRequestContext) async throws -> Answer
    ) {
        on(endpoint, respond: { _, context in try .json(await handler(context)) })
    }

    /// Registers a handler that takes the decoded JSON body.
    package func on<Body: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ endpoint: Endpoint, use handler: @escaping @Sendable (Body, AppRequestContext) async throws -> Answer
    ) {
        on(
            endpoint,
            respond: { request, context in
                let body = try await request.jsonBody(Body.self, limit: context.maxUploadSize)
                return try .json(await handler(body, context))
            })
    }
}

/// Identifies the device that makes a request.
package protocol Authenticator: Sendable {
    /// Returns nil if no authentication is required or present. Throws 401 `ErrAccessTokenExpired` or
    /// `ErrDeviceNotRegistered` if a token is required, and 403 `ErrAccountSuspended` if the endpoint is not open to
    /// suspended accounts.
    func identity(for request: Request, at endpoint: Endpoint) async throws -> DeviceIdentity?
}

extension Endpoint.Method {
    package var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

extension Endpoint {
    /// All routes of the endpoint: each prefix with its path and aliases (wire-protocol 1.6).
    package var allWays: [(method: Method, path: String)] {
        Self.prefixes.flatMap { prefix in ways.map { ($0.method, prefix + $0.path) } }
    }

    /// The methods that are offered under the path, in alphabetical order.
    package static func methods(at path: String) -> [Method] {
        let parts = path.split(separator: "/")
        let fitting = patterns.filter { pattern in
            pattern.parts.count == parts.count && zip(pattern.parts, parts).allSatisfy { $0 == "{id}" || $0 == $1 }
        }
        // A literal path takes precedence over one with a number in its place.
        let literal = fitting.filter { !$0.parts.contains("{id}") }
        let methods = (literal.isEmpty ? fitting : literal).map(\.method)
        return Set(methods).sorted { $0.rawValue < $1.rawValue }
    }

    private static let patterns: [(method: Method, parts: [Substring])] = allCases.flatMap { endpoint in
        endpoint.allWays.map { ($0.method, $0.path.split(separator: "/")) }
    }
}

extension String {
    /// `{id}` in the router's syntax.
    fileprivate var hummingbird: String {
        split(separator: "/", omittingEmptySubsequences: false)
            .map { $0 == "{id}" ? ":id" : String($0) }.joined(separator: "/")
    }
}

extension AppRequestContext {
    /// Returns the number in the path; throws 400 `ErrBadRequest` if it is not one.
    package func pathID<Kind>(_ kind: Kind.Type = Kind.self) throws -> Identifier<Kind> {
        guard let text = parameters.get("id"), let id = Identifier<Kind>(text) else {
            throw APIFailure(.badRequest, "The path must name a number")
        }
        return id
    }
}
