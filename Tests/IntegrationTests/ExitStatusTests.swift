import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Exit statuses of calls", .timeLimit(.minutes(4)), .serialized)
struct ExitStatusTests {
    private static let limit = Duration.seconds(20)

    @Test("a call exits with 0 only if someone else was in it, and with a status for its result otherwise")
    func table() async throws {
        try await onStage("statuses") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let others = [("Cem", 3), ("Dee", 4), ("Eve", 5)].map { name, number in
                Person(
                    name, number: number, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                    server: server.url)
            }
            for person in others { try await person.signIn { try server.code(for: $0) } }
            try await Demonstration.befriend(others[0], bo)
            try await Demonstration.befriend(others[1], others[2])
            // Takes the minute for which the server rings, in parallel with the others.
            async let missing: Void = missed(others[1], others[2])
            let rows: [(name: String, status: Int32, body: () async throws -> PipedProcess)] = [
                ("hung up by the caller", 0, { try await answered(ana, bo) { try await ana.run(["hangup"]) } }),
                ("hung up by the callee", 0, { try await answered(ana, bo) { try await bo.run(["hangup"]) } }),
                ("declined", 10, { try await ringing(ana, bo) { try await bo.run(["decline"]) } }),
                ("cancelled", 12, { try await ringing(ana, bo) { try await ana.run(["hangup"]) } }),
                ("rung for two seconds", 12, { try await ringing(ana, bo, ["--for", "2"]) {} }),
                (
                    "Ctrl-C", 130,
                    {
                        try await ringing(ana, bo) {
                        } interrupts: {
                            $0.interrupt()
                        }
                    }
                ),
                ("nobody to be found", 6, { try ana.start(["call", "Nobody"]) }),
            ]
            for row in rows {
                let command = try await row.body()
                let status = try await within(Self.limit, row.name) { await command.waitForExit() }
                #expect(status == row.status, "\(row.name)")
            }
            try await busy(ana, bo, others[0])
            try await unavailable(ana, bo)
            try await missing
        }
    }

    /// A call that is answered at once; ended by `end` when sound arrives.
    private func answered(
        _ ana: Person, _ bo: Person, _ end: @Sendable () async throws -> Void
    ) async throws -> PipedProcess {
        let listening = try bo.start(["listen", "--auto-answer=anyone", "--once", "--test-source", "2"])
        try await Events(listening).wait(for: "listening", Self.limit)
        let calling = try ana.start(["call", "Bo", "--test-source", "1"])
        try await Events(calling).wait(for: "firstSound", Self.limit)
        try await end()
        // The callee was in it as well.
        #expect(try await within(Self.limit, "the end at Bo") { await listening.waitForExit() } == 0)
        return calling
    }

    /// A call that is not answered; `then` runs while it rings.
    private func ringing(
        _ ana: Person, _ bo: Person, _ options: [String] = [], _ then: @Sendable () async throws -> Void,
        interrupts: (PipedProcess) -> Void = { _ in }
    ) async throws -> PipedProcess {
        let listening = try bo.start(["listen", "--once"])
        let atBo = Events(listening)
        try await atBo.wait(for: "listening", Self.limit)
        let calling = try ana.start(["call", "Bo", "--test-source", "1"] + options)
        try await atBo.wait(for: "incoming", Self.limit)
        try await Events(calling).wait(for: "ringing", Self.limit)
        try await then()
        interrupts(calling)
        let status = try await within(Self.limit, "the end of the ring at Bo") { await listening.waitForExit() }
        #expect([10, 12].contains(status), "somebody was in it")
        return calling
    }

    /// Calls Bo while he is in a call with Cem.
    private func busy(_ ana: Person, _ bo: Person, _ cem: Person) async throws {
        let listening = try bo.start(["listen", "--auto-answer=anyone", "--test-source", "2"])
        defer { listening.interrupt() }
        try await Events(listening).wait(for: "listening", Self.limit)
        let first = try cem.start(["call", "Bo", "--test-source", "3"])
        defer { first.interrupt() }
        try await Events(first).wait(for: "firstSound", Self.limit)
        let calling = try ana.start(["call", "Bo", "--test-source", "1"])
        #expect(try await within(Self.limit, "busy") { await calling.waitForExit() } == 11)
    }

    private func missed(_ dee: Person, _ eve: Person) async throws {
        let listening = try eve.start(["listen", "--once"])
        try await Events(listening).wait(for: "listening", Self.limit)
        let calling = try dee.start(["call", "Eve", "--test-source", "4"])
        #expect(try await within(.seconds(80), "no answer") { await calling.waitForExit() } == 5)
        #expect(try await within(Self.limit, "the end of the ring") { await listening.waitForExit() } == 5)
    }

    /// Calls Bo after he has signed out everywhere.
    private func unavailable(_ ana: Person, _ bo: Person) async throws {
        try await bo.run(["logout"])
        let calling = try ana.start(["call", "Bo", "--test-source", "1"])
        #expect(try await within(Self.limit, "no device") { await calling.waitForExit() } == 14)
    }
}
