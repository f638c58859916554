import ECallAPI
import HTTPTypes
import Hummingbird

/// What a request to the API must be so that no page of another site can make a browser send it (decision 85).
///
/// A browser sends the bodies of forms, and of scripts that ask nobody, as one of three content types
/// (Fetch, "CORS-safelisted request-header"), and none of them is JSON. Anything else it asks for by a preflight, which this
/// server grants nobody.
enum RequestOrigin {
    /// Throws 403 `ErrCrossSiteRequest` and 415 `ErrUnsupportedMediaType`. Lets every GET pass: what is only read is read by
    /// nobody on another site, and a link leads here.
    static func check(_ request: Request, method: Endpoint.Method) throws(APIFailure) {
        guard method != .get else { return }
        if BearerToken.token(in: request.headers[.authorization]) == nil, isCrossSite(request) {
            throw APIFailure(.crossSiteRequest, "A page of another site cannot do this. Open this server's own page")
        }
        if let type = request.headers[.contentType] {
            guard isJSON(type) else { throw unsupported }
        } else if hasBody(request) {
            throw unsupported
        }
    }

    /// Whether a media type is JSON, perhaps with a charset; other parameters are not defined for it (RFC 8259 section 11).
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

    /// W3C Fetch Metadata. Browsers set it and no page can; programs do not send it.
    private static func isCrossSite(_ request: Request) -> Bool {
        guard let name = HTTPField.Name("Sec-Fetch-Site") else { return false }
        return request.headers[name]?.lowercased() == "cross-site"
    }

    private static func hasBody(_ request: Request) -> Bool {
        if request.headers[.transferEncoding] != nil { return true }
        return request.headers[.contentLength].map { $0 != "0" } ?? false
    }
}
