package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// HTTP/1.1 and WebSockets on one port.
///
/// A WebSocket needs no task: its session consists of channel handlers on the event loop.
package struct HTTP1WebSocketChannel: ServerChildChannel, HTTPChannelHandler {
    /// The protocol of a connection.
    package enum Outcome: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case webSocket
    }

    package struct Value: ServerChildChannelValue {
        package let outcome: EventLoopFuture<Outcome>
        package let channel: any Channel
    }

    package struct Configuration: Sendable {
        package var limits = HTTPLimits()
        /// The time from the start of the shutdown until a busy connection is closed.
        package var drainTime = TimeAmount.seconds(4)
        /// Their connections are not limited by address: each counts for the client that they name.
        package var proxies = TrustedProxies.none
        /// The source of the `Date` of responses.
        package var dates: HTTPDates

        package init(
            limits: HTTPLimits = HTTPLimits(), drainTime: TimeAmount = .seconds(4), proxies: TrustedProxies = .none,
            dates: HTTPDates = HTTPDates()
        ) {
            self.limits = limits
            self.drainTime = drainTime
            self.proxies = proxies
            self.dates = dates
        }
    }

    package let responder: HTTPChannelHandler.Responder
    package let routes: [WebSocketRoute]
    package var configuration = Configuration()
    package var sockets = OpenSockets()
    package var refusals = HTTPRefusalCounts()
    package let connections: AddressCounter

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let decided = channel.eventLoop.makePromise(of: Outcome.self)
            let pipeline = channel.pipeline.syncOperations
            guard admit(channel) else {
                refusals.count(.connections)
                decided.fail(ChannelError.eof)
                try pipeline.addHandler(ConnectionRefusalHandler(dates: configuration.dates))
                return Value(outcome: decided.futureResult, channel: channel)
            }
            let limits = configuration.limits
            try? channel.syncOptions?.setOption(
                .socketOption(.so_sndbuf), value: SocketOptionValue(limits.kernelBuffer))
            let conversation = HTTPConversationHandler(
                limits: limits, refusals: refusals, dates: configuration.dates, logger: logger)
            try pipeline.addHandler(HTTPInputTap(conversation))
            try pipeline.addHandler(HTTPResponseEncoder())
            let decoder = HTTPRequestDecoder(
                leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits.decoder)
            // Bounds input that the decoder does not count, such as white space.
            try pipeline.addHandler(ByteToMessageHandler(decoder, maximumBufferSize: 2 * limits.head))
            try pipeline.addHandler(conversation)
            try pipeline.addHandler(
                LateUpgradeHandler(
                    routes: routes, configuration: configuration, sockets: sockets, connections: connections,
                    decided: decided, logger: logger))
            return Value(outcome: decided.futureResult, channel: channel)
        }
    }

    /// Counts the connection for its address; returns false if that has too many.
    private func admit(_ channel: any Channel) -> Bool {
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard !configuration.proxies.isTrusted(address) else { return true }
        guard connections.take(address) else { return false }
        let connections = connections
        channel.closeFuture.whenComplete { _ in connections.release(address) }
        return true
    }

    package func handle(value: Value, logger: Logger) async {
        guard case .http(let channel)? = try? await value.outcome.get() else { return }
        await handleHTTP(asyncChannel: channel, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with these WebSocket endpoints on the same port.
    package static func http1(
        webSockets routes: [WebSocketRoute], configuration: HTTP1WebSocketChannel.Configuration = .init(),
        sockets: OpenSockets = OpenSockets(), refusals: HTTPRefusalCounts = HTTPRefusalCounts()
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            HTTP1WebSocketChannel(
                responder: responder, routes: routes, configuration: configuration, sockets: sockets,
                refusals: refusals,
                connections: AddressCounter(most: configuration.limits.connectionsPerAddress))
        }
    }
}
