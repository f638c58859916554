import Crypto
import ECallAPI
import ECallLanguage
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServerTestSupport
import Testing

@testable import ECallCore

/// A server in TLS on 127.0.0.1 whose key is pinned, or not.
@Suite("Certificate pins", .timeLimit(.minutes(1)))
struct CertificatePinTests {
    private static let some = Data(repeating: 1, count: 32).base64EncodedString()
    private static let other = Data(repeating: 2, count: 32).base64EncodedString()

    @Test("pins are at least two different ones, each of 32 bytes in base64")
    func reading() throws {
        let pins = try CertificatePins(["sha256/" + Self.some, Self.other])
        #expect(try CertificatePins("sha256/\(Self.some), sha256/\(Self.other)\n") == pins)
        for texts in [[], [Self.some], [Self.some, "sha256/" + Self.some]] {
            #expect(throws: CertificatePins.Problem.noBackup) { try CertificatePins(texts) }
        }
        for text in ["", "sha256/", "sha1/" + Self.some, String(Self.some.dropFirst(4)), Self.some + "AAAA", "§"] {
            #expect(throws: CertificatePins.Problem.malformed(text)) { try CertificatePins([text, Self.other]) }
        }
        #expect(Texts().string(CertificatePins.Problem.malformed("x").text).contains("“x”"))
    }

    /// 003-8, 003-30, 003-31
    @Test("003-8: the server's key or the one in reserve is accepted, no other; the certificate has to be valid too")
    func connections() async throws {
        let (authority, stranger) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        let own = try Self.pin(of: authority.certificate)
        let trust = TLSTrust.authorities(file: authority.authority)
        let pinned: [(name: String, trust: TLSTrust, isLet: Bool)] = [
            ("not pinned", trust, true),
            ("the first", trust.pinned(to: try CertificatePins([own, Self.some])), true),
            ("the one in reserve", trust.pinned(to: try CertificatePins([Self.some, own])), true),
            ("neither", trust.pinned(to: try CertificatePins([Self.some, Self.other])), false),
            (
                "pinned, of another authority",
                TLSTrust.authorities(file: stranger.authority).pinned(to: try CertificatePins([own, Self.some])), false
            ),
        ]
        for (name, trust, isLet) in pinned {
            try await Self.expect(isLet, name, trust, certificate: authority.certificate, key: authority.key)
        }
        // Its key is the same.
        #expect(try Self.pin(of: authority.expiredCertificate) == own)
        try await Self.expect(
            false, "expired", trust.pinned(to: try CertificatePins([own, Self.some])),
            certificate: authority.expiredCertificate, key: authority.key)
    }

    @Test("an authority that a person has given is trusted like one in a file, and no other is")
    func ownAuthorities() async throws {
        let authority = try await TestAuthority.common()
        let stranger = try await TestAuthority.stranger()
        for (name, file, isLet) in [
            ("its own", authority.authority, true), ("a stranger's", stranger.authority, false),
            ("the certificate itself, which another has signed", authority.certificate, false),
        ] {
            let own = try OwnAuthorities(Data(contentsOf: URL(fileURLWithPath: file)))
            try await Self.expect(
                isLet, name, .authorities(own), certificate: authority.certificate, key: authority.key)
        }
    }

    @Test("a certificate for the address of the connection is not valid for the requested name")
    func addressIsNoName() async throws {
        let authority = try await TestAuthority.common()
        let trust = TLSTrust.authorities(file: authority.authority)
        // Its names are 127.0.0.1 and localhost; resolvers take "127.1", which is not an address in a URL, for 127.0.0.1.
        for (host, isLet) in [("localhost", true), ("127.0.0.1", true), ("127.1", false)] {
            try await Self.expect(
                isLet, host, trust, host: host, certificate: authority.certificate, key: authority.key)
        }
    }

    @Test(
        "a certificate's name stands for itself, or with * for one label",
        arguments: [
            ("calls.example.org", "calls.example.org", true), ("calls.example.org", "CALLS.example.org", true),
            ("calls.example.org", "*.example.org", true), ("example.org", "*.example.org", false),
            ("a.calls.example.org", "*.example.org", false), (".example.org", "*.example.org", false),
            ("example.org", "*.org", false), ("calls.example.org", "*.*.org", false),
            ("calls.example.org", "c*.example.org", false), ("calls.example.org.evil.net", "calls.example.org", false),
            ("calls.example.org", "*", false), ("calls.example.org", "", false),
        ])
    func names(name: String, pattern: String, isNamed: Bool) {
        #expect(ServerIdentity.matches(name, pattern) == isNamed)
    }

    @Test("an address is told from a name, in brackets too")
    func hosts() {
        for host in ["127.0.0.1", "::1", "[::1]", "2001:db8::1"] {
            #expect(ServerIdentity(host: host, pins: nil).name == nil, "\(host)")
        }
        for (host, name) in [
            ("Calls.example.org.", "calls.example.org"), ("127.1", "127.1"), ("localhost", "localhost"),
        ] {
            #expect(ServerIdentity(host: host, pins: nil).name == name)
        }
    }

    /// As `openssl x509 -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints it.
    private static func pin(of file: String) throws -> String {
        let certificate = try #require(try NIOSSLCertificate.fromPEMFile(file).first)
        let key = try certificate.extractPublicKey().toSPKIBytes()
        return "sha256/" + Data(SHA256.hash(data: key)).base64EncodedString()
    }

    /// By HTTP and by WebSocket: let through, the server reads a request; refused, it reads not one byte.
    private static func expect(
        _ isLet: Bool, _ name: String, _ trust: TLSTrust, host: String = "127.0.0.1", certificate: String, key: String
    ) async throws {
        try await withServer(certificate: certificate, key: key) { port, received in
            var received = received.makeAsyncIterator()
            let transport = AsyncHTTPTransport(trust: trust)
            let request = HTTPRequest(
                method: .get, url: "https://\(host):\(port)/", headers: ["Authorization": "Bearer secret"],
                timeout: .seconds(2))
            if isLet {
                #expect(try await transport.perform(request).status == 403, "\(name)")
            } else {
                await #expect(throws: HTTPTransportError.untrusted, "\(name)") {
                    try await transport.perform(request)
                }
            }
            await transport.shutdown()
            let first = try #require(await received.next())
            #expect((first > 0) == isLet, "\(name)")

            let socket = SocketRequest(
                address: ECallCore.SocketAddress(isSecure: true, host: host, port: port, path: "/ws/"),
                subprotocol: "test")
            await #expect(throws: isLet ? SocketError.refused(status: 403) : .untrusted, "\(name)") {
                try await WebSocketDialer(trust: trust).dial(socket)
            }
            // HTTP may have tried more than once.
            while let count = await received.next() {
                #expect((count > 0) == isLet, "\(name)")
                if isLet || count == 0 { break }
            }
        }
    }

    @Test("a connection without TLS has no key, and nothing is sent")
    func withoutTLS() async throws {
        let (received, arrived) = AsyncStream.makeStream(of: Int.self)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Refusing { arrived.yield($0) })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let transport = AsyncHTTPTransport(trust: .system.pinned(to: try CertificatePins([Self.some, Self.other])))
        let port = try #require(server.localAddress?.port)
        await #expect(throws: HTTPTransportError.untrusted) {
            try await transport.perform(
                HTTPRequest(method: .get, url: "http://127.0.0.1:\(port)/", timeout: .seconds(2)))
        }
        await transport.shutdown()
        var counts = received.makeAsyncIterator()
        #expect(await counts.next() == 0)
        try await server.close()
    }

    /// Answers everything it reads with 403; for each connection that ends, the number of received bytes is reported.
    private static func withServer(
        certificate: String, key: String, _ body: (_ port: Int, _ received: AsyncStream<Int>) async throws -> Void
    ) async throws {
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))))
        let (received, ended) = AsyncStream.makeStream(of: Int.self)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Refusing { ended.yield($0) })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result = await Result(catching: { try await body(try #require(server.localAddress?.port), received) })
        try await server.close()
        try result.get()
    }

    private final class Refusing: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let ended: @Sendable (Int) -> Void
        private var count = 0

        init(ended: @escaping @Sendable (Int) -> Void) { self.ended = ended }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            count += unwrapInboundIn(data).readableBytes
            let answer = ByteBuffer(string: "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { ended(count) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
