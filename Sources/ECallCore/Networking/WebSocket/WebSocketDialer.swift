import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

/// Opens WebSockets over TCP or TLS.
public struct WebSocketDialer: SocketDialing {
    private let trust: TLSTrust
    private let timeout: TimeAmount

    /// - Parameter timeout: for connection, TLS and handshake together.
    public init(trust: TLSTrust = .system, timeout: Duration = .seconds(10)) {
        self.trust = trust
        self.timeout = .nanoseconds(Int64(clamping: timeout.wholeNanoseconds))
    }

    private enum Upgrade: Sendable {
        case connection(WebSocketConnection)
        case wrongSubprotocol
        case refusal(EventLoopFuture<Int>)
    }

    public func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        let attempt = Attempt()
        do {
            return try await withTaskCancellationHandler {
                switch try await connect(request, attempt).get() {
                case .connection(let connection): return connection
                case .wrongSubprotocol: throw SocketError.wrongSubprotocol
                case .refusal(let status): throw SocketError.refused(status: try await status.get())
                }
            } onCancel: {
                attempt.cancel()
            }
        } catch {
            throw Task.isCancelled ? .cancelled : Self.meaning(of: error)
        }
    }

    /// A connection that is being made, which may be given up: NIO itself waits until it is made or refused.
    private final class Attempt: Sendable {
        private let state = Mutex<(channel: (any Channel)?, isCancelled: Bool)>((nil, false))

        func isWanted(on channel: any Channel) -> Bool {
            state.withLock { state in
                state.channel = channel
                return !state.isCancelled
            }
        }

        func cancel() {
            let channel = state.withLock { state in
                state.isCancelled = true
                return state.channel
            }
            channel?.close(promise: nil)
        }
    }

    private func connect(_ request: SocketRequest, _ attempt: Attempt) async throws -> EventLoopFuture<Upgrade> {
        let address = request.address
        let tls = address.isSecure ? try NIOSSLContext(configuration: trust.configuration) : nil
        let (timeout, identity) = (timeout, ServerIdentity(host: address.host, pins: trust.pins))
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(timeout)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    channel.syncOptions?.repeatSteadily()
                    guard attempt.isWanted(on: channel) else { throw SocketError.cancelled }
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: identity.name))
                        try channel.pipeline.syncOperations.addHandler(ServerCheckHandler(identity))
                    }
                    let deadline = channel.eventLoop.scheduleTask(in: timeout) {
                        channel.pipeline.fireErrorCaught(SocketError.timeout)
                        channel.close(promise: nil)
                    }
                    let upgrade = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: .init(upgradeConfiguration: Self.upgrade(for: request)))
                    upgrade.whenComplete { _ in deadline.cancel() }
                    return upgrade
                }
            }
    }

    // MARK: - Handshake

    private static func upgrade(for request: SocketRequest) -> NIOTypedHTTPClientUpgradeConfiguration<Upgrade> {
        var headers = HTTPHeaders()
        headers.add(name: "Host", value: request.address.authority)
        headers.add(name: "Sec-WebSocket-Protocol", value: request.subprotocol)
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            headers.replaceOrAdd(name: name, value: value)
        }
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: WebSocketConnection.largestMessage, enableAutomaticErrorHandling: false
        ) { channel, head in
            channel.eventLoop.makeCompletedFuture {
                guard head.headers["Sec-WebSocket-Protocol"] == [request.subprotocol] else {
                    channel.close(promise: nil)
                    return .wrongSubprotocol
                }
                return .connection(try connection(on: channel))
            }
        }
        return NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: HTTPRequestHead(
                version: .http1_1, method: .GET, uri: request.address.path, headers: headers),
            upgraders: [upgrader]
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                let status = channel.eventLoop.makePromise(of: Int.self)
                try channel.pipeline.syncOperations.addHandler(RefusalHandler(status: status))
                return .refusal(status.futureResult)
            }
        }
    }

    private static func connection(on channel: any Channel) throws -> WebSocketConnection {
        let (events, continuation) = AsyncStream.makeStream(
            of: SocketEvent.self, bufferingPolicy: .bufferingOldest(WebSocketConnection.longestInbox))
        try channel.pipeline.syncOperations.addHandlers([
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 4096,
                maxAccumulatedFrameSize: WebSocketConnection.largestMessage),
            WebSocketFrameHandler(events: continuation),
        ])
        return WebSocketConnection(channel: channel, events: events)
    }

    private static func meaning(of error: any Error) -> SocketError {
        switch error {
        case let error as SocketError: error
        case is CancellationError: .cancelled
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError, is WrongServer: .untrusted
        case ChannelError.connectTimeout: .timeout
        default: .unreachable
        }
    }
}

/// Reads the status with which a server refuses a WebSocket.
private final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let status: EventLoopPromise<Int>

    init(status: EventLoopPromise<Int>) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        status.succeed(Int(head.status.code))
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        status.fail(error)
        context.close(promise: nil)
    }

    func handlerRemoved(context: ChannelHandlerContext) { status.fail(SocketError.unreachable) }
}
