import NIOCore
import NIOPosix

/// Asks a STUN server for our address, repeatedly until it answers (RFC 8489 section 3): the way to see that coturn really answers.
struct STUNProbe: Sendable {
    enum Failure: Error { case noAnswer }

    private static let magicCookie: UInt32 = 0x2112_A442

    let host: String
    let port: Int
    let group: any EventLoopGroup
    var timeout = TimeAmount.milliseconds(500)

    /// Returns when a Binding success response to our request has come.
    func check() async throws {
        let transaction = (0..<12).map { _ in UInt8.random(in: .min ... .max) }
        let answered = group.next().makePromise(of: Void.self)
        let channel: any Channel
        do {
            channel = try await DatagramBootstrap(group: answered.futureResult.eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            AnswerHandler(expected: Self.header(type: 0x0101, transaction), answered: answered))
                    }
                }
                .bind(host: host.hasPrefix("127.") ? "127.0.0.1" : host, port: 0).get()
        } catch {
            answered.fail(error)
            throw error
        }
        let expiry = channel.eventLoop.scheduleTask(in: timeout) { answered.fail(Failure.noAnswer) }
        defer {
            expiry.cancel()
            channel.close(promise: nil)
        }
        do {
            let request = ByteBuffer(bytes: Self.header(type: 0x0001, transaction))
            let address = try SocketAddress(ipAddress: host, port: port)
            try await channel.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: request)).get()
            // What comes before the server listens is lost.
            let again = channel.eventLoop.scheduleRepeatedTask(
                initialDelay: .milliseconds(50), delay: .milliseconds(50)
            ) { _ in
                channel.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: request), promise: nil)
            }
            answered.futureResult.whenComplete { _ in again.cancel() }
        } catch {
            answered.fail(error)
        }
        try await answered.futureResult.get()
    }

    /// Type, length 0 and transaction; in a response the length differs, so it is not compared.
    private static func header(type: UInt16, _ transaction: [UInt8]) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.writeInteger(type)
        buffer.writeInteger(UInt16(0))
        buffer.writeInteger(magicCookie)
        buffer.writeBytes(transaction)
        return Array(buffer.readableBytesView)
    }

    private final class AnswerHandler: ChannelInboundHandler {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>

        private let expected: [UInt8]
        private let answered: EventLoopPromise<Void>

        init(expected: [UInt8], answered: EventLoopPromise<Void>) {
            self.expected = expected
            self.answered = answered
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Array(unwrapInboundIn(data).data.readableBytesView.prefix(20))
            guard bytes.count == 20, bytes[..<2] == expected[..<2], bytes[4...] == expected[4...] else { return }
            answered.succeed()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // ICMP "port unreachable" while coturn is not there yet.
            answered.fail(error)
        }
    }
}
