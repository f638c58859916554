import ECallAPI
import HTTPTypes
import Hummingbird
import ServerFoundation

/// `GET /.well-known/apple-app-site-association`: the apps that open links to contacts and calls (wire-protocol 7.3; Apple,
/// "Supporting associated domains").
struct AppAssociationRoute: Sendable {
    /// The `TEAM.bundle` of each app.
    let appIDs: [String]

    /// A link to a call is one of the page, and Apple matches fragments too, so existing links open in the app.
    private static let components = [
        ["/": "/share/contact/*", "comment": "Contacts by link"],
        ["/": "/", "#": "/call/*", "comment": "Calls by link"],
    ]

    private struct Document: Encodable {
        struct AppLinks: Encodable { let details: [Detail] }
        struct Detail: Encodable {
            let appIDs: [String]
            let components: [[String: String]]
        }
        let applinks: AppLinks
    }

    func add(to router: Router<AppRequestContext>) {
        for method in [HTTPRequest.Method.get, .head] {
            router.on("/.well-known/apple-app-site-association", method: method) { [appIDs] request, _ in
                guard !appIDs.isEmpty else { throw APIFailure(.notFound, "This server has no app of its own") }
                var response = try Response.json(
                    Document(applinks: .init(details: [.init(appIDs: appIDs, components: Self.components)])))
                response.headers[.contentType] = "application/json"
                response.headers[.cacheControl] = "max-age=3600"
                if method == .head { response.body = ResponseBody() }
                return response
            }
        }
    }
}
