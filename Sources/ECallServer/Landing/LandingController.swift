import Crypto
import ECallAPI
import HTTPTypes
import Hummingbird
import ServerFoundation

/// `/share/contact/{token}`: the page that a share link opens in a browser, and its style.
///
/// Link preview crawlers fetch it, so it uses nothing up. It reveals no more than `share-token/resolve` does: the owner's
/// name, to anyone who has the token.
struct LandingController: Sendable {
    let database: any Database
    let hashKey: SymmetricKey
    let clock: WallClock
    let limiter: SharedRateLimiter
    let origin: PublicOrigin
    /// Whether this server has a page that adds contacts.
    let hasPage: Bool
    /// Whether apps open this server's links.
    let hasApp: Bool

    /// The path of a link without its token, and with whatever chats put behind the token.
    private static let paths = ["/share/contact", "/share/contact/:token", "/share/contact/:token/**"]

    func add(to router: Router<AppRequestContext>) {
        for path in Self.paths { serve(path, router, page) }
        serve(LandingStyle.path, router) { request, _ in
            LandingResponse.make(
                request, 200, "text/css; charset=utf-8", Array(LandingStyle.text.utf8),
                // The sandboxed page has an opaque origin, so its style sheet is cross-origin.
                ["Cache-Control": LandingStyle.caching(request), "Cross-Origin-Resource-Policy": "cross-origin"])
        }
    }

    /// Serves GET and HEAD; any other method is refused.
    private func serve(
        _ path: String, _ router: Router<AppRequestContext>,
        _ handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) {
        for method in [HTTPRequest.Method.get, .head] { router.on(RouterPath(path), method: method, use: handler) }
        for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
            router.on(RouterPath(path), method: method) { request, context in
                var response = try APIFailure(.methodNotAllowed, "Use GET").response(
                    from: request, context: context)
                if let allow = HTTPField.Name("Allow") { response.headers[allow] = "GET, HEAD" }
                return response
            }
        }
    }

    @Sendable func page(request: Request, context: AppRequestContext) async throws -> Response {
        let written = request.uri.path.dropFirst(ShareLink.path(token: "").count)
        let token = LinkWord.first(of: written).flatMap(ShareToken.init)
        // A full stop or bracket that a chat took for a part of the link.
        if let token, token.text != written {
            return LandingResponse.make(
                request, 308, "text/plain; charset=utf-8", [],
                ["Cache-Control": "no-store", "Location": ShareLink.path(token: token.text)])
        }
        let page = LandingPage(
            content: try await content(of: token, for: request, context),
            language: LandingResponse.language(of: request), offersPage: hasPage, offersApp: hasApp,
            knowsOrigin: origin.configured != nil)
        return LandingResponse.page(page, for: request)
    }

    private func content(
        of token: ShareToken?, for request: Request, _ context: AppRequestContext
    ) async throws -> LandingPage.Content {
        let now = clock.now()
        guard limiter.allow(from: context.clientAddress, at: now) else { return .tooMany }
        guard let token else { return .malformed }
        guard let origin = origin.origin(for: request) else {
            throw APIFailure(.badRequest, "The request does not say for which host it is")
        }
        let (hash, link) = (token.hash(key: hashKey), ShareLinkForms(origin: origin, token: token))
        return try await database.read { sql in
            let stored = try ShareTokenRepository(sql).find(hash)
            switch StoredShareToken.state(of: stored, for: nil, at: now) {
            case .expired: return .expired
            case .used: return .used
            case .unknown: return .unknown
            case .valid:
                guard let stored, let owner = try UserRepository(sql).find(stored.owner), owner.isReachable else {
                    return .unknown
                }
                return .valid(name: owner.displayName, link: link, isReusable: stored.isReusable)
            }
        }
    }
}
