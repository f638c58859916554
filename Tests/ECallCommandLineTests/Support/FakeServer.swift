import ECallAPI
import ECallCore
import Foundation
import Synchronization

/// Answers like a server with one account and two contacts; remembers what was asked.
final class FakeServer: HTTPTransport {
    static let accessToken = "access-token-f00dcafe"
    static let refreshToken = "refresh-token-f00dcafe"
    static let email = "alice.test@example.org"
    static let code = "271828"
    static let shareToken = String(repeating: "aB3", count: 14) + "x"

    private struct State {
        var paths: [String] = []
        var isReachable = true
        var contacts = [(5, "Bob"), (6, "Bobby"), (7, "Eve")]
        var refusal: ErrorCode?
    }
    private let state = Mutex(State())

    var paths: [String] { state.withLock { $0.paths } }
    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }
    /// Every authorized request is refused with this.
    func refuse(with code: ErrorCode?) { state.withLock { $0.refusal = code } }
    func setContacts(_ contacts: [(Int, String)]) { state.withLock { $0.contacts = contacts } }

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let path = URLComponents(string: request.url)?.path ?? ""
        let (isReachable, refusal, contacts) = state.withLock { state in
            state.paths.append(path)
            return (state.isReachable, state.refusal, state.contacts)
        }
        guard isReachable else { throw .unreachable }
        if let refusal, request.headers["Authorization"] != nil { return Self.error(refusal) }
        return Self.answer(path.replacingOccurrences(of: "/app/api", with: ""), request, contacts)
    }

    private static func answer(_ path: String, _ request: HTTPRequest, _ contacts: [(Int, String)]) -> HTTPResponse {
        switch path {
        case "/app-config": json(#"{"twilioConfigured":false,"appleLoginConfigured":false,"emailConfigured":true}"#)
        case "/login": json(#"{"userId":1,"email":"\#(email)","phoneNumber":"","displayName":"Alice Test"}"#)
        case "/verify-login":
            if String(decoding: request.body ?? Data(), as: UTF8.self).contains(code) {
                json(
                    """
                    {"accessToken":"\(accessToken)","refreshToken":"\(refreshToken)","expiresIn":900,
                    "refreshExpiresIn":2592000,"userId":1,"deviceId":11}
                    """)
            } else {
                error(.otpMismatched)
            }
        case "/user":
            json(
                #"{"user":{"id":1,"deviceId":11,"displayName":"Alice Test","email":"\#(email)","phoneNumber":""}}"#)
        case "/credentials":
            json(
                """
                {"noneTlsUrl":"turn:127.0.0.1:1","turnUsername":"1","turnPassword":"p","rabbitmqToken":"passcode",
                "rabbitmqTokenExpiresAt":99999999999}
                """)
        case "/contacts":
            json(
                #"{"contacts":["#
                    + contacts.map { id, name in
                        #"{"id":\#(id),"userId":1,"contactId":\#(id),"contactName":"\#(name)","#
                            + #""isFavorite":false,"isBlocked":false}"#
                    }.joined(separator: ",") + "]}")
        case "/share-token": json(#"{"token":"\#(shareToken)"}"#)
        case "/logout", "/resend-otp": json("\"ok\"")
        default: error(.notFound)
        }
    }

    private static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["content-type": "application/json"], body: Data(text.utf8))
    }

    private static func error(_ code: ErrorCode) -> HTTPResponse {
        let body = (try? JSONEncoder().encode(ErrorEnvelope(code, title: "No."))) ?? Data()
        return HTTPResponse(status: code.status, body: body)
    }
}

/// Sockets behind which a STOMP server takes every device.
struct FakeSignaling: SocketDialing {
    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket { Socket() }

    private final class Socket: MessageSocket {
        let events: AsyncStream<SocketEvent>
        private let continuation: AsyncStream<SocketEvent>.Continuation

        init() { (events, continuation) = AsyncStream.makeStream() }

        func send(_ text: String) throws(SocketError) {
            if text.hasPrefix("CONNECT") {
                continuation.yield(.text("CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0"))
            }
            for line in text.split(separator: "\n") where line.hasPrefix("receipt:") {
                continuation.yield(.text("RECEIPT\nreceipt-id:\(line.dropFirst("receipt:".count))\n\n\0"))
            }
            if text.hasPrefix("DISCONNECT") { close() }
        }

        func close() {
            continuation.yield(.closed(.local))
            continuation.finish()
        }
    }
}
