import ECallAPI
import ECallCore
import Foundation
import Synchronization

/// Answers requests as a test specifies, and records them.
final class ScriptedTransport: HTTPTransport {
    typealias Handler = @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse

    private let handler: Handler
    private let log = Mutex<[HTTPRequest]>([])

    init(_ handler: @escaping Handler) { self.handler = handler }

    /// Returns these answers one after the other, and the last one forever.
    convenience init(_ results: [Result<HTTPResponse, HTTPTransportError>]) {
        let rest = Mutex(results[...])
        self.init { (_) async throws(HTTPTransportError) in
            let result = rest.withLock { rest in rest.count > 1 ? rest.removeFirst() : rest.first }
            guard let result else { throw .unreachable }
            return try result.get()
        }
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }
    /// The paths that were asked for, with their methods.
    var lines: [String] {
        requests.map { "\($0.method.rawValue) \($0.url.replacing("https://calls.example.org/app/api", with: ""))" }
    }

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        return try await handler(request)
    }
}

extension HTTPResponse {
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
    }

    static func encoded(_ value: some Encodable) -> HTTPResponse {
        HTTPResponse(status: 200, body: (try? JSONEncoder().encode(value)) ?? Data())
    }

    static func refusal(_ code: String, status: Int, inner: Int? = nil, title: String = "No") -> HTTPResponse {
        .json(
            #"{"error":{"code":"\#(code)","status":\#(inner ?? status),"title":"\#(title)","detail":""}}"#,
            status: status)
    }
}

actor MemoryTokens: TokenStore {
    private(set) var current: SessionTokens?
    private(set) var stores = 0

    init(_ current: SessionTokens?) { self.current = current }

    func tokens() -> SessionTokens? { current }
    func store(_ tokens: SessionTokens) {
        stores += 1
        current = tokens
    }
    func clear() { current = nil }
}

extension SessionTokens {
    /// Tokens whose access token lives for a day after the epoch of the test clocks.
    static func test(
        access: String = "old", refresh: String = "refresh-1", lives seconds: Double = 86_400
    ) -> SessionTokens {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        return SessionTokens(
            access: access, refresh: refresh, accessExpiry: now.addingTimeInterval(seconds),
            refreshExpiry: now.addingTimeInterval(2_592_000))
    }
}

extension ServerAddress {
    static func test() throws -> ServerAddress { try ServerAddress("https://calls.example.org") }
}
