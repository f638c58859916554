import ECallCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A WebSocket server on a free port of 127.0.0.1 whose every frame is a test's.
final class TestWebSocketServer: Sendable {
    struct Peer: Sendable {
        let channel: any Channel
        let head: HTTPRequestHead
        let frames: AsyncStream<Frame>

        /// Sends one frame, unmasked.
        func send(_ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true) {
            let frame = WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(bytes: bytes))
            channel.writeAndFlush(frame, promise: nil)
        }

        func send(_ text: String) { send(.text, Array(text.utf8)) }
    }

    struct Frame: Sendable, Equatable {
        let opcode: WebSocketOpcode
        let bytes: [UInt8]
        let isMasked: Bool
    }

    let port: Int
    let peers: AsyncStream<Peer>
    private let channel: any Channel

    private init(channel: any Channel, port: Int, peers: AsyncStream<Peer>) {
        self.channel = channel
        self.port = port
        self.peers = peers
    }

    var address: SocketAddress {
        ECallCore.SocketAddress(isSecure: false, host: "127.0.0.1", port: port, path: "/ws/?a=1")
    }
    typealias SocketAddress = ECallCore.SocketAddress

    /// - Parameter subprotocol: what it agrees to; nil agrees to none.
    static func start(subprotocol: String? = "test", accepts: Bool = true) async throws -> TestWebSocketServer {
        let (peers, continuation) = AsyncStream.makeStream(of: Peer.self)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                let upgrader = NIOWebSocketServerUpgrader(
                    maxFrameSize: 4 * 1024 * 1024, automaticErrorHandling: false,
                    shouldUpgrade: { channel, _ in
                        var headers = HTTPHeaders()
                        if let subprotocol { headers.add(name: "Sec-WebSocket-Protocol", value: subprotocol) }
                        return channel.eventLoop.makeSucceededFuture(accepts ? headers : nil)
                    },
                    upgradePipelineHandler: { channel, head in
                        let (frames, sink) = AsyncStream.makeStream(of: Frame.self)
                        return channel.pipeline.removeHandler(name: RefusalResponder.name).flatMapThrowing {
                            try channel.pipeline.syncOperations.addHandler(FrameCollector(sink: sink))
                            continuation.yield(Peer(channel: channel, head: head, frames: frames))
                        }
                    })
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
                    try channel.pipeline.syncOperations.addHandler(RefusalResponder(), name: RefusalResponder.name)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
        return TestWebSocketServer(channel: channel, port: port, peers: peers)
    }

    func stop() async { try? await channel.close() }
}

private final class FrameCollector: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    private let sink: AsyncStream<TestWebSocketServer.Frame>.Continuation

    init(sink: AsyncStream<TestWebSocketServer.Frame>.Continuation) { self.sink = sink }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        sink.yield(
            TestWebSocketServer.Frame(
                opcode: frame.opcode, bytes: Array(frame.unmaskedData.readableBytesView), isMasked: frame.maskKey != nil
            ))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    func channelInactive(context: ChannelHandlerContext) { sink.finish() }
    func handlerRemoved(context: ChannelHandlerContext) { sink.finish() }
}

/// Answers 403 to requests without an upgrade.
private final class RefusalResponder: ChannelInboundHandler, RemovableChannelHandler {
    static let name = "refusal"

    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head = unwrapInboundIn(data) else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .forbidden, headers: ["content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
