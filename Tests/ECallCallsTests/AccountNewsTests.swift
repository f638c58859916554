import ECallAPI
import TestSupport
import Testing

@testable import ECallCalls

@Suite("News of the account", .timeLimit(.minutes(1)))
struct AccountNewsTests {
    @Test("each signal names the part of the account it concerns; most concern only a running call")
    func signals() {
        let expected: [SignalKind: AccountNews] = [
            .friendRequest: .people, .friendAccepted: .people, .userUpdated: .profiles, .loginWarning: .devices,
            .callEnded: .calls, .callCancelled: .calls,
        ]
        for kind in SignalKind.allCases { #expect(AccountNews(.sample(kind)) == expected[kind], "\(kind)") }
    }

    @Test("news arrive at once: while a call is placed, during a call, and when the device goes online")
    func told() async throws {
        let (server, janus) = (TestServer(), JanusDouble())
        let (ana, bo) = (try await Person(1, server, janus), try await Person(2, server, janus))
        await ana.news.wait { $0 == [.online] }
        server.deliver(.sample(.friendRequest), to: [ana.address])
        await ana.news.wait { $0.last == .people }
        // Signals that come before it is known which call is meant wait; this one does not.
        let gate = try #require(server.after["start"])
        gate.shut()
        let calling = Task { try await ana.call(bo) }
        await gate.someoneWaits()
        server.deliver(.sample(.loginWarning), to: [ana.address])
        await ana.news.wait { $0.last == .devices }
        gate.open()
        _ = try await calling.value
        try await ana.calls.hangUp()
        await ana.news.wait { $0.last == .calls }
        _ = await bo.ends()
        await bo.news.wait { $0.contains(.calls) }
    }
}
