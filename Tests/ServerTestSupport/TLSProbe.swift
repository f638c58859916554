package import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A TLS connection that accepts any certificate, and remembers the server's.
package struct TLSProbe: Sendable {
    package let channel: any Channel
    /// The certificate in DER.
    package let certificate: [UInt8]
    private let answers: AsyncStream<ByteBuffer>

    package static func connect(_ port: Int) async throws -> TLSProbe {
        let context = try NIOSSLContext(configuration: .makeClientConfiguration())
        let (answers, answer) = AsyncStream.makeStream(of: ByteBuffer.self)
        let (shown, show) = AsyncStream.makeStream(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = try NIOSSLClientHandler(
                        context: context, serverHostname: "localhost",
                        customVerificationCallback: { certificates, promise in
                            show.yield((try? certificates.first?.toDERBytes()) ?? [])
                            promise.succeed(.certificateVerified)
                        })
                    try channel.pipeline.syncOperations.addHandlers(
                        tls, Reader(answer: { answer.yield($0) }, end: { answer.finish() }))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let certificate = await shown.first { _ in true } ?? []
        return TLSProbe(channel: channel, certificate: certificate, answers: answers)
    }

    /// Sends bytes and waits for an answer; nil when the other side has closed.
    package func ask(_ bytes: [UInt8]) async throws -> [UInt8]? {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        return await answers.first { _ in true }.map { Array($0.readableBytesView) }
    }

    package func get(_ path: String) async throws -> String? {
        try await ask(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    package static func certificate(in file: String) throws -> [UInt8] {
        try NIOSSLCertificate.fromPEMFile(file).first?.toDERBytes() ?? []
    }

    private final class Reader: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let answer: @Sendable (ByteBuffer) -> Void
        private let end: @Sendable () -> Void

        init(answer: @escaping @Sendable (ByteBuffer) -> Void, end: @escaping @Sendable () -> Void) {
            (self.answer, self.end) = (answer, end)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { answer(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { end() }
    }
}
