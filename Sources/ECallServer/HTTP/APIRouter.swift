import ECallAPI
import HTTPTypes
import Hummingbird

/// Registers handlers for endpoints: under every prefix and alias, behind the authorization the endpoint asks for.
///
/// A handler for an endpoint with `.required` finds the caller by `context.requireIdentity()`.
struct APIRouter {
    typealias Context = AppRequestContext

    private let router: Router<AppRequestContext>
    private let authenticator: any Authenticator

    init(router: Router<AppRequestContext>, authenticator: any Authenticator) {
        self.router = router
        self.authenticator = authenticator
    }

    /// A handler that reads the request itself.
    func on(
        _ endpoint: Endpoint, method: HTTPRequest.Method? = nil,
        respond handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) {
        let authenticator = authenticator
        for path in endpoint.allPaths {
            router.on(RouterPath(path.hummingbird), method: method ?? endpoint.httpMethod) { request, context in
                var context = context
                context.identity = try await authenticator.identity(for: request, endpoint.authorization)
                return try await handler(request, context)
            }
        }
    }

    /// A handler that needs no body.
    func on<Answer: Encodable & Sendable>(
        _ endpoint: Endpoint, use handler: @escaping @Sendable (AppRequestContext) async throws -> Answer
    ) {
        on(endpoint, respond: { _, context in try .json(await handler(context)) })
    }

    /// A handler that takes the decoded JSON body.
    func on<Body: Decodable & Sendable, Answer: Encodable & Sendable>(
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

/// Finds out on whose behalf a request is made.
protocol Authenticator: Sendable {
    /// nil where nobody needs to be signed in and nobody is. Throws 401 `ErrAccessTokenExpired` or
    /// `ErrDeviceNotRegistered` where a token is required.
    func identity(for request: Request, _ authorization: Endpoint.Authorization) async throws -> DeviceIdentity?
}

extension Endpoint {
    var httpMethod: HTTPRequest.Method {
        switch method {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }

    /// Every path it answers under: each prefix with the path and the aliases (wire-protocol 1.6).
    var allPaths: [String] {
        Self.prefixes.flatMap { prefix in ([path] + aliases).map { prefix + $0 } }
    }

    /// Whether any endpoint answers under the path, with whatever method.
    static func isKnown(path: String) -> Bool {
        let parts = path.split(separator: "/")
        return allCases.contains { endpoint in
            endpoint.allPaths.contains { candidate in
                let pattern = candidate.split(separator: "/")
                return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0 == "{id}" || $0 == $1 }
            }
        }
    }
}

extension String {
    /// `{id}` as the router writes it.
    fileprivate var hummingbird: String {
        split(separator: "/", omittingEmptySubsequences: false)
            .map { $0 == "{id}" ? ":id" : String($0) }.joined(separator: "/")
    }
}

extension AppRequestContext {
    /// The number in the path; 400 `ErrBadRequest` when it is none.
    func pathID<Kind>(_ kind: Kind.Type = Kind.self) throws -> Identifier<Kind> {
        guard let text = parameters.get("id"), let id = Identifier<Kind>(text) else {
            throw APIFailure(.badRequest, "The path must name a number")
        }
        return id
    }
}
