import ECallAPI
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls

/// A silent device signs that it sends nothing; the server does not say it (e2ee 6).
@Suite("A device that sends nothing", .timeLimit(.minutes(1)))
struct SilenceTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    /// Advances time until Ana is told so about Bo's device.
    private func isTold(silent: Bool) async throws {
        try await ManualTime.pass([ana.keyTime, bo.keyTime]) { () async throws -> Bool in
            await ana.calls.session?.members.devices.values.first?.isSilent == silent
        }
    }

    @Test("a device reports that it sends nothing while it is muted without video, and only then")
    func said() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.receives(2)
        try await isTold(silent: false)
        try await bo.calls.carryOut(.muted(true))
        try await bo.calls.carryOut(.video(false))
        try await isTold(silent: true)
        try await bo.calls.carryOut(.video(true))
        try await isTold(silent: false)
        try await bo.calls.hangUp()
        _ = await ana.ends()
    }
}
