import NIOCore
import NIOWebSocket

/// Turns frames into events, answers control frames, and runs the closing handshake.
final class WebSocketFrameHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let events: AsyncStream<SocketEvent>.Continuation
    private var closure: SocketClosure?
    private var hasSentClose = false

    init(events: AsyncStream<SocketEvent>.Continuation) { self.events = events }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard closure == nil || closure == .local else { return }
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return fail(.protocolViolation, context) }
        switch frame.opcode {
        case .text:
            guard let text = String(validating: frame.unmaskedData.readableBytesView, as: UTF8.self) else {
                return fail(.protocolViolation, context, code: .dataInconsistentWithMessage)
            }
            deliver(.text(text), context)
        case .binary: deliver(.binary(Array(frame.unmaskedData.readableBytesView)), context)
        case .ping: write(.pong, frame.unmaskedData, context)
        case .pong: break
        case .connectionClose: receivedClose(frame.unmaskedData, context)
        default: fail(.protocolViolation, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
            fail(.messageTooLarge, context, code: .messageTooLarge)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: fail(.protocolViolation, context)
        default:
            closure = closure ?? .lost
            context.close(promise: nil)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is WebSocketCloseRequest else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        closure = closure ?? .local
        sendClose(.normalClosure, context)
        promise?.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    // MARK: - Parts

    private func deliver(_ event: SocketEvent, _ context: ChannelHandlerContext) {
        if case .dropped = events.yield(event) { fail(.overflow, context, code: .policyViolation) }
    }

    private func receivedClose(_ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        var payload = payload
        let length = payload.readableBytes
        guard length != 1 else { return fail(.protocolViolation, context) }
        let code: UInt16 = payload.readInteger() ?? 1005
        let reason = String(validating: payload.readableBytesView, as: UTF8.self) ?? ""
        closure = closure ?? .remote(code: code, reason: String(reason.prefix(123)))
        sendClose(length == 0 ? .normalClosure : WebSocketErrorCode(codeNumber: Int(code)), context)
        // Both sides have sent their close frame; the server closes first, and the timeout is for one that does not.
    }

    private func fail(
        _ closure: SocketClosure, _ context: ChannelHandlerContext, code: WebSocketErrorCode = .protocolError
    ) {
        self.closure = self.closure ?? closure
        sendClose(code, context)
        context.close(promise: nil)
    }

    private func sendClose(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
        guard !hasSentClose else { return }
        hasSentClose = true
        var payload = context.channel.allocator.buffer(capacity: 2)
        payload.write(webSocketErrorCode: code)
        write(.connectionClose, payload, context)
        let channel = context.channel
        let timeout = context.eventLoop.scheduleTask(in: WebSocketConnection.closeTimeout) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in timeout.cancel() }
    }

    private func write(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: payload)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    private func finish() {
        events.yield(.closed(closure ?? .lost))
        events.finish()
    }
}
