import ECallAPI
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import ServerFoundation

/// The coturn started by the server, used by a signed-in attacker.
@Suite("The relay", .timeLimit(.minutes(1)), .serialized)
struct RelayTests {
    /// One address of each of IANA's special-purpose ranges, those of cloud metadata services, and some ordinary public ones.
    private static let foreign = [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.77.0.2", "100.64.0.1", "127.0.0.1", "127.1.2.3", "169.254.0.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.254", "192.0.0.8", "192.0.0.170", "192.0.2.1", "192.31.196.1",
        "192.52.193.1", "192.88.99.1", "192.168.1.1", "192.175.48.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "8.8.8.8", "1.1.1.1",
    ]
    private static let foreign6 = [
        "::", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
        "2002::1",
        "fc00::1", "fd00:ec2::254", "fe80::1", "ff02::1", "2606:4700::1111",
    ]

    private struct Relay {
        let address: String
        let port: Int
        let credentials: CredentialsResponse

        func client(_ username: String? = nil, _ password: String? = nil) async throws -> TURNClient {
            try await TURNClient(
                from: address, relayPort: port, username: username ?? credentials.turnUsername,
                password: password ?? credentials.turnPassword)
        }
    }

    private static func withRelay(_ body: (Relay, ServerProcess) async throws -> Void) async throws {
        // An address as in operation, not loopback.
        let address = try HostNetwork.mediaAddresses(named: []).first
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(in: folder, mediaAddress: address)
            let person = try await server.signIn("ana")
            let credentials: CredentialsResponse = try await server.call(.credentials, as: person).value()
            let words = credentials.noneTlsUrl.split { ":?".contains($0) }
            try await body(
                Relay(address: String(words[1]), port: try #require(Int(words[2])), credentials: credentials), server)
            await server.end(SIGTERM)
        }
    }

    /// 002-15
    @Test(
        "the relay reaches Janus' address, and no internal, special or public one: nothing is permitted and nothing arrives"
    )
    func reaches() async throws {
        try await Self.withRelay { relay, server in
            let client = try await relay.client()
            #expect(try await client.allocate() == 0)
            for peer in Self.foreign {
                #expect(try await client.permit(peer) == 403, "\(peer)")
                #expect(try await client.bind(peer) == 403, "\(peer)")
            }
            for peer in Self.foreign6 {
                #expect([403, 443].contains(try await client.permit(peer)), "\(peer)")
                #expect([403, 443].contains(try await client.bind(peer)), "\(peer)")
            }
            let (inside, insidePort) = try await Self.listen(at: "127.0.0.1")
            let (janus, janusPort) = try await Self.listen(at: relay.address)
            #expect(try await client.permit(relay.address) == 0)
            try await client.send("no", to: "127.0.0.1", port: insidePort)
            try await client.send("yes", to: relay.address, port: janusPort)
            for await text in janus.texts {
                #expect(text == "yes")
                break
            }
            #expect(inside.count == 0)
            // Janus is at that address.
            let access = try #require(FileManager.default.contents(atPath: server.data + "/run/janus.json"))
            #expect(
                try JSONDecoder().decode(MediaServers.JanusAccess.self, from: access).mediaAddress == relay.address)
            try await client.close()
        }
    }

    @Test("behind one-to-one NAT clients get the address that they reach, and Janus and coturn start with it")
    func publicAddress() async throws {
        let address = try HostNetwork.mediaAddresses(named: []).first
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(
                in: folder, mediaAddress: address, mode: ["--dev", "--set", "media.publicAddress=198.51.100.7"])
            let person = try await server.signIn("ana")
            let credentials: CredentialsResponse = try await server.call(.credentials, as: person).value()
            #expect(credentials.noneTlsUrl.hasPrefix("turn:198.51.100.7:"))
            let port = try #require(Int(credentials.noneTlsUrl.split { ":?".contains($0) }[2]))
            let relay = Relay(address: address, port: port, credentials: credentials)
            let client = try await relay.client()
            #expect(try await client.allocate() == 0)
            // Janus and relays are on the same host: nothing between them goes out to the NAT.
            #expect(try await client.permit(address) == 0)
            #expect(try await client.permit("198.51.100.7") == 403)
            try await client.close()
            let ready = try await server.get("/readyz")
            #expect(ready.status == 200 && ready.text == "ready\n", "\(ready.text)")
            await server.end(SIGTERM)
        }
    }

    @Test(
        "a private address that is offered to clients on the Internet is reported by readiness, which does not name it")
    func privateAddress() async throws {
        let address = try HostNetwork.mediaAddresses(named: []).first
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(
                in: folder, mediaAddress: address, mode: ["--dev", "--set", "publicURL=https://calls.example.org"])
            let ready = try await server.get("/readyz")
            #expect(ready.status == 200 && ready.text.hasPrefix("ready\nwarning: "), "\(ready.text)")
            #expect(!ready.text.contains(address))
            await server.end(SIGTERM)
        }
    }

    /// 002-3
    @Test("clients get every transport; with its own certificate coturn's TLS is at the address that a proxy forwards")
    func ways() async throws {
        let authority = try await TestAuthority.common()
        try await ServerProcess.withFolder { folder in
            let own = [
                "turnCertificate=\(authority.certificate)", "turnKey=\(authority.key)", "turnTLSAddress=localhost:443",
            ]
            let server = try await ServerProcess.start(
                in: folder, mediaAddress: "127.0.0.1", mode: ["--dev"] + own.flatMap { ["--set", "media.\($0)"] })
            let person = try await server.signIn("ana")
            let told: CredentialsResponse = try await server.call(.credentials, as: person).value()
            let port = try #require(TURNURI(told.noneTlsUrl)?.port)
            #expect(told.noneTlsUrl == "turn:127.0.0.1:\(port)?transport=udp")
            #expect(told.tlsUrl == "turns:localhost:443?transport=tcp")
            #expect(
                told.turnUrls == [
                    told.noneTlsUrl, "turn:127.0.0.1:\(port)?transport=tcp", "turns:localhost:443?transport=tcp",
                ])
            let configuration = try String(contentsOfFile: server.data + "/run/coturn.conf", encoding: .utf8)
            let secure = try #require(CoturnConfiguration.port("tls-listening-port", in: configuration))
            try await Self.askInTLS(secure, trusting: authority)
            await server.end(SIGTERM)
        }
    }

    @Test("the relay accepts credentials of this server only, for an hour, and limits the allocations of an account")
    func quotas() async throws {
        try await Self.withRelay { relay, server in
            let name = try #require(TURNUserName(relay.credentials.turnUsername))
            let (expiry, own) = (Int(name.expiry), name.identity)
            #expect(abs(Double(expiry) - Date().timeIntervalSince1970 - 3600) < 60)
            let text = try String(contentsOfFile: server.data + "/run/coturn.conf", encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("static-auth-secret=") })
            let turn = TURNCredentials(secret: String(line.dropFirst("static-auth-secret=".count)))
            let late = turn.issue(
                to: DeviceIdentity(user: 7, device: 77), at: Timestamp(milliseconds: Int64((expiry - 7300) * 1000)))
            #expect(try await relay.client(late.username, late.password).allocate() == 401)
            #expect(try await relay.client(nil, "guess").allocate() == 401)

            var clients: [TURNClient] = []
            var code = 0
            let quota = try #require(CoturnConfiguration.port("user-quota", in: text))
            let total = try #require(CoturnConfiguration.port("total-quota", in: text))
            #expect(quota <= CoturnConfiguration.accountQuota && quota * 8 <= total)
            while code == 0, clients.count <= quota {
                let client = try await relay.client()
                code = try await client.allocate()
                clients.append(client)
            }
            #expect(code == 486 && clients.count == quota + 1)
            // Neither another credential of the same device nor another device of the account is a bypass; a bystander has
            // their own share.
            let now = Timestamp(milliseconds: Int64(expiry - 3500) * 1000)
            let (another, bystander) = (
                DeviceIdentity(user: own.user, device: 77), DeviceIdentity(user: 7, device: 77)
            )
            for (who, expected) in [(own, 486), (another, 486), (bystander, 0)] {
                let other = turn.issue(to: who, at: now)
                #expect(try await relay.client(other.username, other.password).allocate() == expected)
            }
            for client in clients { try await client.close() }
        }
    }

    @Test("allocations of a signed-out device end at the next sweep, with those of unissued names; others continue")
    func warden() async throws {
        try await ServerProcess.withFolder { folder in
            var settings = ServerSettings(dataDirectory: folder)
            settings.media.addresses = ["127.0.0.1"]
            let media = try MediaServers(
                settings: settings.media, dataDirectory: folder, turnSecret: "secret",
                group: MultiThreadedEventLoopGroup.singleton, now: WallClock.system.now, logger: RecordedLog().logger)
            try await media.start()
            let (turn, now) = (TURNCredentials(secret: "secret"), WallClock.system.now())
            func client(_ user: UserID, _ device: DeviceID) async throws -> TURNClient {
                let name = turn.issue(to: DeviceIdentity(user: user, device: device), at: now)
                return try await TURNClient(
                    from: "127.0.0.1", relayPort: media.turn.udp.port, username: name.username,
                    password: name.password)
            }
            let clients = [try await client(1, 11), try await client(1, 12), try await client(2, 21)]
            for client in clients { #expect(try await client.allocate() == 0) }
            let gone = Mutex(Set<DeviceIdentity>())
            let warden = RelayAllocationSweeper(
                console: { media.relayConsole }, signedIn: { devices in gone.withLock { devices.subtracting($0) } },
                logger: RecordedLog().logger)
            #expect(try await warden.look() == 0)
            for client in clients { #expect(try await client.refresh() == 0) }
            gone.withLock { _ = $0.insert(DeviceIdentity(user: 1, device: 11)) }
            #expect(try await warden.look() == 1)
            // coturn ends a session a moment after the command.
            while try await clients[0].refresh() != 437 { try await pause() }
            for client in clients.dropFirst() { #expect(try await client.refresh() == 0) }
            #expect(try await warden.look() == 0)
            // Keeps allocations of devices last seen signed in: none is ended while the state is unknown.
            struct Unknown: Error {}
            let blind = RelayAllocationSweeper(
                console: { media.relayConsole }, signedIn: { _ in throw Unknown() }, logger: RecordedLog().logger)
            await #expect(throws: Unknown.self) { try await blind.look() }
            #expect(try await clients[2].refresh() == 0)
            let guess = CoturnConsole.Access(port: media.relayConsolePort, password: "guess")
            await #expect(throws: CoturnConsole.Failure.refused) {
                try await CoturnConsole(guess, group: MultiThreadedEventLoopGroup.singleton).end { $0 }
            }
            #expect(try await clients[2].refresh() == 0)
            for client in clients { try await client.close() }
            await media.stop()
        }
    }

    @Test("the relay speaks TLS if there is a certificate, and clients get that address")
    func tls() async throws {
        let authority = try await TestAuthority.common()
        try await ServerProcess.withFolder { folder in
            var settings = ServerSettings(dataDirectory: folder)
            settings.tls = TLSFiles(certificate: authority.certificate, key: authority.key)
            settings.publicURL = "https://localhost:8443/"
            settings.media.addresses = ["127.0.0.1"]
            let media = try MediaServers(
                settings: settings.media, tls: settings.turnTLS, dataDirectory: folder, turnSecret: "secret",
                group: MultiThreadedEventLoopGroup.singleton, now: WallClock.system.now, logger: RecordedLog().logger)
            try await media.start()
            let port = try #require(media.turn.tls?.port)
            #expect(media.turn.all.last?.description == "turns:localhost:\(port)?transport=tcp")
            try await Self.askInTLS(port, trusting: authority)
            await media.stop()
        }
    }

    @Test("coturn is restarted with the certificate that the server loaded last, whatever the files contain by then")
    func restart() async throws {
        let (first, second) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await ServerProcess.withFolder { folder in
            var settings = ServerSettings(dataDirectory: folder)
            let files = TLSFiles(certificate: folder + "/own.pem", key: folder + "/own.key")
            settings.tls = files
            settings.media.addresses = ["127.0.0.1"]
            func put(_ authority: TestAuthority) throws {
                for (from, to) in [(authority.certificate, files.certificate), (authority.key, files.key)] {
                    try Data(contentsOf: URL(filePath: from)).write(to: URL(filePath: to))
                }
            }
            try put(first)
            let media = try MediaServers(
                settings: settings.media, tls: settings.turnTLS, dataDirectory: folder, turnSecret: "secret",
                group: MultiThreadedEventLoopGroup.singleton, now: WallClock.system.now, logger: RecordedLog().logger)
            try await media.start()
            let port = try #require(media.turn.tls?.port)
            try await Self.askInTLS(port, trusting: first)
            func crash(trusting authority: TestAuthority) async throws {
                let before = await media.restarts.last?.count ?? 0
                kill(try #require(await media.processIDs.last), SIGKILL)
                while await media.restarts.last?.count == before { try await pause() }
                while (try? await media.readiness.last?.check()) == nil { try await pause() }
                try await Self.askInTLS(port, trusting: authority)
            }
            // Half of a renewal, which the server has not been told to read.
            try Data("nonsense".utf8).write(to: URL(filePath: files.certificate))
            try await crash(trusting: first)
            try put(second)
            try await crash(trusting: first)
            await media.renewCertificate(try files.load().pem)
            try Data("nonsense".utf8).write(to: URL(filePath: files.key))
            try await crash(trusting: second)
            for name in ["coturn.crt", "coturn.key"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/run/" + name)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
            await media.stop()
        }
    }

    @Test("neither coturn nor HTTPS takes a suite in CBC mode")
    func refusesCBC() async throws {
        let authority = try await TestAuthority.common()
        try await ServerProcess.withFolder { folder in
            let certificate = try ServerCertificate(
                TLSFiles(certificate: authority.certificate, key: authority.key))
            let context = try NIOSSLContext(configuration: certificate.configuration)
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let own = ["turnCertificate=\(authority.certificate)", "turnKey=\(authority.key)"]
            let server = try await ServerProcess.start(
                in: folder, mediaAddress: "127.0.0.1", mode: ["--dev"] + own.flatMap { ["--set", "media.\($0)"] })
            let configuration = try String(contentsOfFile: server.data + "/run/coturn.conf", encoding: .utf8)
            let turn = try #require(CoturnConfiguration.port("tls-listening-port", in: configuration))
            let modern = "ECDHE-ECDSA-AES128-GCM-SHA256"
            for port in [turn, try #require(listener.localAddress?.port)] {
                for suite in ["AES128-SHA", "AES256-SHA"] {
                    let isTaken = try await Self.connects(to: port, by: "ECDHE-ECDSA-\(suite)")
                    #expect(!isTaken, "\(port) \(suite)")
                }
                let isTaken = try await Self.connects(to: port, by: modern)
                #expect(isTaken, "\(port)")
            }
            try await listener.close()
            await server.end(SIGTERM)
        }
    }

    /// Whether TLS 1.2 is established with one of these suites.
    private static func connects(to port: Int, by suites: String) async throws -> Bool {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.maximumTLSVersion = .tlsv12
        configuration.cipherSuites = suites
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        // Written after the handshake.
        let request: [UInt8] = [0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42] + (1...12)
        let isWritten = (try? await channel.writeAndFlush(ByteBuffer(bytes: request))) != nil
        try? await channel.close()
        return isWritten
    }

    /// Asks coturn over TLS for the client's address, as a client that trusts one authority only.
    private static func askInTLS(_ port: Int, trusting authority: TestAuthority) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(authority.authority)
        let context = try NIOSSLContext(configuration: configuration)
        let (answers, queue) = AsyncStream.makeStream(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                    try channel.pipeline.syncOperations.addHandler(Received { queue.yield($0) })
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        // A Binding request (RFC 8489 section 5).
        let request: [UInt8] = [0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42] + (1...12)
        try await channel.writeAndFlush(ByteBuffer(bytes: request))
        for await answer in answers {
            #expect(Array(answer.readableBytesView.prefix(2)) == [1, 1])
            break
        }
        try await channel.close()
    }

    // MARK: - Sockets

    private final class Listener: Sendable {
        let texts: AsyncStream<String>
        private let queue: AsyncStream<String>.Continuation
        private let received = Mutex(0)

        init() { (texts, queue) = AsyncStream.makeStream() }

        var count: Int { received.withLock { $0 } }

        func take(_ bytes: [UInt8]) {
            received.withLock { $0 += 1 }
            queue.yield(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func listen(at address: String) async throws -> (Listener, Int) {
        let listener = Listener()
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Datagrams { listener.take($0) })
                }
            }
            .bind(host: address, port: 0).get()
        return (listener, try #require(channel.localAddress?.port))
    }

    private final class Received: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let take: (ByteBuffer) -> Void

        init(take: @escaping (ByteBuffer) -> Void) { self.take = take }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(unwrapInboundIn(data)) }
    }
}
