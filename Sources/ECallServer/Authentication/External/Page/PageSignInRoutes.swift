import ECallAPI
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OpenIDConnect
import ServerFoundation

/// `GET /sign-in/{google|apple}` redirects the browser to the issuer; `…/callback` handles its return. Every answer is a
/// redirect, errors included, because a person sees it.
struct PageSignInRoutes: Sendable {
    let signIn: PageSignIn
    let origin: PublicOrigin

    /// Far above the size of Apple's form.
    private static let largestForm = 64 * 1024

    func add(to router: Router<AppRequestContext>) {
        for type in signIn.providers.ofPage {
            router.get(RouterPath(PageSignIn.startPath(type))) { request, context in
                await start(type, request, context)
            }
            router.get(RouterPath(PageSignIn.callbackPath(type))) { request, context in
                await finish(type, request, context)
            }
            guard type == .apple else { continue }
            router.post(RouterPath(PageSignIn.callbackPath(type))) { request, context in
                try await park(request, context)
            }
        }
    }

    private func start(_ type: LoginMethodType, _ request: Request, _ context: AppRequestContext) async -> Response {
        guard let origin = origin(of: request) else { return leave(to: Self.page(.unavailable)) }
        let binding = Self.query(of: request)["binding"] ?? ""
        do {
            let departure = try await signIn.begin(
                type, binding: binding, origin: origin, address: context.clientAddress)
            return leave(to: departure.url, cookie: FlowCookie.set(departure.browser, origin))
        } catch {
            note(error, type, context)
            return leave(to: Self.page(error))
        }
    }

    private func finish(_ type: LoginMethodType, _ request: Request, _ context: AppRequestContext) async -> Response {
        guard let origin = origin(of: request) else { return leave(to: Self.page(.unavailable)) }
        let query = Self.query(of: request)
        let browser = FlowCookie.read(request.headers[.cookie], origin)
        do {
            let arrival = try await signIn.finish(
                type, state: query["state"] ?? "", browser: browser, code: query["code"], issuer: query["iss"])
            let place = arrival.isAddition ? "add-login-method" : "signed-in"
            return leave(to: "/#/\(place)/\(arrival.ticket)", cookie: FlowCookie.clear(origin))
        } catch {
            note(error, type, context)
            // The cookie may still be valid for another flow.
            return leave(to: Self.page(error), cookie: error == .expired ? nil : FlowCookie.clear(origin))
        }
    }

    /// Stores Apple's form, which arrives without the cookie, and redirects the browser back to itself with it.
    private func park(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Self.largestForm)
        let form = FormCoding.decode(String(buffer: body))
        let state = form["state"] ?? ""
        guard Secret.isWellFormed(state) else { return leave(to: Self.page(.expired)) }
        signIn.park(.init(code: form["code"] ?? "", name: PageFlow.name(inUser: form["user"])), state: state)
        return leave(to: PageSignIn.callbackPath(.apple) + "?state=\(state)")
    }

    // MARK: - Parts

    private func origin(of request: Request) -> PageOrigin? { PageOrigin(origin.origin(for: request)) }

    private static func query(of request: Request) -> [String: String] {
        FormCoding.decode(request.uri.query ?? "")
    }

    private static func page(_ failure: PageSignIn.Failure) -> String { "/#/sign-in-failed/\(failure.rawValue)" }

    private func note(_ failure: PageSignIn.Failure, _ type: LoginMethodType, _ context: AppRequestContext) {
        context.logger.notice(
            "sign-in of the page failed", metadata: ["issuer": "\(type.rawValue)", "reason": "\(failure.rawValue)"])
    }

    private func leave(to url: String, cookie: String? = nil) -> Response {
        var headers: HTTPFields = [.location: url, .cacheControl: "no-store"]
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        if let cookie { headers[.setCookie] = cookie }
        return Response(status: .seeOther, headers: headers)
    }
}
