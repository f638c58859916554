package import NIOCore
package import NIOWebSocket

/// Converts between frames and messages, answers pings, closes properly, and drops clients that read too slowly.
package final class WebSocketMessageHandler: ChannelDuplexHandler {
    package typealias InboundIn = WebSocketFrame
    package typealias InboundOut = WebSocketMessage
    package typealias OutboundIn = WebSocketMessage
    package typealias OutboundOut = WebSocketFrame

    /// A message that does not fit into the channel yet.
    private struct Waiting {
        let frame: WebSocketFrame
        let promise: EventLoopPromise<Void>?
    }

    private let limits: WebSocketLimits
    private var assembler: WebSocketAssembler
    private var waiting = CircularBuffer<Waiting>(initialCapacity: 0)
    private var waitingCost = 0
    private var isClosing = false
    private var hasHeard = true
    private var pinging: RepeatedTask?

    package init(limits: WebSocketLimits) {
        self.limits = limits
        assembler = WebSocketAssembler(limits: limits)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        limitBuffers(context)
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        pinging = context.eventLoop.scheduleRepeatedTask(
            initialDelay: limits.pingInterval, delay: limits.pingInterval
        ) { _ in
            let (handler, context) = loopBound.value
            handler.ping(context)
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        pinging?.cancel()
        forgetWaiting(ChannelError.ioOnClosedChannel)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        pinging?.cancel()
        forgetWaiting(ChannelError.ioOnClosedChannel)
        context.fireChannelInactive()
    }

    /// Both buffer sizes are only hints: a channel without them works as well.
    private func limitBuffers(_ context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        try? options?.setOption(
            .writeBufferWaterMark, value: .init(low: limits.channelBuffer / 2, high: limits.channelBuffer))
        if let size = limits.kernelBuffer {
            try? options?.setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(size))
        }
        #if os(Linux)
            // Retransmits at constant instead of growing intervals while few packets are in flight
            // (TCP_THIN_LINEAR_TIMEOUTS of linux/tcp.h): on a line that a call saturates, signals would otherwise stall for
            // many seconds.
            try? options?.setOption(.tcpOption(.init(rawValue: 16)), value: 1)
        #endif
    }

    // MARK: - From the client

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing || unwrapInboundIn(data).opcode == .connectionClose else { return }
        hasHeard = true
        do throws(WebSocketAssembler.Violation) {
            switch try assembler.take(unwrapInboundIn(data)) {
            case .nothing, .pong: break
            case .message(let message): context.fireChannelRead(wrapInboundOut(message))
            case .ping(let bytes):
                send(context, .pong, bytes, promise: nil)
                context.flush()
            case .close(let code):
                if isClosing {
                    context.close(promise: nil)
                } else {
                    context.fireUserInboundEventTriggered(WebSocketClosed(code: code))
                    sendClose(context, code)
                    closeAfterWriting(context)
                }
            }
        } catch {
            fail(context, error.code)
        }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: fail(context, .messageTooLarge)
        case is NIOWebSocketError, is NonMinimalLength: fail(context, .protocolError)
        default: context.close(promise: nil)
        }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            context.fireUserInboundEventTriggered(event)
            startClosing(context, .goingAway)
        case ChannelEvent.inputClosed:
            // A half-closed WebSocket is useless.
            context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: - To the client

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .text(let bytes): send(context, .text, bytes, promise: promise)
        case .binary(let bytes): send(context, .binary, bytes, promise: promise)
        }
    }

    package func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
    {
        guard let closing = event as? WebSocketClosing else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        startClosing(context, closing.code, reason: closing.reason)
        promise?.succeed()
    }

    private func send(
        _ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ bytes: ByteBuffer,
        promise: EventLoopPromise<Void>?
    ) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, data: bytes)
        if waiting.isEmpty, context.channel.isWritable {
            context.write(wrapOutboundOut(frame), promise: promise)
            return
        }
        waitingCost += Self.cost(of: frame)
        waiting.append(Waiting(frame: frame, promise: promise))
        if waitingCost > limits.outgoing { drop(context) }
    }

    /// The memory of a queued frame in bytes: its buffer, the data it was made from, which may be needed again, and the promise.
    private static func cost(of frame: WebSocketFrame) -> Int { 2 * frame.data.storageCapacity + 512 }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        while context.channel.isWritable, let next = waiting.popFirst() { writeDown(next, context) }
        context.fireChannelWritabilityChanged()
    }

    private func writeDown(_ next: Waiting, _ context: ChannelHandlerContext) {
        waitingCost -= Self.cost(of: next.frame)
        context.writeAndFlush(wrapOutboundOut(next.frame), promise: next.promise)
    }

    /// Drops a client that does not read. It is notified behind the output already queued, in case it reads after all.
    private func drop(_ context: ChannelHandlerContext) {
        forgetWaiting(SlowReader())
        startClosing(context, .policyViolation, reason: "reads too slowly")
        context.fireUserInboundEventTriggered(WebSocketClosed())
    }

    private func forgetWaiting(_ error: any Error) {
        let forgotten = waiting
        waiting = CircularBuffer(initialCapacity: 0)
        waitingCost = 0
        for message in forgotten { message.promise?.fail(error) }
    }

    private func ping(_ context: ChannelHandlerContext) {
        guard hasHeard else {
            context.close(promise: nil)
            return
        }
        hasHeard = false
        guard !isClosing else { return }
        send(context, .ping, ByteBuffer(), promise: nil)
        context.flush()
    }

    // MARK: - Closing

    /// Reports a violation and closes without waiting, because further input cannot be understood.
    private func fail(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        guard !isClosing else {
            context.close(promise: nil)
            return
        }
        sendClose(context, code)
        closeAfterWriting(context)
    }

    private func startClosing(
        _ context: ChannelHandlerContext, _ code: WebSocketErrorCode, reason: String = ""
    ) {
        guard !isClosing else { return }
        sendClose(context, code, reason: reason)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: limits.closeTimeout) { channel.close(promise: nil) }
    }

    private func sendClose(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, reason: String = "") {
        isClosing = true
        // Earlier messages go first.
        while let next = waiting.popFirst() { writeDown(next, context) }
        var bytes = ByteBuffer()
        bytes.write(webSocketErrorCode: code)
        bytes.writeString(reason)
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: bytes)), promise: nil)
    }

    private func closeAfterWriting(_ context: ChannelHandlerContext) {
        // The previous write is flushed; the channel closes once it is out or the peer is gone.
        context.close(promise: nil)
    }
}
