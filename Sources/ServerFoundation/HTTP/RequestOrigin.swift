import ECallAPI
import HTTPTypes
import Hummingbird

/// Protects the API against requests that another site makes a browser send (decision 85).
///
/// Without a preflight, a browser sends bodies of forms and scripts only as one of three content types (Fetch,
/// "CORS-safelisted request-header"), none of which is JSON. Anything else requires a preflight, which this server never
/// grants.
enum RequestOrigin {
    /// Throws 403 `ErrCrossSiteRequest` and 415 `ErrUnsupportedMediaType`. Allows every GET, whose response no other site
    /// can read, and to which links may lead.
    static func check(_ request: Request, method: Endpoint.Method) throws(APIFailure) {
        guard method != .get else { return }
        if BearerToken.token(in: request.headers[.authorization]) == nil, isCrossSite(request) {
            throw APIFailure(.crossSiteRequest, "Pages of other sites cannot do this. Open this server's own page")
        }
        if let type = request.headers[.contentType] {
            guard isJSON(type) else { throw unsupported }
        } else if hasBody(request) {
            throw unsupported
        }
    }

    /// Whether a media type is JSON, optionally with a charset; other parameters are not defined for it (RFC 8259 section 11).
    static func isJSON(_ type: String) -> Bool {
        let parts = type.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased()
        }
        guard let media = parts.first, media.hasPrefix(json),
            media.dropFirst(json.count).allSatisfy({ " \t".contains($0) })
        else { return false }
        guard parts.count > 1 else { return true }
        return parts.count == 2 && parts[1].hasPrefix("charset=")
    }

    private static let json = "application/json"

    static let unsupported = APIFailure(
        .unsupportedMediaType, "The body must be JSON: send Content-Type: application/json")

    /// Evaluates W3C Fetch Metadata, which browsers set and no page can; programs do not send it.
    private static func isCrossSite(_ request: Request) -> Bool {
        guard let name = HTTPField.Name("Sec-Fetch-Site") else { return false }
        return request.headers[name]?.lowercased() == "cross-site"
    }

    private static func hasBody(_ request: Request) -> Bool {
        if request.headers[.transferEncoding] != nil { return true }
        return request.headers[.contentLength].map { $0 != "0" } ?? false
    }
}
