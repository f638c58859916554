import CallEngine
package import ECallAPI
package import NIOCore
import NIOWebSocket
import STOMP
package import ServerFoundation

/// A STOMP session on its event loop: moves bytes between the socket, the codec and the router, and contains no rules.
package final class STOMPSessionHandler: ChannelDuplexHandler {
    package typealias InboundIn = WebSocketMessage
    package typealias InboundOut = Never
    package typealias OutboundIn = Never
    package typealias OutboundOut = WebSocketMessage

    private static let frames = (perSecond: UInt64(400), burst: UInt64(800))
    /// The limit of message bytes, before they are parsed: several times what a device may have relayed.
    private static let bytes = (perSecond: UInt64(512 * 1024), burst: UInt64(2 * 1024 * 1024))

    private let signalingTokens: SignalingTokens
    private let now: @Sendable () -> Timestamp
    private let tokenOwner: @Sendable (String) -> DeviceIdentity?
    private let report: @Sendable (SignalSessionEvent) -> Void
    private var decoder = STOMPDecoder(limits: STOMPLimits(body: Signal.largest, frame: 32 * 1024))
    private var stomp: STOMPServerSession
    private var frameBucket: TokenBucket
    private var byteBucket: TokenBucket
    private var session: SignalSession?
    private var isOver = false
    private var timer: Scheduled<Void>?
    private var timerDeadline: UInt64 = .max

    package init(
        signalingTokens: SignalingTokens, now: @escaping @Sendable () -> Timestamp,
        tokenOwner: @escaping @Sendable (String) -> DeviceIdentity?,
        report: @escaping @Sendable (SignalSessionEvent) -> Void
    ) {
        self.signalingTokens = signalingTokens
        self.now = now
        self.tokenOwner = tokenOwner
        self.report = report
        let start = NIODeadline.now().uptimeNanoseconds
        stomp = STOMPServerSession(now: start)
        frameBucket = TokenBucket(perSecond: Self.frames.perSecond, burst: Self.frames.burst, now: start)
        byteBucket = TokenBucket(perSecond: Self.bytes.perSecond, burst: Self.bytes.burst, now: start)
    }

    package func handlerAdded(context: ChannelHandlerContext) { schedule(context) }
    package func handlerRemoved(context: ChannelHandlerContext) { stop() }

    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let closed = event as? WebSocketClosed {
            if closed.code == .goingAway, let session, !isOver { report(.going(session)) }
            stop()
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func stop() {
        timer?.cancel()
        stomp.socketClosed()
        if let session, !isOver { report(.closed(session)) }
        isOver = true
    }

    // MARK: - From the client

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let message = unwrapInboundIn(data).bytes
        guard frameBucket.take(now: monotonic), byteBucket.take(UInt64(message.readableBytes), now: monotonic) else {
            context.triggerUserOutboundEvent(WebSocketClosing(code: .policyViolation), promise: nil)
            return
        }
        let bytes = Array(message.readableBytesView)
        var outputs: [STOMPDecoder.Output] = []
        var failure: STOMPDecodingError?
        do throws(STOMPDecodingError) {
            try decoder.decode(bytes[...], into: &outputs)
            try decoder.endOfMessage()
        } catch {
            failure = error
        }
        for output in outputs { perform(stomp.received(output, now: monotonic), context) }
        if let failure { perform(stomp.failed(failure), context) }
        schedule(context)
    }

    // MARK: - From the router

    package func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
    {
        guard let request = event as? SignalSessionRequest else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        switch request {
        case .accept: accept(context)
        case .refuse: perform(stomp.refused(), context)
        case .end(let message): perform(stomp.end(message: message), context)
        case .deliver(let dispatch):
            deliver(dispatch, context, promise)
            return schedule(context)
        }
        promise?.succeed()
        schedule(context)
    }

    private func accept(_ context: ChannelHandlerContext) {
        guard let session else { return }
        perform(
            stomp.authenticated(policy: .device(session.identity.device.rawValue), now: monotonic), context)
        if stomp.isConnected { report(.connected(session)) }
    }

    /// Writes without a flush. `promise` succeeds once the frame is with the kernel.
    private func deliver(
        _ dispatch: SignalDispatch, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        do {
            guard let session else { throw STOMPServerSession.DeliveryError.notSubscribed }
            let inbox = Signal.inbox(of: session.identity.device)
            let body = dispatch.outgoing.json
            let now = monotonic
            let head = try body.withUnsafeReadableBytes { bytes throws(STOMPServerSession.DeliveryError) in
                try stomp.deliver(body: bytes, to: inbox, now: now)
            }
            context.write(wrapOutboundOut(.text(.message(head, body, context.channel.allocator))), promise: promise)
        } catch {
            // The client has unsubscribed or ended the session meanwhile.
            promise?.fail(error)
        }
    }

    // MARK: - Actions

    private func perform(_ actions: [STOMPServerSession.Action], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .checkPasscode(let login, let passcode, let headers): check(login, passcode, headers, context)
            case .send(let frame): send(frame, context)
            case .sendHeartBeat: write(ByteBuffer(string: "\n"), context)
            case .subscribed: if let session { report(.subscribed(session)) }
            case .unsubscribed: if let session { report(.unsubscribed(session)) }
            case .sent(_, let body, let headers): sent(body, headers)
            case .close(let reason): close(reason, context)
            }
        }
    }

    private func check(
        _ login: String, _ passcode: String, _ headers: [STOMPHeader], _ context: ChannelHandlerContext
    ) {
        guard let identity = signalingTokens.identity(in: passcode, at: now()), login == "device-\(identity.device)"
        else {
            return perform(stomp.refused(), context)
        }
        let (name, value) = SignalKind.extensionHeader
        let opened = SignalSession(
            identity: identity, channel: context.channel,
            takesExtensions: headers.contains { $0.name == name && $0.value == value },
            takesE2EE: headers.contains { $0.name == E2EESignal.header.name && $0.value == E2EESignal.header.value })
        session = opened
        // Frames arrive one after the other, and CONNECT is complete.
        if opened.takesE2EE {
            decoder = STOMPDecoder(limits: STOMPLimits(body: E2EESignal.largest, frame: 80 * 1024))
        }
        report(.connecting(opened))
    }

    private func sent(_ body: [UInt8], _ headers: [STOMPHeader]) {
        // An empty body only requests a receipt, to check that the connection is alive.
        guard let session, !body.isEmpty else { return }
        guard SendAuthorization.allows(headers, session.identity, owner: tokenOwner) else {
            return report(.dropped(session, .foreignToken))
        }
        switch ClientSignal(json: body) {
        case .signal(let received): report(.sent(session, received))
        case .command(let command, let call): report(.ordered(session, command, call))
        case nil: report(.dropped(session, .malformed))
        }
    }

    /// A frame that cannot be encoded is not sent.
    private func send(_ frame: STOMPFrame, _ context: ChannelHandlerContext) {
        if let bytes = try? frame.encoded() { write(ByteBuffer(bytes: bytes), context) }
    }

    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.text(bytes)), promise: nil)
    }

    private func close(_ reason: STOMPServerSession.CloseReason, _ context: ChannelHandlerContext) {
        let code: WebSocketErrorCode =
            switch reason {
            case .disconnected, .ended: .normalClosure
            case .malformed: .protocolError
            case .protocolViolation, .refused: .policyViolation
            case .connectTimeout, .silent: .goingAway
            }
        context.triggerUserOutboundEvent(WebSocketClosing(code: code), promise: nil)
    }

    // MARK: - Time

    private var monotonic: UInt64 { NIODeadline.now().uptimeNanoseconds }

    private func schedule(_ context: ChannelHandlerContext) {
        guard let deadline = stomp.deadline else {
            timer?.cancel()
            timerDeadline = .max
            return
        }
        guard deadline < timerDeadline else { return }
        timer?.cancel()
        timerDeadline = deadline
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(deadline)) {
            let (handler, context) = loopBound.value
            handler.timerDeadline = .max
            handler.perform(handler.stomp.tick(now: handler.monotonic), context)
            handler.schedule(context)
        }
    }
}

extension ByteBuffer {
    /// The frame of a message.
    fileprivate static func message(_ head: STOMPMessageHead, _ body: ByteBuffer, _ allocator: ByteBufferAllocator)
        -> Self
    {
        // A head has about 150 bytes.
        var buffer = allocator.buffer(capacity: 192 + body.readableBytes)
        head.write { buffer.writeString($0) }
        buffer.writeImmutableBuffer(body)
        buffer.writeInteger(UInt8(0))
        return buffer
    }
}
