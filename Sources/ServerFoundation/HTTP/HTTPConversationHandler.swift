package import Logging
package import NIOCore
package import NIOHTTP1

/// A request that ended early and must not be acted on.
package struct IncompleteRequest: Error {}

/// Connects `HTTPConversation` with the decoder and the application. Removed when the connection becomes a WebSocket.
package final class HTTPConversationHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    private let limits: HTTPLimits
    private let refusals: HTTPRefusalCounts
    private let dates: HTTPDates
    private let logger: Logger
    private var conversation: HTTPConversation
    /// The event of the running timeout, and its deadline.
    private var waiting = HTTPConversation.Waiting.nothing
    private var deadline = NIODeadline.distantFuture
    private var alarm: (at: NIODeadline, task: Scheduled<Void>)?
    private var context: ChannelHandlerContext?
    private var hasHeldRead = false
    private var isShut = false
    /// Whether the bytes passed to the decoder begin with a line that names no version, or ends in a bare LF: the decoder
    /// reports both as an unknown version.
    private var isLineMalformed = false

    package init(limits: HTTPLimits, refusals: HTTPRefusalCounts, dates: HTTPDates = HTTPDates(), logger: Logger) {
        self.limits = limits
        self.refusals = refusals
        self.dates = dates
        self.logger = logger
        conversation = HTTPConversation(limits: limits)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        keepTime(context)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        alarm?.task.cancel()
        alarm = nil
    }

    // MARK: - From the client

    /// Registers bytes on their way to the decoder; returns false if they must be dropped.
    package func bytesCame(_ bytes: ByteBuffer) -> Bool {
        isLineMalformed = Self.isLineMalformed(bytes.readableBytesView)
        conversation.bytesCame()
        if let context { keepTime(context) }
        return conversation.listens || conversation.isUpgraded
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(conversation.receive(unwrapInboundIn(data)), context)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow, is ByteToMessageDecoderError.PayloadTooLargeError:
            perform(conversation.fail(.headTooLarge), context)
        case HTTPParserError.invalidVersion:
            perform(conversation.fail(isLineMalformed ? .malformed : .version), context)
        case is HTTPParserError: perform(conversation.fail(.malformed), context)
        case is ByteToMessageDecoderError: break
        default:
            // The connection is lost or was never valid, so there is no one to answer.
            logger.debug("A connection failed.", metadata: ["error": "\(type(of: error))"])
            perform(conversation.connectionLost(), context)
            context.close(promise: nil)
        }
    }

    /// Whether the first line ends without CR, or names no version from 1.0 on (RFC 9112 sections 2.2 and 3).
    private static func isLineMalformed(_ bytes: ByteBufferView) -> Bool {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let line = bytes[..<end]
        guard line.last == UInt8(ascii: "\r") else { return true }
        let version = line.dropLast().suffix(8)
        return !version.starts(with: "HTTP/".utf8) || version.starts(with: "HTTP/0".utf8)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed where !conversation.isUpgraded:
            // Not passed on: earlier requests are still answered.
            perform(conversation.inputEnded(), context)
        case is ChannelShouldQuiesceEvent:
            conversation.quiesce()
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        perform(conversation.connectionLost(), context)
        alarm?.task.cancel()
        alarm = nil
        context.fireChannelInactive()
    }

    package func read(context: ChannelHandlerContext) {
        guard conversation.wantsBytes else {
            hasHeldRead = true
            return
        }
        context.read()
    }

    // MARK: - From the application

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if conversation.isUpgraded { return context.write(data, promise: promise) }
        switch part {
        case .head(let head):
            guard var head = conversation.begin(head) else { break }
            head.headers.replaceOrAdd(name: "date", value: dates.text)
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body where conversation.isAnswering && !conversation.isBodiless:
            return context.write(data, promise: promise)
        case .body: break
        case .end where conversation.isAnswering:
            // The terminating chunk would count as a body too.
            if conversation.isBodiless {
                promise?.succeed()
            } else {
                context.write(data, promise: promise)
            }
            return perform(conversation.end(), context)
        case .end: break
        }
        // Discarded output is not a failure of the application.
        promise?.succeed()
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, !conversation.isUpgraded, !(mode == .all && conversation.isQuiescing),
            context.channel.isActive
        else {
            return context.close(mode: mode, promise: promise)
        }
        // The connection closes once the client has read the response.
        perform(conversation.applicationCloses(), context)
        switch mode {
        case .all: context.channel.closeFuture.cascade(to: promise)
        default: promise?.succeed()
        }
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        conversation.blocked(!context.channel.isWritable)
        keepTime(context)
        context.fireChannelWritabilityChanged()
    }

    // MARK: - Effects

    private func perform(_ effects: [HTTPConversation.Effect], _ context: ChannelHandlerContext) {
        var hasPassed = false
        for effect in effects {
            switch effect {
            case .pass(let part):
                hasPassed = true
                context.fireChannelRead(wrapInboundOut(part))
            case .breakOff: context.fireErrorCaught(IncompleteRequest())
            case .sayContinue:
                context.writeAndFlush(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
            case .answer(let refusal, let withBody): answer(refusal, withBody: withBody, context)
            case .finish: finish(context)
            case .abort: context.close(promise: nil)
            }
        }
        keepTime(context)
        // The application processes the parts only after this event.
        if hasPassed { context.fireChannelReadComplete() }
        if hasHeldRead, conversation.wantsBytes {
            hasHeldRead = false
            context.read()
        }
    }

    private func answer(_ refusal: HTTPRefusal, withBody: Bool, _ context: ChannelHandlerContext) {
        refusals.count(refusal)
        logger.debug("A request was refused.", metadata: ["reason": "\(refusal.rawValue)"])
        let (head, body) = refusal.answer(at: dates.text)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if withBody {
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard !isShut else { return }
        isShut = true
        context.flush()
        let shut = context.eventLoop.makePromise(of: Void.self)
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        shut.futureResult.whenComplete { result in
            let (handler, context) = loopBound.value
            switch result {
            case .success: handler.perform(handler.conversation.outputIsShut(), context)
            case .failure: context.close(promise: nil)
            }
        }
        context.close(mode: .output, promise: shut)
    }

    // MARK: - Time

    private func keepTime(_ context: ChannelHandlerContext) {
        let next = conversation.waiting
        guard next != waiting else { return }
        waiting = next
        guard let time = time(for: next) else {
            deadline = .distantFuture
            return
        }
        deadline = context.eventLoop.now + time
        if let alarm, alarm.at <= deadline { return }
        setAlarm(context)
    }

    /// Runs one task at a time, rescheduled if it fires too early, because thousands of requests come and go.
    private func setAlarm(_ context: ChannelHandlerContext) {
        alarm?.task.cancel()
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = loopBound.value
            handler.alarm = nil
            if context.eventLoop.now >= handler.deadline {
                handler.deadline = .distantFuture
                handler.perform(handler.conversation.expire(), context)
            } else if handler.deadline != .distantFuture {
                handler.setAlarm(context)
            }
        }
        alarm = (deadline, task)
    }

    private func time(for waiting: HTTPConversation.Waiting) -> TimeAmount? {
        switch waiting {
        case .firstByte: limits.firstByteTime
        case .request: limits.requestTime
        case .idle: limits.idleTime
        case .reader: limits.blockedTime
        case .close: limits.lingerTime
        case .nothing: nil
        }
    }
}

/// Notifies the conversation of bytes before the decoder sees them, because it would not report an incomplete head.
package final class HTTPInputTap: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer

    private let conversation: HTTPConversationHandler

    package init(_ conversation: HTTPConversationHandler) { self.conversation = conversation }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard conversation.bytesCame(unwrapInboundIn(data)) else { return }
        context.fireChannelRead(data)
    }
}
