import CCurl
import Foundation

/// Requests the files of a server's page as a browser without a cache does. It blocks: to be used on a thread of its
/// own. One connection serves all requests.
public final class PageServer {
    /// The largest accepted file, uncompressed, in bytes; the page's are a tenth of it.
    private static let longestBody = 16 << 20
    private static let longestHeaders = 64 << 10
    private static let longestTransfer = 20_000
    private static let longestConnecting = 8_000
    /// A browser's name, so that a server that sends browsers different files cannot recognize this check by its name. It
    /// proves nothing: the two differ in other ways.
    private static let userAgent =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"

    private let origin: String
    private let authority: String?
    private let curl: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - address: `https://host[:port]` or `http://host[:port]`.
    ///   - authority: a file of certificates (PEM) that are trusted instead of the system's.
    public init(_ address: String, authority: String? = nil) throws(PageFailure) {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: true), !host.isEmpty, ["", "/"].contains(url.path), url.query == nil,
            url.fragment == nil, url.user == nil
        else { throw .badAddress }
        origin = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
        self.authority = authority
        guard isCurlReady, let curl = curl_easy_init() else { throw .unreachable }
        self.curl = curl
    }

    deinit { curl_easy_cleanup(curl) }

    /// Asks for one file. Redirections are answers like others.
    public func get(_ path: String, _ coding: ContentCoding) throws(PageFailure) -> PageAnswer {
        var headers = ccurl_answer(bytes: nil, count: 0, limit: Self.longestHeaders)
        var body = ccurl_answer(bytes: nil, count: 0, limit: Self.longestBody)
        defer {
            ccurl_free_answer(&headers)
            ccurl_free_answer(&body)
        }
        var status = 0
        let result = withUnsafeMutablePointer(to: &headers) { headers in
            withUnsafeMutablePointer(to: &body) { body in
                curl_easy_reset(curl)
                guard (options(path, coding) + [ccurl_set_answer(curl, headers, body)]).allSatisfy({ $0 == CURLE_OK })
                else { return CURLE_FAILED_INIT }
                return ccurl_perform(curl)
            }
        }
        guard result == CURLE_OK else { throw Self.failure(result) }
        _ = ccurl_get_number(curl, CURLINFO_RESPONSE_CODE, &status)
        return PageAnswer(
            status: status, headers: Self.fields(of: Self.data(headers)), body: Self.data(body))
    }

    private func options(_ path: String, _ coding: ContentCoding) -> [CURLcode] {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        var codes = [
            ccurl_set_text(curl, CURLOPT_URL, origin + encoded),
            ccurl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https"),
            ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1),
            ccurl_set_number(curl, CURLOPT_CONNECTTIMEOUT_MS, Self.longestConnecting),
            ccurl_set_number(curl, CURLOPT_TIMEOUT_MS, Self.longestTransfer),
            ccurl_set_text(curl, CURLOPT_USERAGENT, Self.userAgent),
            ccurl_set_text(curl, CURLOPT_ACCEPT_ENCODING, coding.rawValue),
        ]
        if let authority {
            codes.append(ccurl_set_text(curl, CURLOPT_CAINFO, authority))
            codes.append(ccurl_set_text(curl, CURLOPT_CAPATH, nil))
        }
        return codes
    }

    private static func failure(_ code: CURLcode) -> PageFailure {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .notTrusted
        case CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING, CURLE_PARTIAL_FILE: .unreadable
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badAddress
        default: .unreachable
        }
    }

    private static func data(_ answer: ccurl_answer) -> Data {
        answer.bytes.map { Data(bytes: $0, count: answer.count) } ?? Data()
    }

    /// The header fields of the final response: an interim one (1xx) precedes it.
    private static func fields(of data: Data) -> [String: String] {
        var fields: [String: String] = [:]
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("HTTP/") { fields = [:] }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields[line[..<colon].lowercased()] = value
        }
        return fields
    }
}

/// libcurl must be initialized once, before anything else.
private let isCurlReady = curl_global_init(3) == CURLE_OK
