import NIOCore
import STUN

/// Hands answers to their callers, and counts packets on channels. Used on one event loop alone.
final class TURNHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private struct Question {
        let key: [UInt8]?
        let answer: EventLoopPromise<STUNMessage>
    }

    private var waiting: [STUNMessage.Transaction: Question] = [:]
    private(set) var arrivals = Arrivals()
    private var isClosed = false

    /// The packets that arrived on channels.
    struct Arrivals: Sendable {
        var count = 0
        var first: NIODeadline?
        var last: NIODeadline?
    }

    func expect(
        _ transaction: STUNMessage.Transaction, key: [UInt8]?, _ answer: EventLoopPromise<STUNMessage>
    ) {
        guard !isClosed else { return answer.fail(TURNFailure.noAnswer) }
        waiting[transaction] = Question(key: key, answer: answer)
    }

    func giveUp(_ transaction: STUNMessage.Transaction) {
        waiting.removeValue(forKey: transaction)?.answer.fail(TURNFailure.noAnswer)
    }

    func forgetArrivals() { arrivals = Arrivals() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        if ChannelData(bytes: bytes) != nil {
            let now = NIODeadline.now()
            arrivals.count += 1
            arrivals.first = arrivals.first ?? now
            arrivals.last = now
        } else if let message = try? STUNMessage(bytes: bytes), let question = waiting[message.transaction] {
            // A success that is not signed could be anyone's.
            if message.type == .success, let key = question.key, !STUNIntegrity.isIntact(bytes, key: key) { return }
            waiting[message.transaction] = nil
            question.answer.succeed(message)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        end()
    }

    private func end() {
        let all = waiting.values
        waiting = [:]
        for question in all { question.answer.fail(TURNFailure.noAnswer) }
    }
}

/// The datagrams of a connected socket as bytes.
final class DatagramBytes: ChannelDuplexHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let server: SocketAddress

    init(server: SocketAddress) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(wrapInboundOut(unwrapInboundIn(data).data))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let envelope = AddressedEnvelope(remoteAddress: server, data: unwrapOutboundIn(data))
        context.write(wrapOutboundOut(envelope), promise: promise)
    }
}

/// Cuts a stream into messages and data on channels.
struct TURNStreamDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let length = try STUNFraming.length(of: buffer.readableBytesView),
            let piece = buffer.readSlice(length: length)
        else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(piece))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState { .needMoreData }
}
