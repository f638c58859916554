package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOWebSocket

/// The address on which Janus listens for WebSockets.
package struct JanusAddress: Sendable, Equatable {
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}

/// The server's own WebSocket connection to Janus.
package enum JanusSocket {
    /// The largest message accepted from Janus, in bytes.
    package static let largestMessage = 1 << 20

    package enum Failure: Error { case refused, timeout }

    /// Connects; `handler` receives each message and the end of the connection, on the event loop.
    ///
    /// A stopped or busy Janus still accepts connections, but does not answer on them: `timeout` covers both.
    package static func connect(
        to address: JanusAddress, subprotocol: String = "janus-protocol", on loop: any EventLoop,
        timeout: TimeAmount = .seconds(3), handler: @escaping @Sendable () -> JanusSocketHandler
    ) -> EventLoopFuture<any Channel> {
        let upgraded = loop.makePromise(of: (any Channel).self)
        let expiry = loop.scheduleTask(in: timeout) { upgraded.fail(Failure.timeout) }
        upgraded.futureResult.whenComplete { _ in expiry.cancel() }
        ClientBootstrap(group: loop)
            .connectTimeout(timeout)
            .channelInitializer { channel in
                upgraded.futureResult.whenFailure { _ in channel.close(promise: nil) }
                return channel.eventLoop.makeCompletedFuture {
                    try upgrade(channel, address, subprotocol, handler).cascade(to: upgraded)
                }
            }
            .connect(host: address.host, port: address.port)
            .whenFailure { upgraded.fail($0) }
        return upgraded.futureResult
    }

    private static func upgrade(
        _ channel: any Channel, _ address: JanusAddress, _ subprotocol: String,
        _ handler: @escaping @Sendable () -> JanusSocketHandler
    ) throws -> EventLoopFuture<any Channel> {
        let upgrader = NIOTypedWebSocketClientUpgrader<any Channel>(maxFrameSize: largestMessage) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                        maxAccumulatedFrameSize: largestMessage))
                try pipeline.addHandler(handler())
                return channel
            }
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/",
            headers: [
                "host": "\(address.host):\(address.port)", "sec-websocket-protocol": subprotocol,
                "content-length": "0",
            ])
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(
                upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                    upgradeRequestHead: head, upgraders: [upgrader]
                ) { channel in channel.eventLoop.makeFailedFuture(Failure.refused) }))
    }
}

/// Receives messages from Janus; writes text messages to it.
package final class JanusSocketHandler: ChannelDuplexHandler {
    package typealias InboundIn = WebSocketFrame
    package typealias InboundOut = Never
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = WebSocketFrame

    private let received: ([UInt8]) -> Void
    private let closed: () -> Void

    package init(received: @escaping ([UInt8]) -> Void, closed: @escaping () -> Void) {
        self.received = received
        self.closed = closed
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .binary: received(Array(frame.data.readableBytesView))
        case .ping: write(context, .pong, frame.data)
        case .connectionClose: context.close(promise: nil)
        default: break
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        closed()
        context.fireChannelInactive()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: .random(), data: unwrapOutboundIn(data))
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }

    private func write(_ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }
}
