import Crypto
import Foundation
package import NIOHTTP1

/// The opening handshake (RFC 6455 section 4.2), as a function of the request.
package enum WebSocketHandshake {
    package enum Answer: Equatable {
        /// Not an upgrade request.
        case plain
        case accept(HTTPHeaders)
        case refuse(HTTPResponseStatus, HTTPHeaders)
    }

    /// The answer for the route's subprotocol, which is nil if there is no such route.
    package static func answer(_ head: HTTPRequestHead, subprotocol: String?) -> Answer {
        guard tokens("upgrade", of: head).contains("websocket") else { return .plain }
        guard let subprotocol else { return .refuse(.notFound, closing) }
        guard head.method == .GET, head.version == .http1_1, tokens("connection", of: head).contains("upgrade"),
            head.headers["transfer-encoding"].isEmpty, head.headers["content-length"].allSatisfy({ $0 == "0" })
        else { return .refuse(.badRequest, closing) }
        guard head.headers["sec-websocket-version"] == ["13"] else {
            return .refuse(.upgradeRequired, closing + [("sec-websocket-version", "13")])
        }
        let keys = head.headers["sec-websocket-key"]
        guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else { return .refuse(.badRequest, closing) }

        var headers: HTTPHeaders = ["upgrade": "websocket", "connection": "upgrade"]
        headers.add(name: "sec-websocket-accept", value: accept(keys[0]))
        if tokens("sec-websocket-protocol", of: head, lowercased: false).contains(subprotocol) {
            headers.add(name: "sec-websocket-protocol", value: subprotocol)
        }
        return .accept(headers)
    }

    /// Computes `Sec-WebSocket-Accept` (RFC 6455 section 1.3). SHA-1 is prescribed by the protocol; no security depends on it.
    private static func accept(_ key: String) -> String {
        let digest = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        return Data(digest).base64EncodedString()
    }

    private static let closing: HTTPHeaders = ["connection": "close", "content-length": "0"]

    private static func tokens(_ name: String, of head: HTTPRequestHead, lowercased: Bool = true) -> [String] {
        head.headers[canonicalForm: name].map { lowercased ? $0.lowercased() : String($0) }
    }
}

private func + (headers: HTTPHeaders, more: [(String, String)]) -> HTTPHeaders {
    var headers = headers
    headers.add(contentsOf: more)
    return headers
}
