package import NIOCore
import NIOPosix

/// Asks a STUN server for our address, repeatedly until it answers (RFC 8489 section 3): the way to see that coturn really
/// answers.
///
/// Uses one port for all requests, because to coturn each port is a session, about which it logs three lines.
package actor STUNProbe {
    package enum Failure: Error { case noAnswer }

    private let host: String
    private let port: Int
    private let group: any EventLoopGroup
    private let timeout: TimeAmount
    /// The socket of all requests; replaced when it is closed.
    private var socket: Task<(channel: any Channel, answers: Answers), any Error>?

    package init(host: String, port: Int, group: any EventLoopGroup, timeout: TimeAmount = .milliseconds(500)) {
        (self.host, self.port, self.group, self.timeout) = (host, port, group, timeout)
    }

    /// Closes the socket with the last user of the probe.
    deinit { Task { [socket] in try? await socket?.value.channel.close() } }

    /// Returns once a Binding success response to our request has arrived.
    package func check() async throws {
        let (channel, answers) = try await open()
        let transaction = (0..<12).map { _ in UInt8.random(in: .min ... .max) }
        let request = AddressedEnvelope(
            remoteAddress: try SocketAddress(ipAddress: host, port: port),
            data: ByteBuffer(bytes: Self.header(type: 0x0001, transaction)))
        let timeout = timeout
        let answered = channel.eventLoop.flatSubmit {
            let answered = answers.expect(transaction, on: channel.eventLoop)
            let expiry = channel.eventLoop.scheduleTask(in: timeout) {
                answers.end(transaction, with: .failure(Failure.noAnswer))
            }
            // Packets sent before the server listens are lost.
            let asking = channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(50)) { _ in
                channel.writeAndFlush(request, promise: nil)
            }
            answered.whenComplete { _ in
                expiry.cancel()
                asking.cancel()
            }
            return answered
        }
        try await answered.get()
    }

    private func open() async throws -> (channel: any Channel, answers: Answers) {
        if let socket, let open = try? await socket.value, open.channel.isActive { return open }
        let (host, group) = (host.hasPrefix("127.") ? "127.0.0.1" : host, group)
        let made = Task {
            let loop = group.next()
            let answers = Answers(loop)
            let channel = try await DatagramBootstrap(group: loop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(AnswerHandler(answers))
                    }
                }
                .bind(host: host, port: 0).get()
            return (channel: channel as any Channel, answers: answers)
        }
        socket = made
        return try await made.value
    }

    /// Type, length 0 and transaction; in a response the length differs, so it is not compared.
    private static func header(type: UInt16, _ transaction: [UInt8]) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.writeInteger(type)
        buffer.writeInteger(UInt16(0))
        buffer.writeInteger(UInt32(0x2112_A442))
        buffer.writeBytes(transaction)
        return Array(buffer.readableBytesView)
    }

    /// The requests that wait for a response. Used on one event loop only.
    private final class Answers: Sendable {
        private let waiting: NIOLoopBoundBox<[[UInt8]: EventLoopPromise<Void>]>

        init(_ loop: any EventLoop) { waiting = .makeBoxSendingValue([:], eventLoop: loop) }

        func expect(_ transaction: [UInt8], on loop: any EventLoop) -> EventLoopFuture<Void> {
            let promise = loop.makePromise(of: Void.self)
            waiting.value[transaction] = promise
            return promise.futureResult
        }

        func end(_ transaction: [UInt8], with result: Result<Void, any Error>) {
            waiting.value.removeValue(forKey: transaction)?.completeWith(result)
        }

        func endAll(_ error: any Error) {
            let all = waiting.value
            waiting.value = [:]
            for promise in all.values { promise.fail(error) }
        }
    }

    private final class AnswerHandler: ChannelInboundHandler {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>

        private let answers: Answers

        init(_ answers: Answers) { self.answers = answers }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Array(unwrapInboundIn(data).data.readableBytesView.prefix(20))
            guard bytes.count == 20, bytes[..<2] == [0x01, 0x01], bytes[4..<8] == [0x21, 0x12, 0xA4, 0x42] else {
                return
            }
            answers.end(Array(bytes[8...]), with: .success(()))
        }

        /// Receives ICMP "port unreachable" while coturn is not running yet.
        func errorCaught(context: ChannelHandlerContext, error: any Error) { answers.endAll(error) }

        func channelInactive(context: ChannelHandlerContext) { answers.endAll(Failure.noAnswer) }
    }
}
