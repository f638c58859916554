import ECallAPI
import HTTPTypes
import Hummingbird
import ServerFoundation

/// `GET /.well-known/apple-app-site-association`: which apps open share links (wire-protocol 7.3; Apple, "Supporting
/// associated domains").
struct AppAssociationRoute: Sendable {
    /// `TEAM.bundle` of each.
    let appIDs: [String]

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
                let component = ["/": "/share/contact/*", "comment": "Contacts by link"]
                var response = try Response.json(
                    Document(applinks: .init(details: [.init(appIDs: appIDs, components: [component])])))
                response.headers[.contentType] = "application/json"
                response.headers[.cacheControl] = "max-age=3600"
                if method == .head { response.body = ResponseBody() }
                return response
            }
        }
    }
}
