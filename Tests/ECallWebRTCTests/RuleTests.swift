import ECallMedia
import EngineTestSupport
import Testing
@_spi(StandIn) import WebRTC

@Suite("Rules of every engine, for libwebrtc", .timeLimit(.minutes(1)))
struct RuleTests {
    @Test(arguments: EngineRule.all)
    func holds(rule: EngineRule) async throws {
        try await Phone.with { phone in try await rule.holds(of: PhoneSetup(phone: phone)) }
    }
}

private struct PhoneSetup: EngineSetup {
    let phone: Phone

    var engine: any MediaEngine { phone.engine }
    var source: MediaSource { .devices(Phone.devices) }
    var ice: ICEConfiguration { ICEConfiguration() }

    func pass() async throws {
        await phone.network.settle()
        phone.network.see([1, 2, 3])
        phone.network.hear([1, 2, 3])
        phone.network.pass()
        // Polls: a frame held for a key expires after 300 ms of the clock.
        try await Task.sleep(for: .milliseconds(5))
    }
}
