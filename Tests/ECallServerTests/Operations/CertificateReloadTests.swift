import Foundation
import HummingbirdCore
import MediaServers
import NIOCore
import Processes
import ServerTestSupport
import ServiceLifecycle
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Certificates that change while the server runs", .timeLimit(.minutes(1)))
struct CertificateReloadTests {
    private struct Stage: Sendable {
        let folder: String
        let files: TLSFiles
        let hangUp: AsyncStream<Void>.Continuation
        let log: RecordedLog
        let port: Int
        let renewals: AsyncStream<PEMPair>

        func put(_ certificate: String, _ key: String, authority: String? = nil) throws {
            for (from, to) in [(certificate, files.certificate), (key, files.key), (authority, files.authority)] {
                guard let from, let to else { continue }
                try Data(contentsOf: URL(filePath: from)).write(to: URL(filePath: to))
            }
        }

        /// Simulates the signal and waits until the log has mentioned it `count` times.
        func hangUp(count: Int) async throws {
            hangUp.yield()
            while log.text.components(separatedBy: "SIGHUP").count <= count { try await pause() }
        }
    }

    private static func run(
        ownOfTURN: Bool = false, _ body: @escaping @Sendable (Stage) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-hup-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = try await TestAuthority.common()
        let files = TLSFiles(
            certificate: folder + "/server.pem", key: folder + "/server.key", authority: folder + "/authority.pem")
        var settings = ServerSettings(dataDirectory: folder + "/data")
        settings.port = 0
        if ownOfTURN {
            (settings.media.turnCertificate, settings.media.turnKey) = (files.certificate, files.key)
        } else {
            settings.tls = files
        }
        let (reloadRequests, hangUp) = AsyncStream.makeStream(of: Void.self)
        let (renewals, renewal) = AsyncStream.makeStream(of: PEMPair.self)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let (log, signals) = (RecordedLog(), RecordingSignals())
        var environment = AppEnvironment(
            clock: .system,
            callParts: { _ in
                CallParts(
                    signals: signals, presence: signals, addRoutes: { _ in }, server: { _ in .http1() }, services: [],
                    renewCertificate: { renewal.yield($0) })
            })
        environment.reloadRequests = reloadRequests
        let stage = { port in
            Stage(folder: folder, files: files, hangUp: hangUp, log: log, port: port, renewals: renewals)
        }
        try stage(0).put(authority.certificate, authority.key, authority: authority.authority)
        let application = try await buildApplication(settings, environment: environment, logger: log.logger) {
            port.yield($0)
        }
        let group = serviceGroup(for: application, logger: log.logger)
        let running = Task { try await group.run() }
        try await body(stage(try #require(await ports.first { _ in true })))
        await group.triggerGracefulShutdown()
        try await running.value
    }

    @Test("SIGHUP gives new connections the new certificate, keeps existing ones, and notifies coturn")
    func reload() async throws {
        let (first, second) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await Self.run { stage in
            let old = try await TLSProbe.connect(stage.port)
            #expect(try old.certificate == TLSProbe.certificate(in: first.certificate))
            #expect(try await old.get("/healthz")?.contains("200") == true)
            try stage.put(second.certificate, second.key)
            #expect(try await TLSProbe.connect(stage.port).certificate == old.certificate)
            stage.hangUp.yield()
            for await _ in stage.renewals { break }
            let new = try await TLSProbe.connect(stage.port)
            #expect(try new.certificate == TLSProbe.certificate(in: second.certificate))
            for one in [old, new] {
                #expect(try await one.get("/healthz")?.contains("200") == true)
                try await one.channel.close()
            }
        }
    }

    @Test("SIGHUP reloads coturn's own certificate, and keeps the previous one if it is unusable")
    func ownOfTURN() async throws {
        let (first, second) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await Self.run(ownOfTURN: true) { stage in
            var renewals = stage.renewals.makeAsyncIterator()
            try stage.put(first.certificate, second.key)
            try await stage.hangUp(count: 1)
            #expect(stage.log.text.contains("coturn's certificate from before stays"))
            try stage.put(second.certificate, second.key)
            try await stage.hangUp(count: 2)
            let wanted = try String(contentsOfFile: second.certificate, encoding: .utf8)
            #expect(await renewals.next()?.certificate == wanted)
        }
    }

    @Test("SIGHUP reloads the authority's certificate; an invalid one changes nothing")
    func authority() async throws {
        let (first, second) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await Self.run { stage in
            func offered() async throws -> String {
                let probe = try await TLSProbe.connect(stage.port)
                let answer = try #require(try await probe.get("/authority.crt"))
                try await probe.channel.close()
                return String(answer[(answer.firstRange(of: "\r\n\r\n")?.upperBound ?? answer.startIndex)...])
            }
            let texts = try [first, second].map { try String(contentsOfFile: $0.authority, encoding: .utf8) }
            #expect(try await offered() == texts[0])
            try stage.put(second.certificate, second.key, authority: second.authority)
            #expect(try await offered() == texts[0])
            try await stage.hangUp(count: 1)
            #expect(try await offered() == texts[1])
            let nonsense = stage.folder + "/nonsense"
            for text in ["nonsense", "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n"] {
                try Data(text.utf8).write(to: URL(filePath: nonsense))
                try stage.put(first.certificate, first.key, authority: nonsense)
                try await stage.hangUp(count: text == "nonsense" ? 2 : 3)
                #expect(try await offered() == texts[1])
                // Neither of the two is loaded.
                let probe = try await TLSProbe.connect(stage.port)
                #expect(try probe.certificate == TLSProbe.certificate(in: second.certificate))
                try await probe.channel.close()
            }
        }
    }

    @Test("an unusable new certificate changes nothing, and the log has the reason")
    func bad() async throws {
        let (first, second) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await Self.run { stage in
            let expired = try await ShortCertificate.make(in: stage.folder)
            let nonsense = stage.folder + "/nonsense"
            try Data("nonsense".utf8).write(to: URL(filePath: nonsense))
            let empty = stage.folder + "/empty"
            try Data().write(to: URL(filePath: empty))
            let wrong = [
                (nonsense, first.key), (empty, first.key), (first.certificate, empty), (first.certificate, second.key),
                (expired.certificate, expired.key),
            ]
            for (index, files) in wrong.enumerated() {
                try stage.put(files.0, files.1)
                try await stage.hangUp(count: index + 1)
                let probe = try await TLSProbe.connect(stage.port)
                #expect(try probe.certificate == TLSProbe.certificate(in: first.certificate), "\(files)")
                try await probe.channel.close()
            }
            #expect(
                stage.log.text.components(separatedBy: "the certificate from before stays").count == wrong.count + 1)
        }
    }
}

/// An expired certificate.
struct ShortCertificate: Sendable {
    let folder: String
    var certificate: String { folder + "/expired.pem" }
    var key: String { folder + "/expired.key" }

    struct Failure: Error { let status: Int32 }

    static func make(in folder: String) async throws -> ShortCertificate {
        let script = """
            set -e
            cd '\(folder)'
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out expired.key
            openssl req -new -key expired.key -subj /CN=localhost -addext subjectAltName=DNS:localhost -out expired.csr
            openssl x509 -req -in expired.csr -signkey expired.key -days -1 -copy_extensions copy -out expired.pem
            """
        let status = try await PipedProcess("openssl", "/bin/sh", ["-c", script]).waitForExit()
        guard status == 0 else { throw Failure(status: status) }
        return ShortCertificate(folder: folder)
    }
}
