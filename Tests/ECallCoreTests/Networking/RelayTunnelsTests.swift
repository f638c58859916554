import Crypto
import ECallAPI
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServerTestSupport
import Testing

@testable import ECallCore

/// Tunnels that are released close their port, and the next server of another test may get it: each test holds on to its own.
@Suite("Tunnels to relays by TCP and TLS", .timeLimit(.minutes(1)))
struct RelayTunnelsTests {
    /// The behaviour of a relay towards a connection.
    enum Deed: Sendable {
        /// Sends back what it reads.
        case echoes
        /// Each of them at the first byte that arrives.
        case closes, halfCloses, resets
        /// Sends a byte and reads nothing.
        case stalls
    }

    /// A connection at a relay; when it ends, the number of received bytes is reported.
    private final class Far: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let deed: Deed
        private let ended: @Sendable (Int) -> Void
        private var received = 0

        init(_ deed: Deed, ended: @escaping @Sendable (Int) -> Void) { (self.deed, self.ended) = (deed, ended) }

        func channelActive(context: ChannelHandlerContext) {
            guard deed == .stalls else { return }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [1])), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            let isFirst = received == 0
            received += bytes.readableBytes
            switch deed {
            case .echoes, .stalls: context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            case .closes where isFirst: context.close(promise: nil)
            case .halfCloses where isFirst: context.close(mode: .output, promise: nil)
            case .resets where isFirst:
                // An end without lingering is a reset.
                let channel = context.channel
                (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                    .whenComplete { _ in channel.close(promise: nil) }
            case .closes, .halfCloses, .resets: break
            }
        }

        func channelInactive(context: ChannelHandlerContext) { ended(received) }
    }

    private static func bootstrap(_ deed: Deed, _ context: NIOSSLContext?, _ ended: @escaping @Sendable (Int) -> Void)
        -> ServerBootstrap
    {
        ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.autoRead, value: deed != .stalls)
            .childChannelOption(.allowRemoteHalfClosure, value: deed == .halfCloses)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
                    try pipeline.addHandler(Far(deed, ended: ended))
                }
            }
    }

    /// A relay in TLS with the certificate of an authority, which is that of `localhost` and 127.0.0.1; without one in plain TCP.
    private static func withServer(
        of authority: TestAuthority?, _ deed: Deed = .echoes, at host: String = "127.0.0.1",
        _ body: (_ port: Int, _ ends: AsyncStream<Int>) async throws -> Void
    ) async throws {
        let context = try authority.map { try NIOSSLContext(configuration: try $0.tlsOfServer()) }
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let server = try await bootstrap(deed, context) { end.yield($0) }.bind(host: host, port: 0).get()
        try await body(try #require(server.localAddress?.port), ends)
        try await server.close()
    }

    /// A connection as an engine makes it.
    private static func connect(_ way: TURNURI) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: way.host, port: way.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Sends bytes to a port of this machine and returns those that come back before it closes.
    private static func ask(_ way: TURNURI, _ bytes: [UInt8]) async throws -> [UInt8] {
        try await connect(way).executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await outbound.write(ByteBuffer(bytes: bytes)) }
                var answer: [UInt8] = []
                for try await part in inbound {
                    answer += Array(part.readableBytesView)
                    if answer.count >= bytes.count { break }
                }
                return answer
            }
        }
    }

    /// Sends a byte, and once the relay's end is gone more than any buffer holds: throws if that ends the connection.
    private static func talksOn(
        _ way: TURNURI, through tunnels: RelayTunnels, saying first: Int = 1, ending: RelayTunnels.Ending = .ofSpare
    ) async throws {
        let channel = try await connect(way)
        try await channel.executeThenClose { _, outbound in
            try await outbound.write(ByteBuffer(repeating: 7, count: first))
            #expect(await tunnels.endings.first { _ in true } == ending)
            for _ in 0..<80 { try await outbound.write(ByteBuffer(repeating: 7, count: 65_536)) }
            #expect(channel.channel.isActive)
        }
    }

    private static func relay(_ isSecure: Bool, _ port: Int, at host: String = "localhost") -> TURNURI {
        TURNURI(isSecure: isSecure, host: host, port: port, transport: .tcp)
    }

    @Test(
        "A tunnel carries bytes both ways, more than fits into any buffer too; the end is passed on",
        arguments: [true, false])
    func carries(isSecure: Bool) async throws {
        let authority = try await TestAuthority.common()
        try await Self.withServer(of: isSecure ? authority : nil) { port, ends in
            let tunnels = RelayTunnels(trust: .authorities(file: authority.authority))
            defer { withExtendedLifetime(tunnels) {} }
            let way = try #require(await tunnels.tunnelled(Self.relay(isSecure, port)))
            #expect(!way.isSecure && way.host == "127.0.0.1" && way.transport == .tcp && way.port != port)
            let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            async let other = Self.ask(way, [1, 2, 3])
            #expect(try await Self.ask(way, bytes) == bytes)
            #expect(try await other == [1, 2, 3])
            for await _ in ends { break }
        }
    }

    /// libnice 0.1.21 may crash when a connection to a relay ends.
    @Test(
        "A relay that closes, half closes or resets does not end the engine's connection: its bytes are discarded",
        arguments: [Deed.closes, .halfCloses, .resets], [true, false])
    func outlives(deed: Deed, isSecure: Bool) async throws {
        let authority = try await TestAuthority.common()
        try await Self.withServer(of: isSecure ? authority : nil, deed) { port, _ in
            let tunnels = RelayTunnels(trust: .authorities(file: authority.authority))
            defer { withExtendedLifetime(tunnels) {} }
            let way = try #require(await tunnels.tunnelled(Self.relay(isSecure, port)))
            try await Self.talksOn(way, through: tunnels)
            try await Self.talksOn(way, through: tunnels, saying: 4_000, ending: .ofMedia)
        }
    }

    @Test("A relay that accepts nothing is given up: the engine's connection stays, and its bytes are discarded")
    func stalls() async throws {
        try await Self.withServer(of: nil, .stalls) { port, _ in
            let tunnels = RelayTunnels(trust: .system, stall: .milliseconds(200), refused: {})
            let way = try #require(await tunnels.tunnelled(Self.relay(false, port)))
            let channel = try await Self.connect(way)
            try await channel.executeThenClose { inbound, _ in
                for try await _ in inbound { break }
                let sending = channel.channel.eventLoop.makePromise(of: Void.self)
                channel.channel.writeAndFlush(ByteBuffer(repeating: 7, count: 65_536_000), promise: sending)
                for await _ in tunnels.endings { break }
                // Only the tunnel receives them.
                try await sending.futureResult.get()
                #expect(channel.channel.isActive)
            }
        }
    }

    @Test("A relay that is not up yet is connected to once it is, and gets the bytes sent meanwhile")
    func waits() async throws {
        let (refusals, refusal) = AsyncStream.makeStream(of: Void.self)
        let tunnels = RelayTunnels(trust: .system) { refusal.yield() }
        defer { withExtendedLifetime(tunnels) {} }
        // Bound, and not listening: connections are refused, and no other process gets the port.
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        #expect(isBound)
        let way = try #require(
            await tunnels.tunnelled(Self.relay(false, Int(UInt16(bigEndian: address.sin_port)), at: "127.0.0.1")))
        async let answer = Self.ask(way, [1, 2, 3])
        for await _ in refusals { break }
        let server = try await Self.bootstrap(.echoes, nil) { _ in }.withBoundSocket(descriptor).get()
        #expect(try await answer == [1, 2, 3])
        try await server.close()
    }

    @Test("A relay with an untrusted certificate, or one for another name, gets no byte")
    func refuses() async throws {
        let (good, stranger) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        // "127.1" is not an address in a URL, and a name to NIO; resolvers take it for 127.0.0.1, for which the certificate is valid.
        for (authority, host) in [(stranger, "localhost"), (good, "127.1"), (good, "127.0.0.2")] {
            try await Self.withServer(of: authority, at: host == "127.0.0.2" ? host : "127.0.0.1") { port, ends in
                let tunnels = RelayTunnels(trust: .authorities(file: good.authority))
                defer { withExtendedLifetime(tunnels) {} }
                let way = try #require(await tunnels.tunnelled(Self.relay(true, port, at: host)))
                try await Self.talksOn(way, through: tunnels)
                for await count in ends {
                    #expect(count == 0, "\(host)")
                    break
                }
            }
        }
    }

    /// 003-31
    @Test("A relay with a key that is not pinned gets no byte, though its certificate is valid")
    func pinned() async throws {
        let authority = try await TestAuthority.common()
        let certificate = try #require(try NIOSSLCertificate.fromPEMFile(authority.certificate).first)
        let own = Data(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes())).base64EncodedString()
        let others = (1...2).map { Data(repeating: $0, count: 32).base64EncodedString() }
        for (pins, isLet) in [([own, others[0]], true), ([others[0], own], true), (others, false)] {
            try await Self.withServer(of: authority) { port, ends in
                let trust = TLSTrust.authorities(file: authority.authority).pinned(to: try CertificatePins(pins))
                let tunnels = RelayTunnels(trust: trust)
                defer { withExtendedLifetime(tunnels) {} }
                let way = try #require(await tunnels.tunnelled(Self.relay(true, port)))
                if isLet {
                    #expect(try await Self.ask(way, [1, 2, 3]) == [1, 2, 3])
                } else {
                    try await Self.talksOn(way, through: tunnels)
                }
                for await count in ends {
                    #expect(count == (isLet ? 3 : 0))
                    break
                }
            }
        }
    }

    @Test("A relay by UDP is unchanged; each other relay has one port for all callers")
    func ways() async throws {
        let tunnels = RelayTunnels()
        defer { withExtendedLifetime(tunnels) {} }
        for transport in [TURNURI.Transport.udp, nil] {
            let plain = TURNURI(host: "192.0.2.1", port: 3478, transport: transport)
            #expect(await tunnels.tunnelled(plain) == plain)
        }
        async let one = tunnels.tunnelled(Self.relay(true, 1, at: "127.0.0.1"))
        async let two = tunnels.tunnelled(Self.relay(true, 1, at: "127.0.0.1"))
        let way = try #require(await one)
        #expect(await two == way)
        #expect(await tunnels.tunnelled(Self.relay(false, 1, at: "127.0.0.1")) != way)
    }
}
