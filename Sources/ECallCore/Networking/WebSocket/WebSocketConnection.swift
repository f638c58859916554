import NIOCore
import NIOWebSocket
import Synchronization

/// One WebSocket over NIO (RFC 6455, client side): answers pings, joins fragments, masks sent frames.
public final class WebSocketConnection: MessageSocket {
    /// The largest message either way, in bytes.
    public static let largestMessage = 1024 * 1024
    /// The limit of unsent data, in bytes.
    static let largestBacklog = 4 * 1024 * 1024
    /// The most messages that may wait to be taken.
    static let longestInbox = 1024
    /// How long the other side may take to answer a close frame.
    static let closeTimeout = TimeAmount.seconds(2)

    public let events: AsyncStream<SocketEvent>

    private let channel: any Channel
    private let state: Mutex<State>

    private struct State {
        var backlog = 0
        var isClosing = false
    }

    init(channel: any Channel, events: AsyncStream<SocketEvent>) {
        self.channel = channel
        self.events = events
        state = Mutex(State())
    }

    deinit { channel.close(promise: nil) }

    public var localAddress: String? { channel.localAddress?.ipAddress }

    public func send(_ text: String) throws(SocketError) {
        let size = text.utf8.count
        guard size <= Self.largestMessage else { throw .messageTooLarge }
        guard channel.isActive else { throw .closed }
        try state.withLock { state throws(SocketError) in
            guard !state.isClosing else { throw .closed }
            guard state.backlog + size <= Self.largestBacklog else { throw .congested }
            state.backlog += size
            // Written under the lock: messages are sent in the order in which they were accepted, and none after the close frame.
            let written = channel.eventLoop.makePromise(of: Void.self)
            written.futureResult.whenComplete { [weak self] _ in self?.state.withLock { $0.backlog -= size } }
            let frame = WebSocketFrame(
                fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
            channel.writeAndFlush(frame, promise: written)
        }
    }

    public func close() {
        state.withLock { state in
            guard !state.isClosing else { return }
            state.isClosing = true
            channel.triggerUserOutboundEvent(WebSocketCloseRequest(), promise: nil)
        }
    }
}

/// Asks the handler to begin the closing handshake.
struct WebSocketCloseRequest: Sendable {}
