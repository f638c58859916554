import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// HTTP/1.1 and WebSockets on one port.
///
/// A WebSocket costs no task: its session lives in channel handlers on the event loop.
struct HTTP1WebSocketChannel: ServerChildChannel, HTTPChannelHandler {
    /// What a connection turned out to be.
    enum Outcome: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case webSocket
    }

    struct Value: ServerChildChannelValue {
        let outcome: EventLoopFuture<Outcome>
        let channel: any Channel
    }

    struct Configuration: Sendable {
        var limits = HTTPLimits()
        /// From the moment the server begins to stop until a connection that is still busy is closed.
        var drainTime = TimeAmount.seconds(4)
        /// Their addresses have no limit of connections: what they bring counts for the client that they name.
        var proxies = TrustedProxies.none
    }

    let responder: HTTPChannelHandler.Responder
    let routes: [WebSocketRoute]
    var configuration = Configuration()
    var sockets = OpenSockets()
    var refusals = HTTPRefusalCounts()
    let connections: AddressTally

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let decided = channel.eventLoop.makePromise(of: Outcome.self)
            let pipeline = channel.pipeline.syncOperations
            guard admit(channel) else {
                refusals.count(.connections)
                decided.fail(ChannelError.eof)
                try pipeline.addHandler(TurnAwayHandler())
                return Value(outcome: decided.futureResult, channel: channel)
            }
            let limits = configuration.limits
            try? channel.syncOptions?.setOption(
                .socketOption(.so_sndbuf), value: SocketOptionValue(limits.kernelBuffer))
            let conversation = HTTPConversationHandler(limits: limits, refusals: refusals, logger: logger)
            try pipeline.addHandler(HTTPInputTap(conversation))
            try pipeline.addHandler(HTTPResponseEncoder())
            let decoder = HTTPRequestDecoder(
                leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits.decoder)
            // What the decoder does not count, as white space, is bounded too.
            try pipeline.addHandler(ByteToMessageHandler(decoder, maximumBufferSize: 2 * limits.head))
            try pipeline.addHandler(conversation)
            try pipeline.addHandler(
                LateUpgradeHandler(
                    routes: routes, configuration: configuration, sockets: sockets, connections: connections,
                    decided: decided, logger: logger))
            return Value(outcome: decided.futureResult, channel: channel)
        }
    }

    /// Counts the connection for its address; false when that has enough.
    private func admit(_ channel: any Channel) -> Bool {
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard !configuration.proxies.isTrusted(address) else { return true }
        guard connections.take(address) else { return false }
        let connections = connections
        channel.closeFuture.whenComplete { _ in connections.giveBack(address) }
        return true
    }

    func handle(value: Value, logger: Logger) async {
        guard case .http(let channel)? = try? await value.outcome.get() else { return }
        await handleHTTP(asyncChannel: channel, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with these WebSocket endpoints on the same port.
    static func http1(
        webSockets routes: [WebSocketRoute], configuration: HTTP1WebSocketChannel.Configuration = .init(),
        sockets: OpenSockets = OpenSockets(), refusals: HTTPRefusalCounts = HTTPRefusalCounts()
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            HTTP1WebSocketChannel(
                responder: responder, routes: routes, configuration: configuration, sockets: sockets,
                refusals: refusals,
                connections: AddressTally(most: configuration.limits.connectionsPerAddress))
        }
    }
}
