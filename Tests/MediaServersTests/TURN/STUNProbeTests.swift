import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import MediaServers

@Suite("STUN probe of coturn", .timeLimit(.minutes(1)))
struct STUNProbeTests {
    /// Answers as a STUN server, or with another transaction.
    private final class Server: ChannelInboundHandler, Sendable {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>

        let ports = Mutex<[Int]>([])
        let isGood = Mutex(true)

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let question = unwrapInboundIn(data)
            ports.withLock { $0.append(question.remoteAddress.port ?? 0) }
            var bytes = Array(question.data.readableBytesView)
            (bytes[0], bytes[1]) = (1, 1)
            if !isGood.withLock({ $0 }) { bytes[19] ^= 1 }
            let answer = AddressedEnvelope(remoteAddress: question.remoteAddress, data: ByteBuffer(bytes: bytes))
            context.channel.writeAndFlush(answer, promise: nil)
        }
    }

    /// coturn logs three lines for each port, which would be 25 kB a minute.
    @Test("all probes use one port, also simultaneous ones; an answer with another transaction is ignored")
    func onePort() async throws {
        let (group, server) = (MultiThreadedEventLoopGroup.singleton, Server())
        let channel = try await DatagramBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(server) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let probe = STUNProbe(
            host: "127.0.0.1", port: try #require(channel.localAddress?.port), group: group,
            timeout: .milliseconds(200))
        for _ in 0..<5 { try await probe.check() }
        async let one: Void = probe.check()
        async let other: Void = probe.check()
        _ = try await (one, other)
        #expect(server.ports.withLock { $0.count } >= 7 && Set(server.ports.withLock { $0 }).count == 1)
        server.isGood.withLock { $0 = false }
        await #expect(throws: STUNProbe.Failure.self) { try await probe.check() }
        server.isGood.withLock { $0 = true }
        try await probe.check()
        try await channel.close()
        await #expect(throws: (any Error).self) { try await probe.check() }
    }
}
