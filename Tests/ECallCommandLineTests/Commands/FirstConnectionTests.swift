import Foundation
import Processes
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("The first connection to a server", .timeLimit(.minutes(1)))
struct FirstConnectionTests {
    private static let limit = Duration.seconds(2)

    /// Requests a code, and expects to be told soon why there is no server.
    private func login(at server: String) async throws -> BuiltProgram.Ending {
        try await withTemporaryDirectory { home in
            let program = try BuiltProgram()
            // How long it takes to run a program on this machine at present, with nothing to connect to.
            let before = ContinuousClock.now
            _ = try await program.run(["whoami"], home: home)
            let began = ContinuousClock.now
            let limit = Self.limit + (began - before) * 2
            let ending = try await program.run(
                ["login", "--foreground", "--email", "a@example.org", "--server", server], home: home)
            let took = ContinuousClock.now - began
            #expect(took < limit, "\(server): \(took)")
            #expect(ending.status == CommandStatus.unreachable.rawValue, "\(ending.diagnostics)")
            return ending
        }
    }

    @Test("a refused connection is reported as such")
    func refused() async throws {
        let ending = try await login(at: "http://127.0.0.1:1")
        #expect(ending.diagnostics.contains("127.0.0.1:1 refused the connection."))
    }

    @Test("a host that does not resolve is reported as such")
    func unknownHost() async throws {
        // Longer than a label may be (RFC 1035 section 2.3.4): no name server is asked.
        let host = String(repeating: "x", count: 64) + ".example"
        let ending = try await login(at: "https://\(host)")
        #expect(ending.diagnostics.contains("Can’t find the server \(host)."))
    }

    @Test("an untrusted certificate is reported as such")
    func untrusted() async throws {
        try await withTemporaryDirectory { directory in
            let (key, certificate) = (directory.path + "/key.pem", directory.path + "/certificate.pem")
            let maker = try PipedProcess(
                "openssl", "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
                ])
            #expect(await maker.waitForExit() == 0)
            let server = try PipedProcess(
                "openssl", "/usr/bin/openssl",
                ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate])
            var port: Substring?
            // "ACCEPT 127.0.0.1:40123"
            for await line in server.lines where line.hasPrefix("ACCEPT ") {
                port = line.split(separator: ":").last
                break
            }
            let ending = try await login(at: "https://127.0.0.1:\(try #require(port))")
            #expect(ending.diagnostics.contains("isn’t trusted, so nothing was sent."))
            await server.stop()
        }
    }
}
