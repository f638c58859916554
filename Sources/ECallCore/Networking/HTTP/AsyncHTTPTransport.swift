import AsyncHTTPClient
import Dispatch
import ECallAPI
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP over AsyncHTTPClient: keeps connections, follows no redirection (a token goes to no other address).
public final class AsyncHTTPTransport: HTTPTransport {
    private let client: HTTPClient

    public init(trust: TLSTrust = .system) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust.configuration, redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        configuration.httpVersion = .http1Only
        if let pins = trust.pins {
            // Called between the handshake and the first request of a connection, whatever its name says. It may neither fail
            // nor take its time: the client would not know the connection any more, and end the program.
            configuration.http1_1ConnectionDebugInitializer = { channel in
                channel.eventLoop.makeCompletedFuture { PinCheckHandler.add(to: channel, pins) }
            }
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Asynchronous and harmless when done before; without it the client complains when it goes.
        client.shutdown(queue: .global()) { _ in }
    }

    /// Closes all connections.
    public func shutdown() async {
        try? await client.shutdown()
    }

    public func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
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
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError, is UnpinnedKey: return .untrusted
        case let error as HTTPClientError:
            switch error {
            case .cancelled: return .cancelled
            case .connectTimeout: return .unreachable
            case .deadlineExceeded, .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
                return .timeout
            case .invalidURL, .emptyHost, .emptyScheme: return .malformed
            default: return .unreachable
            }
        default: return .unreachable
        }
    }
}
