import AsyncHTTPClient
import Dispatch
import ECallAPI
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// HTTP over AsyncHTTPClient: keeps connections, follows no redirection (a token goes to no other address).
public final class AsyncHTTPTransport: HTTPTransport {
    /// One client per server: a new connection does not tell which server it is for, and each server has its own certificate.
    private struct Clients {
        var byServer: [Server: HTTPClient] = [:]
        var isShutDown = false
    }

    private struct Server: Hashable {
        let scheme: String?
        let host: String
    }

    private let trust: TLSTrust
    private let clients = Mutex(Clients())

    public init(trust: TLSTrust = .system) { self.trust = trust }

    deinit {
        // Asynchronous and harmless when done before; without it a client complains when it goes.
        for client in clients.withLock({ $0.byServer.values }) { client.shutdown(queue: .global()) { _ in } }
    }

    /// Closes all connections.
    public func shutdown() async {
        let clients = clients.withLock { state in
            state.isShutDown = true
            return Array(state.byServer.values)
        }
        for client in clients { try? await client.shutdown() }
    }

    private func client(for server: Server) throws(HTTPTransportError) -> HTTPClient {
        let client = clients.withLock { state -> HTTPClient? in
            guard !state.isShutDown else { return nil }
            if let client = state.byServer[server] { return client }
            let client = makeClient(for: server)
            state.byServer[server] = client
            return client
        }
        guard let client else { throw .cancelled }
        return client
    }

    private func makeClient(for server: Server) -> HTTPClient {
        // Named explicitly: the library's default is Network.framework on Apple's systems, which has no NIOSSL to check pins in.
        let group = MultiThreadedEventLoopGroup.singleton
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust.configuration, redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        configuration.httpVersion = .http1Only
        // A refused connection is reported at once; `RetryPolicy` decides whether to retry.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Without TLS the identity is checked only if keys are pinned.
        guard server.scheme?.lowercased() == "https" || trust.pins != nil else {
            return HTTPClient(eventLoopGroup: group, configuration: configuration)
        }
        let identity = ServerIdentity(host: server.host, pins: trust.pins)
        // Called between the handshake and the first request of a connection, despite its name. It must neither fail nor take
        // long: the client would lose track of the connection, and crash.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture { ServerCheckHandler.add(to: channel, identity) }
        }
        return HTTPClient(eventLoopGroup: group, configuration: configuration)
    }

    public func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        guard let parts = URLComponents(string: request.url), let host = parts.host else { throw .malformed }
        let client = try client(for: Server(scheme: parts.scheme, host: host))
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .RAW(value: request.method.rawValue)
        for (name, value) in request.headers { outgoing.headers.replaceOrAdd(name: name, value: value) }
        if let body = request.body { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            let timeout = TimeAmount.nanoseconds(Int64(clamping: request.timeout.wholeNanoseconds))
            let answer = try await client.execute(outgoing, timeout: timeout)
            let body = try await answer.body.collect(upTo: request.largestAnswer)
            var headers: [String: String] = [:]
            for (name, value) in answer.headers { headers[name.lowercased()] = value }
            return HTTPResponse(status: Int(answer.status.code), headers: headers, body: Data(body.readableBytesView))
        } catch {
            throw Self.meaning(of: error)
        }
    }

    private static func meaning(of error: any Error) -> HTTPTransportError {
        switch error {
        case is CancellationError: return .cancelled
        case is NIOTooManyBytesError: return .answerTooLarge
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError, is WrongServer: return .untrusted
        case let error as HTTPClientError:
            switch error {
            case .cancelled: return .cancelled
            case .connectTimeout: return .unreachable
            case .deadlineExceeded, .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
                return .timeout
            case .invalidURL, .emptyHost, .emptyScheme: return .malformed
            default: return .unreachable
            }
        case let error as NIOConnectionError: return meaning(of: error)
        case let error as IOError: return meaning(of: [error.errnoCode])
        case is SocketAddressError: return .unknownHost
        default: return .unreachable
        }
    }

    private static func meaning(of error: NIOConnectionError) -> HTTPTransportError {
        guard !error.connectionErrors.isEmpty else {
            return error.dnsAError == nil && error.dnsAAAAError == nil ? .unreachable : .unknownHost
        }
        return meaning(of: error.connectionErrors.map { ($0.error as? IOError)?.errnoCode })
    }

    /// - Parameter codes: `errno` for each address of the host; nil for one that did not answer.
    private static func meaning(of codes: [Int32?]) -> HTTPTransportError {
        if codes.contains(nil) { return .unreachable }
        if codes.contains(ECONNREFUSED) { return .refused }
        return codes.allSatisfy { [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL].contains($0) }
            ? .noRoute : .unreachable
    }
}
