import HTTPTypes
import Hummingbird
import Notifications
import ServerFoundation

/// Responses for browsers that follow a link.
enum LandingResponse {
    /// Nothing runs in the page, frames it or comes from elsewhere, and its origin is opaque: injected code could reach no
    /// key and no token. A tap may navigate, also into the app.
    static let contentSecurityPolicy =
        "sandbox allow-top-navigation-by-user-activation allow-top-navigation-to-custom-protocols; default-src 'none'; "
        + "style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// The language that the person chose in the page's menu, or else the browser's.
    static func language(of request: Request) -> MessageLanguage {
        request.uri.queryParameters.get(LanguageMenu.parameter).flatMap { MessageLanguage(tag: $0) }
            ?? MessageLocale(acceptLanguage: request.headers[.acceptLanguage] ?? "").language
    }

    /// No cache stores the page, and one that ignores this keeps the languages apart.
    static func page(_ page: LandingPage, for request: Request) -> Response {
        make(
            request, page.status, "text/html; charset=utf-8", Array(page.html.utf8),
            ["Cache-Control": "no-store", "Content-Language": page.language.rawValue, "Vary": "Accept-Language"])
    }

    static func make(
        _ request: Request, _ status: Int, _ type: String, _ bytes: [UInt8], _ more: [String: String]
    ) -> Response {
        let texts = [
            "Content-Type": type, "Content-Length": "\(bytes.count)", "Content-Security-Policy": contentSecurityPolicy,
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex",
            "Cross-Origin-Resource-Policy": "same-origin",
        ].merging(more) { $1 }
        var headers = HTTPFields()
        for (name, value) in texts {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: .init(code: status), headers: headers, body: body)
    }
}
