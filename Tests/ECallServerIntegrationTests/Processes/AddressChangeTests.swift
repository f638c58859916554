import ECallAPI
import Foundation
import Processes
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

/// Changes of the machine's address while the server runs, as by a home connection or DHCP. In the network namespace of the
/// tests.
@Suite("A machine whose address changes", .timeLimit(.minutes(1)), .serialized)
struct AddressChangeTests {
    private static let old = "10.77.0.1", fresh = "10.77.0.77"

    private static func ip(_ words: String...) async throws {
        let ip = try #require(HostNetwork.executable("ip"))
        let process = try PipedProcess("ip", ip, words, environment: [:])
        for await line in process.lines { print("ip: \(line)") }
        _ = await process.waitForExit()
    }

    /// Checks repeatedly, for longer than a program may be silent.
    private static func watch(_ body: () async throws -> Void) async throws {
        let end = ContinuousClock.now + .seconds(9)
        while ContinuousClock.now < end {
            try await body()
            try await pause()
        }
    }

    /// Replaces the old address by the fresh one for the length of `body`.
    private static func withFreshAddress(_ body: () async throws -> Void) async throws {
        try await ip("address", "del", "\(old)/24", "dev", "v0")
        try await ip("address", "add", "\(fresh)/24", "dev", "v0")
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try await ip("address", "del", "\(fresh)/24", "dev", "v0")
        try await ip("address", "add", "\(old)/24", "dev", "v0")
        try result.get()
    }

    @Test("Janus and coturn follow a change of the address, once, and the log says so")
    func follows() async throws {
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(in: folder, mediaAddress: nil)
            let person = try await server.signIn("ana")
            let before: CredentialsResponse = try await server.call(.credentials, as: person).value()
            #expect(before.noneTlsUrl.contains(Self.old))
            let coturn = try #require(server.child("coturn"))
            try await Self.withFreshAddress {
                let start = ContinuousClock.now
                try await server.waitForLine(
                    "This machine's address for media is \(Self.fresh) now and was \(Self.old)")
                var answered = 0
                while answered < 2 {
                    for await line in server.process.lines where line.contains("answers again.") { break }
                    answered += 1
                }
                print("measured: media answer at the new address after \(start.duration(to: .now))")
                let after: CredentialsResponse = try await server.call(.credentials, as: person).value()
                #expect(
                    after.noneTlsUrl.contains(Self.fresh) && after.turnUrls?.contains { $0.contains(Self.old) } == false
                )
                let moved = try #require(server.child("coturn"))
                #expect(moved != coturn && !coturn.isRunning)
                // Longer than silence is tolerated: a coturn probed at the wrong address would be ended by then.
                try await Self.watch { #expect(server.child("coturn") == moved) }
                #expect(try await server.get("/readyz").status == 200)
            }
            await server.end(SIGTERM)
        }
    }

    @Test("an address that the settings name is waited for: nothing is ended, and nothing moves")
    func named() async throws {
        try await ServerProcess.withFolder { folder in
            let server = try await ServerProcess.start(in: folder, mediaAddress: Self.old)
            let (janus, coturn) = (try #require(server.child("janus")), try #require(server.child("coturn")))
            try await Self.withFreshAddress {
                try await server.waitForLine("\(Self.old), is gone: media waits until there is one again.")
                try await Self.watch {
                    #expect(server.child("coturn") == coturn && server.child("janus") == janus)
                }
            }
            try await server.waitForLine("This machine's address for media is there again.")
            #expect(try await server.get("/readyz").status == 200)
            #expect(server.child("coturn") == coturn && server.child("janus") == janus)
            await server.end(SIGTERM)
        }
    }
}
