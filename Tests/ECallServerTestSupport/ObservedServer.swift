import ECallAPI
import ECallCore
import Foundation
import Synchronization

@testable import ECallServer

/// The real server in this process, as reached by one client: records requests and answers, and fails as the test orders.
final class ObservedServer: HTTPTransport, SocketDialing {
    /// The result of requests instead of the server's answer.
    enum Fault: Sendable, Equatable {
        /// Requests do not arrive.
        case unreachable
        /// Requests with a token are refused with this.
        case refused(ErrorCode)
    }

    private struct State {
        var requests: [HTTPRequest] = []
        var answers: [HTTPResponse] = []
        var fault: Fault?
        var starting: Task<InProcessServer, any Error>?
    }

    private let state = Mutex(State())
    private let sendsTexts: Bool
    private let configure: @Sendable (inout ServerSettings) -> Void

    /// - Parameters:
    ///   - sendsTexts: whether codes are also sent to phones.
    init(sendsTexts: Bool = true, configure: @escaping @Sendable (inout ServerSettings) -> Void = { _ in }) {
        (self.sendsTexts, self.configure) = (sendsTexts, configure)
    }

    convenience init(publicURL: String) { self.init(configure: { $0.publicURL = publicURL }) }

    /// The server itself, which faults do not affect. Started on first use.
    var real: InProcessServer {
        get async throws {
            try await state.withLock { [sendsTexts, configure] state in
                let starting =
                    state.starting
                    ?? Task { try await InProcessServer(sendsTexts: sendsTexts, configure: configure) }
                state.starting = starting
                return starting
            }.value
        }
    }

    /// Sets the fault from now on; nil for none.
    func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    // MARK: - What the client asked

    var requests: [HTTPRequest] { state.withLock(\.requests) }
    /// The methods and paths, such as `GET /contacts`.
    var lines: [String] { requests.map { "\($0.method.rawValue) \(Self.path(of: $0))" } }
    /// The bodies of those requests that had one.
    var bodies: [String] { requests.compactMap(\.body).map { String(decoding: $0, as: UTF8.self) } }

    /// The answer to the last sign-in; nil before the first.
    var signedIn: VerifyLoginResponse? {
        state.withLock(\.answers).lazy.reversed()
            .compactMap { try? JSONDecoder().decode(VerifyLoginResponse.self, from: $0.body) }.first
    }

    private static func path(of request: HTTPRequest) -> String {
        (URLComponents(string: request.url)?.path ?? "").replacing(Endpoint.prefixes[0], with: "", maxReplacements: 1)
    }

    // MARK: - Connections

    func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let fault = state.withLock { state in
            state.requests.append(request)
            return state.fault
        }
        switch fault {
        case .unreachable: throw .unreachable
        case .refused(let code) where request.headers["Authorization"] != nil: return Self.refusal(code)
        case .refused, nil: break
        }
        guard let server = try? await real else { throw .unreachable }
        let answer = try await server.perform(request)
        state.withLock { $0.answers.append(answer) }
        return answer
    }

    private static func refusal(_ code: ErrorCode) -> HTTPResponse {
        let body = (try? JSONEncoder().encode(ErrorEnvelope(code, title: "No."))) ?? Data()
        return HTTPResponse(status: code.status, body: body)
    }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        guard state.withLock({ $0.fault }) != .unreachable, let server = try? await real else { throw .unreachable }
        return try await server.socket()
    }
}
