import ECallAPI
import ECallCore
import NIOCore
import NIOPosix
import NIOSSL
import ServerTestSupport
import Testing

@Suite("Tunnels to relays in TLS", .timeLimit(.minutes(1)))
struct RelayTunnelsTests {
    /// Sends back what it reads; a connection that ends is said.
    private final class Echo: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let ended: @Sendable () -> Void

        init(ended: @escaping @Sendable () -> Void) { self.ended = ended }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(unwrapInboundIn(data)), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { ended() }
    }

    /// A server in TLS with the certificate of an authority, which is that of `localhost` and 127.0.0.1.
    private static func withServer(
        of authority: TestAuthority, _ body: (_ port: Int, _ ends: AsyncStream<Void>) async throws -> Void
    ) async throws {
        let context = try NIOSSLContext(configuration: try authority.tlsOfServer())
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Echo { end.yield() })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        try await body(try #require(server.localAddress?.port), ends)
        try await server.close()
    }

    /// Sends bytes to a port of this machine and returns as many as come back before it closes.
    private static func ask(_ way: TURNURI, _ bytes: [UInt8]) async throws -> [UInt8] {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: way.host, port: way.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Refused in the middle, it cannot send the rest.
                group.addTask { try? await outbound.write(ByteBuffer(bytes: bytes)) }
                var answer: [UInt8] = []
                do {
                    for try await part in inbound {
                        answer += Array(part.readableBytesView)
                        if answer.count >= bytes.count { break }
                    }
                } catch is IOError {}
                return answer
            }
        }
    }

    @Test(
        "what a connection says goes on in TLS and comes back, more than fits into any buffer too; the end is passed on"
    )
    func carries() async throws {
        let authority = try await TestAuthority.common()
        try await Self.withServer(of: authority) { port, ends in
            let tunnels = RelayTunnels(trust: .authorities(file: authority.authority))
            let way = try #require(
                await tunnels.plain(TURNURI(isSecure: true, host: "localhost", port: port, transport: .tcp)))
            #expect(!way.isSecure && way.host == "127.0.0.1" && way.transport == .tcp && way.port != port)
            let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            async let other = Self.ask(way, [1, 2, 3])
            #expect(try await Self.ask(way, bytes) == bytes)
            #expect(try await other == [1, 2, 3])
            for await _ in ends { break }
        }
    }

    @Test("a certificate that nobody vouches for, and one of another name, gets no byte")
    func refuses() async throws {
        let (good, stranger) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        for (authority, host) in [(stranger, "localhost"), (good, "localhost.localdomain"), (good, "127.0.0.2")] {
            try await Self.withServer(of: authority) { port, _ in
                let tunnels = RelayTunnels(trust: .authorities(file: good.authority))
                let relay = TURNURI(isSecure: true, host: host, port: port, transport: .tcp)
                let way = try #require(await tunnels.plain(relay))
                #expect(try await Self.ask(way, [1]) == [])
            }
        }
    }

    @Test(
        "a way without TLS is the same; of one with TLS there is one port for all who ask; nobody there ends the connection"
    )
    func ways() async throws {
        let tunnels = RelayTunnels()
        let plain = TURNURI(host: "192.0.2.1", port: 3478, transport: .udp)
        #expect(await tunnels.plain(plain) == plain)
        let secure = TURNURI(isSecure: true, host: "127.0.0.1", port: 1, transport: .tcp)
        async let one = tunnels.plain(secure)
        async let two = tunnels.plain(secure)
        let way = try #require(await one)
        #expect(await two == way)
        #expect(try await Self.ask(way, [1]) == [])
    }
}
