import ECallAPI
package import NIOCore
package import NIOHTTP1
import Synchronization

/// The reason for which a request is refused before the application sees it; each closes the connection.
package enum HTTPRefusal: String, Error, Sendable, CaseIterable {
    case malformed, host, target, framing, coding, expectation, version, connect
    case headTooLarge, bodyTooLarge, timeout, connections

    package var status: HTTPResponseStatus {
        switch self {
        case .malformed, .host, .target, .framing: .badRequest
        case .coding, .connect: .notImplemented
        case .expectation: .expectationFailed
        case .version: .httpVersionNotSupported
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .payloadTooLarge
        case .timeout: .requestTimeout
        case .connections: .tooManyRequests
        }
    }

    private var code: ErrorCode {
        switch self {
        case .headTooLarge, .bodyTooLarge: .requestTooLarge
        case .connections: .tooManyRequests
        default: .badRequest
        }
    }

    /// The text for people.
    private var title: String {
        switch self {
        case .malformed: "The request is not valid HTTP"
        case .host: "The request must name exactly one host"
        case .target: "The request must name a path that begins with a slash"
        case .framing: "The request does not say plainly where its body ends"
        case .coding: "No transfer coding but chunked is known here"
        case .expectation: "Nothing but 100-continue can be expected here"
        case .version: "The version of HTTP must be 1.1"
        case .connect: "This server is no proxy"
        case .headTooLarge: "The head of the request is too large"
        case .bodyTooLarge: "The request is too large"
        case .timeout: "The request did not arrive in time; send it again"
        case .connections: "There are too many connections from this address; close some, or try again later"
        }
    }

    /// The response: the error envelope (wire-protocol 1.4).
    ///
    /// - Parameter date: the time of the response, as `HTTPDates` writes it.
    package func answer(at date: String) -> (head: HTTPResponseHead, body: ByteBuffer) {
        let error = ErrorEnvelope.Body(code: code.rawValue, status: Int(status.code), title: title, detail: "")
        let body = (try? JSONText.encode(ErrorEnvelope(error: error))).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        var headers: HTTPHeaders = [
            "content-type": "application/json; charset=utf-8", "content-length": "\(body.readableBytes)",
            "cache-control": "no-store", "x-content-type-options": "nosniff", "connection": "close", "date": date,
        ]
        if self == .connections { headers.add(name: "retry-after", value: "15") }
        return (HTTPResponseHead(version: .http1_1, status: status, headers: headers), body)
    }
}

/// The number of refused requests and connections, by reason.
package final class HTTPRefusalCounts: Sendable {
    private let counts = Mutex<[HTTPRefusal: Int]>([:])

    package init() {}

    package func count(_ refusal: HTTPRefusal) { counts.withLock { $0[refusal, default: 0] += 1 } }

    package var byReason: [HTTPRefusal: Int] { counts.withLock { $0 } }
}
