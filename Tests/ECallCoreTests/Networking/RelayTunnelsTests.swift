import Crypto
import ECallAPI
import ECallCore
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServerTestSupport
import Testing

/// Tunnels that are released close their port, and the next server of another test may get it: each test holds on to its own.
@Suite("Tunnels to relays in TLS", .timeLimit(.minutes(1)))
struct RelayTunnelsTests {
    /// Sends back what it reads; of a connection that ends it is said how many bytes came.
    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let ended: @Sendable (Int) -> Void
        private var received = 0

        init(ended: @escaping @Sendable (Int) -> Void) { self.ended = ended }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            received += bytes.readableBytes
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { ended(received) }
    }

    /// A server in TLS with the certificate of an authority, which is that of `localhost` and 127.0.0.1.
    private static func withServer(
        of authority: TestAuthority, _ body: (_ port: Int, _ ends: AsyncStream<Int>) async throws -> Void
    ) async throws {
        let context = try NIOSSLContext(configuration: try authority.tlsOfServer())
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Echo { end.yield($0) })
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
            defer { withExtendedLifetime(tunnels) {} }
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
        // "127.1" is no address in a URL and a name to NIO; resolvers take it for 127.0.0.1, which the certificate is good for.
        for (authority, host) in [(stranger, "localhost"), (good, "127.1"), (good, "127.0.0.2")] {
            try await Self.withServer(of: authority) { port, _ in
                let tunnels = RelayTunnels(trust: .authorities(file: good.authority))
                defer { withExtendedLifetime(tunnels) {} }
                let relay = TURNURI(isSecure: true, host: host, port: port, transport: .tcp)
                let way = try #require(await tunnels.plain(relay))
                let answer = try await Self.ask(way, [1])
                #expect(answer == [], "\(host)")
            }
        }
    }

    /// 003-31
    @Test("where keys are pinned, a relay with another one gets no byte, though its certificate is good")
    func pinned() async throws {
        let authority = try await TestAuthority.common()
        let certificate = try #require(try NIOSSLCertificate.fromPEMFile(authority.certificate).first)
        let own = Data(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes())).base64EncodedString()
        let others = (1...2).map { Data(repeating: $0, count: 32).base64EncodedString() }
        for (pins, isLet) in [([own, others[0]], true), ([others[0], own], true), (others, false)] {
            try await Self.withServer(of: authority) { port, ends in
                let trust = TLSTrust.authorities(file: authority.authority).pinned(to: try CertificatePins(pins))
                let relay = TURNURI(isSecure: true, host: "localhost", port: port, transport: .tcp)
                let tunnels = RelayTunnels(trust: trust)
                defer { withExtendedLifetime(tunnels) {} }
                let way = try #require(await tunnels.plain(relay))
                #expect(try await Self.ask(way, [1, 2, 3]) == (isLet ? [1, 2, 3] : []))
                for await count in ends {
                    #expect(count == (isLet ? 3 : 0))
                    break
                }
            }
        }
    }

    @Test(
        "a way without TLS is the same; of one with TLS there is one port for all who ask; nobody there ends the connection"
    )
    func ways() async throws {
        let tunnels = RelayTunnels()
        defer { withExtendedLifetime(tunnels) {} }
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
