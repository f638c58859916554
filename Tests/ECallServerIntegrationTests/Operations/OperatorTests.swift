import Foundation
import NIOCore
import NIOPosix
import Processes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

/// An operator's use of the program itself, with real Janus and coturn.
@Suite("An operator's server", .timeLimit(.minutes(2)), .serialized)
struct OperatorTests {
    private static func softLimit(of pid: Int32) throws -> Int? {
        let text = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
        return text.firstMatch(of: /Max open files +([0-9]+)/).flatMap { Int($0.output.1) }
    }

    @Test("the server and its children get the allowed number of descriptors, not a shell's thousand")
    func descriptors() async throws {
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(
                in: folder, wrapper: ["/usr/bin/prlimit", "--nofile=1024:8192"])
            let data = folder + "/data"
            let children = ["janus", "coturn"].compactMap { PIDFile(path: "\(data)/run/\($0).pid").running?.pid }
            #expect(children.count == 2)
            for pid in [server.pid] + children { #expect(try Self.softLimit(of: pid) == 8192) }
            await server.end(SIGTERM)
        }
    }

    @Test(
        "SIGHUP does not stop the server, with or without TLS; with TLS new connections get the new certificate")
    func hangUp() async throws {
        let (first, second) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await ServerProcess.withFolder { folder in
            let (certificate, key) = (folder + "/server.pem", folder + "/server.key")
            func put(_ authority: TestAuthority) throws {
                try Data(contentsOf: URL(filePath: authority.certificate)).write(to: URL(filePath: certificate))
                try Data(contentsOf: URL(filePath: authority.key)).write(to: URL(filePath: key))
            }
            try put(first)
            let server = try await ServerProcess.start(
                in: folder, arguments: ["--tls-certificate", certificate, "--tls-key", key])
            let (janus, coturn) = (try #require(server.child("janus")), try #require(server.child("coturn")))
            let configuration = try #require(MediaDirectories(data: server.data).read("coturn.conf"))
            let turn = try #require(CoturnConfiguration.port("tls-listening-port", in: configuration))
            let probes = (try await TLSProbe.connect(server.port), try await TLSProbe.connect(turn))
            #expect(try probes.1.certificate == TLSProbe.certificate(in: first.certificate))

            try put(second)
            kill(server.pid, SIGHUP)
            try await server.waitForLine("SIGHUP: the certificate was read again.")
            let wanted = try TLSProbe.certificate(in: second.certificate)
            #expect(try await TLSProbe.connect(server.port).certificate == wanted)
            var shown: [UInt8] = []
            // coturn handles the signal in its own time.
            for _ in 0..<1000 where shown != wanted {
                shown = try await TLSProbe.connect(turn).certificate
                if shown != wanted { try await pause() }
            }
            #expect(shown == wanted)
            // Existing connections stay open, and nothing was restarted.
            #expect(try await probes.0.get("/healthz")?.contains("200") == true)
            let binding: [UInt8] = [0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42] + (1...12)
            #expect(try await probes.1.ask(binding)?.prefix(2) == [1, 1])
            #expect(server.child("janus") == janus && server.child("coturn") == coturn)

            // The next server adopts coturn: its configuration is unchanged.
            await server.end(SIGKILL)
            let next = try await ServerProcess.start(
                in: folder, arguments: ["--tls-certificate", certificate, "--tls-key", key])
            #expect(next.child("coturn") == coturn)
            await next.end(SIGTERM)
        }
    }

    @Test("TURN's port is required outside of development, and moves with a notice in development")
    func turnPort() async throws {
        try await ServerProcess.withFolder { folder in
            let taken = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(taken.localAddress?.port)
            let arguments = ["--set", "media.turnPort=\(port)"]
            do {
                _ = try await ServerProcess.start(in: folder, mode: ["--init"], arguments: arguments)
                Issue.record("it started without its port")
            } catch let ended as ServerProcess.Ended {
                #expect(ended.output.contains("Port \(port)") && ended.output.contains("media.turnPort"))
            }
            let moved = try await ServerProcess.start(in: folder, arguments: arguments)
            #expect(moved.said.contains { $0.contains("Port \(port)") && $0.contains("is taken") })
            await moved.end(SIGTERM)
            try await taken.close()
            // Free again, and used at once.
            let server = try await ServerProcess.start(in: folder, mode: [], arguments: arguments)
            let text = try #require(MediaDirectories(data: server.data).read("coturn.conf"))
            #expect(CoturnConfiguration.port(in: text) == port)
            // Killed and restarted with the coturn that is left, then stopped and restarted.
            await server.end(SIGKILL)
            let next = try await ServerProcess.start(in: folder, mode: [], arguments: arguments)
            await next.end(SIGTERM)
            let last = try await ServerProcess.start(in: folder, mode: [], arguments: arguments)
            await last.end(SIGTERM)
        }
    }

    @Test("without a server in the data folder nothing starts, and --init creates one")
    func firstStart() async throws {
        try await ServerProcess.withFolder { folder in
            for (mode, words) in [([], "holds no server"), (["--init"], nil), (["--init"], "already"), ([], nil)] {
                do {
                    let server = try await ServerProcess.start(in: folder, mode: mode)
                    #expect(words == nil)
                    await server.end(SIGTERM)
                } catch let ended as ServerProcess.Ended {
                    #expect(words.map { ended.output.contains($0) } == true, "\(ended)")
                }
            }
        }
    }
}
