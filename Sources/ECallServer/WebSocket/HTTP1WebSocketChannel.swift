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
        /// From connecting to the first request.
        var firstRequestTimeout = TimeAmount.seconds(30)
        /// Between requests.
        var idleTimeout = Duration.seconds(75)
        /// From the moment the server begins to stop until a connection that is still busy is closed.
        var drainTime = TimeAmount.seconds(4)
        var proxies = TrustedProxies.none
    }

    let responder: HTTPChannelHandler.Responder
    let routes: [WebSocketRoute]
    var configuration = Configuration()
    var sockets = OpenSockets()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let decided = channel.eventLoop.makePromise(of: Outcome.self)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTPResponseEncoder())
            try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)))
            try pipeline.addHandler(HTTPServerProtocolErrorHandler())
            try pipeline.addHandler(
                LateUpgradeHandler(
                    routes: routes, configuration: configuration, sockets: sockets, decided: decided, logger: logger))
            return Value(outcome: decided.futureResult, channel: channel)
        }
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
        sockets: OpenSockets = OpenSockets()
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            HTTP1WebSocketChannel(
                responder: responder, routes: routes, configuration: configuration, sockets: sockets)
        }
    }
}
