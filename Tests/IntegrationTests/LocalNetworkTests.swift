import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("On the local network", .timeLimit(.minutes(2)))
struct LocalNetworkTests {
    @Test("HTTPS is trusted only by clients that trust the authority")
    func https() async throws {
        let stage = try Stage("lan")
        defer { stage.clear() }
        let directory = stage.directory + "/tls"
        #expect(try await certificate(in: directory, for: Stage.mediaAddress) == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory + "/server.crt"))
        #expect(try await certificate(in: directory, for: Stage.mediaAddress) == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory + "/server.crt")) == before, "kept while it lasts")
        // An address outside this network gets no certificate.
        #expect(try await certificate(in: directory + "-public", for: "203.0.113.7") != 0)

        let server = try PipedProcess(
            "ecall-server", "\(Stage.binaries)/ecall-server",
            [
                "serve", "--init", "--port", "0", "--host", Stage.mediaAddress, "--data", stage.directory + "/server",
                "--media-address", Stage.mediaAddress, "--tls-certificate", directory + "/server.crt",
                "--tls-key", directory + "/server.key", "--tls-authority", directory + "/authority.crt",
            ])
        do {
            let address = try await within(.seconds(60), "the start of the server") {
                for await line in server.lines {
                    if let range = line.range(of: "listening on https://") { return String(line[range.upperBound...]) }
                }
                throw DemoFailure("the server ended: \(server.diagnostics.joined(separator: " · "))")
            }
            let trusting = try await connect(to: address, trusting: directory + "/authority.crt")
            #expect(trusting.contains("200 OK") && trusting.contains("BEGIN CERTIFICATE"))
            // Another authority of the same name is not trusted.
            #expect(try await certificate(in: directory + "-other", for: Stage.mediaAddress) == 0)
            let distrusting = try await connect(to: address, trusting: directory + "-other/authority.crt")
            #expect(!distrusting.contains("200 OK"))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("an invalid certificate, or a key that does not match, gives one clear message")
    func badFiles() async throws {
        let stage = try Stage("lan-bad")
        defer { stage.clear() }
        for name in ["one", "two"] {
            #expect(try await certificate(in: "\(stage.directory)/\(name)", for: Stage.mediaAddress) == 0)
        }
        let (one, two) = (stage.directory + "/one", stage.directory + "/two")
        let wrong = [
            (one + "/server.crt", two + "/server.key", "is not the one of the certificate"),
            (one + "/missing", one + "/server.key", "the file \(one)/missing is missing"),
        ]
        for files in wrong {
            let server = try PipedProcess(
                "ecall-server", "\(Stage.binaries)/ecall-server",
                [
                    "serve", "--port", "0", "--data", stage.directory + "/server", "--media-address",
                    Stage.mediaAddress, "--tls-certificate", files.0, "--tls-key", files.1,
                ])
            let status = try await within(.seconds(30), "the end of the server") { await server.waitForExit() }
            #expect(status == 1)
            await server.diagnosticsEnded()
            #expect(server.diagnostics.last?.contains(files.2) == true)
        }
    }

    @Test(
        "invalid arguments of ./run are reported before anything is installed or built",
        arguments: [
            (["--lan", "--port", "abc"], "--port takes a number from 0 to 65535, not abc"),
            (["--port", "65536"], "--port takes a number from 0 to 65535, not 65536"),
            (["--config", "/none.yaml"], "the configuration /none.yaml is missing"),
            (["demo", "--lan"], "--lan does not belong to ./run demo"), (["--prot", "1"], "unknown argument: --prot"),
        ])
    func wrongArguments(_ arguments: [String], _ says: String) async throws {
        let child = try PipedProcess("run", "/bin/bash", ["run"] + arguments)
        let status = try await within(.seconds(10), "the end of ./run") { await child.waitForExit() }
        await child.diagnosticsEnded()
        #expect(status == 1 && child.diagnostics.last?.hasPrefix("error: " + says) == true)
    }

    private func certificate(in directory: String, for address: String) async throws -> Int32 {
        let script = ". Scripts/packages.sh; . Scripts/lan.sh; certificate_for \"$0\" \"$1\""
        let child = try PipedProcess("bash", "/bin/bash", ["-c", script, directory, address])
        return try await within(.seconds(30), "a certificate") { await child.waitForExit() }
    }

    /// The result for an HTTPS client that trusts one authority only, for `/authority.crt`.
    private func connect(to address: String, trusting authority: String) async throws -> String {
        let host = address.split(separator: ":")[0]
        let client = try PipedProcess(
            "openssl", "/usr/bin/openssl",
            [
                "s_client", "-connect", address, "-CAfile", authority, "-verify_return_error", "-verify_ip",
                String(host), "-quiet", "-no_ign_eof",
            ])
        try client.write("GET /authority.crt HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n")
        return try await within(.seconds(30), "an answer over TLS") {
            var text = ""
            for await line in client.lines { text += line + "\n" }
            return text
        }
    }
}
