import ECallAPI
import ECallCore
import NIOCore
import NIOEmbedded
import NIOWebSocket

@testable import ECallServer
@testable import ServerFoundation
@testable import SignalRouting

/// A client's end of a WebSocket to the server's STOMP handler: whole messages, no bytes in between.
final class InProcessSocket: MessageSocket {
    /// Passes the server's messages to the client.
    private final class Outbound: ChannelOutboundHandler {
        typealias OutboundIn = WebSocketMessage
        private let events: AsyncStream<SocketEvent>.Continuation

        init(_ events: AsyncStream<SocketEvent>.Continuation) { self.events = events }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            events.yield(.text(String(buffer: unwrapOutboundIn(data).bytes)))
            promise?.succeed()
        }

        func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
            if let closing = event as? WebSocketClosing {
                events.yield(.closed(.remote(code: UInt16(webSocketErrorCode: closing.code), reason: closing.reason)))
                events.finish()
                context.close(promise: nil)
            }
            promise?.succeed()
        }
    }

    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let channel: NIOAsyncTestingChannel

    init(
        tokens: SignalingTokens, sessions: SignalSessions, now: @escaping @Sendable () -> Timestamp
    ) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: SocketEvent.self)
        (self.events, self.continuation) = (events, continuation)
        channel = try await NIOAsyncTestingChannel { channel in
            try channel.pipeline.syncOperations.addHandlers([
                Outbound(continuation),
                STOMPSessionHandler(
                    signalingTokens: tokens, now: now, tokenOwner: { TokenClaims.owner(statedIn: $0) },
                    report: { sessions.report($0) }),
            ])
        }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
    }

    func send(_ text: String) throws(SocketError) {
        let channel = channel
        channel.eventLoop.execute {
            channel.pipeline.fireChannelRead(WebSocketMessage.text(ByteBuffer(string: text)))
        }
    }

    func close() {
        continuation.yield(.closed(.local))
        continuation.finish()
        channel.close(promise: nil)
    }
}
