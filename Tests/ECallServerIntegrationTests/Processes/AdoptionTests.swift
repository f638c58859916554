import ECallAPI
import Foundation
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

/// kill -9 of the server, as its operator would see it: real processes of `ecall-server`, Janus and coturn.
@Suite("A server that was killed", .timeLimit(.minutes(1)), .serialized)
struct AdoptionTests {
    @Test("the next server adopts Janus and coturn, watches them, and ends them with itself")
    func adopts() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let (janus, coturn) = (try #require(first.child("janus")), try #require(first.child("coturn")))
            // A second server in the same folder is refused.
            await #expect(throws: ServerProcess.Ended.self) { try await ServerProcess.start(in: folder) }
            #expect(janus.isRunning && coturn.isRunning)
            await first.end(SIGKILL)
            #expect(janus.isRunning && coturn.isRunning)

            let second = try await ServerProcess.start(in: folder)
            #expect(second.child("janus") == janus)
            #expect(second.child("coturn") == coturn)
            #expect(try await second.get("/readyz").status == 200)

            for (name, old) in [("janus", janus), ("coturn", coturn)] {
                let clock = ContinuousClock()
                let start = clock.now
                kill(old.pid, SIGKILL)
                try await second.waitForLine("\(name) answers again.")
                let time = start.duration(to: clock.now)
                print("measured: kill of an adopted \(name) until it answers again: \(time)")
                #expect(time < .seconds(5))
                #expect(second.child(name) != nil && second.child(name) != old)
                #expect(try await second.get("/readyz").status == 200)
            }
            let running = [second.child("janus"), second.child("coturn")].compactMap { $0 }
            #expect(running.count == 2)
            await second.end(SIGTERM)
            for child in running { #expect(!child.isRunning) }
        }
    }

    @Test("a child that cannot be adopted is restarted: one with other settings, or a Janus that does not answer")
    func restarts() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let (janus, coturn) = (try #require(first.child("janus")), try #require(first.child("coturn")))
            await first.end(SIGKILL)
            // A stopped Janus does not answer; coturn gets other ports.
            kill(janus.pid, SIGSTOP)
            let second = try await ServerProcess.start(
                in: folder, arguments: ["--set", "media.relayPorts=26000-26999"])
            #expect(!janus.isRunning && !coturn.isRunning)
            #expect(second.child("janus") != nil && second.child("coturn") != nil)
            await second.end(SIGTERM)
        }
    }

    @Test("rooms and sessions without a call are ended, also those that wait for a call")
    func strays() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let person = try await first.signIn("ana")
            let client = try await TestJanus.connect(first.port, bearer: person.accessToken)
            let room = try await client.createRoom()
            #expect(try await first.admin().rooms().contains(room))
            await first.end(SIGKILL)
            // Janus keeps the sessions of the dead server's connections.
            #expect(try await first.admin().rooms().contains(room))
            #expect(try await first.admin().sessions().map(\.id) == [client.session])

            let second = try await ServerProcess.start(in: folder)
            #expect(try await second.admin().rooms().contains(room) == false)
            #expect(try await second.admin().sessions().isEmpty)
            await second.end(SIGTERM)
        }
    }
}
