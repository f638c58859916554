import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Killed agents", .timeLimit(.minutes(3)), .serialized)
struct AgentReturnTests {
    /// Milliseconds from the kill until both see each other again.
    private static let limit = 15_000

    @Test("kill -9 of an agent in a call: it is restarted, rejoins by itself, and both see each other within 15 s")
    func returns() async throws {
        try await onStage("agent-returns") { stage, server in
            let call = try await RunningCall(stage, server)
            let began = ContinuousClock.now
            for profile in ["ana", "bo"] {
                for events in [call.anaEvents, call.boEvents] { await events.forget() }
                let killed = ContinuousClock.now
                kill(try AgentProcesses(home: stage.directory + "/profiles").agent(of: profile), SIGKILL)
                for events in [call.anaEvents, call.boEvents] {
                    try await events.wait(for: "firstPicture", .seconds(40))
                    try await events.wait(for: "firstSound", .seconds(10))
                }
                let took = (ContinuousClock.now - killed).milliseconds
                print("measured kill of the agent of \(profile): \(took) ms until both see each other")
                #expect(took < Self.limit)
                for events in [call.anaEvents, call.boEvents] { #expect(await !events.has("ended")) }
            }
            // The call keeps its duration.
            let status = try #require(try await call.ana.run(["status"]).first).decoded(as: CallOverview.self)
            #expect(status.seconds >= (ContinuousClock.now - began).milliseconds / 1000 - 2)
            // The killed side's command still ends the call.
            try await call.ana.run(["hangup"])
            for events in [call.anaEvents, call.boEvents] {
                let statistics = try await events.end()
                #expect(statistics.openDrops["badTag", default: 0] == 0)
            }
            #expect(try await call.boEvents.wait(for: "ended", .seconds(1)).text("reason") == "remoteHungUp")
        }
    }
}

extension AgentProcesses {
    /// The process of a profile's agent, as opposed to those of its commands.
    func agent(of profile: String) throws -> pid_t {
        let found = all().first { process in
            let line = FileManager.default.contents(atPath: "/proc/\(process.pid)/cmdline") ?? Data()
            let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return arguments.dropFirst().first == "agent" && process.profile == profile
        }
        guard let found else { throw DemoFailure("\(profile) has no agent") }
        return found.pid
    }
}
