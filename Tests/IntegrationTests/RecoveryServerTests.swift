import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

/// Needs a server that adopts Janus and coturn and restores its live calls at its start.
@Suite("Calls survive the end of the server", .timeLimit(.minutes(3)), .serialized)
struct RecoveryServerTests {
    @Test(
        "kill -9 of the server during a call: the next one adopts its programs, the call continues, media show no gap")
    func serverDies() async throws {
        try await onStage("recover-server") { stage, server in
            let call = try await RunningCall(stage, server)
            let began = ContinuousClock.now
            for events in [call.anaEvents, call.boEvents] { await events.forget() }
            kill(server.child.pid, SIGKILL)
            _ = await server.child.waitForExit()
            let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
            let again = try await stage.startServer(port: port)
            print("measured: the server is there again after \((ContinuousClock.now - began).milliseconds) ms")
            do {
                // Longer than Janus keeps an unclaimed session.
                await #expect(throws: DemoFailure.self) {
                    try await call.anaEvents.wait(for: "ended", .seconds(35))
                }
                for events in [call.anaEvents, call.boEvents] {
                    #expect(await !events.has("ended"))
                    #expect(await !events.has("connection"), "media were never lost")
                    #expect(await !events.has("participantLeft"))
                }
                let tenths = (ContinuousClock.now - began).milliseconds / 100
                // The end is reported by a signal of the new server.
                let (hers, his) = try await call.endsWell()
                for heard in [hers.tonesHeard["2", default: 0], his.tonesHeard["1", default: 0]] {
                    #expect(heard >= tenths * 95 / 100, "\(heard) of \(tenths) tenths of a second were heard")
                }
            } catch {
                await again.child.stop()
                throw error
            }
            await again.child.stop()
        }
    }
}
