import ECallAPI
import ECallCore
import TestSupport
import Testing

@testable import ECallCalls

@Suite("The room ends before the call is known to be over", .timeLimit(.minutes(1)))
struct LostRoomTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    @Test("a caller who hangs up as the call is answered is reported to have hung up")
    func hungUpAsItIsAnswered() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        func entries() -> Int { (1...8).flatMap(janus.log(of:)).filter { $0 == "join" }.count }
        while entries() != 1 { try await pause() }
        janus.roomsAreGone(true)
        let answering = Task { [bo] in try await bo.answer() }
        while entries() != 2 { try await pause() }
        try await ana.calls.hangUp()
        #expect(await bo.ends().map(\.reason).allSatisfy { $0 != .failed })
        _ = try? await answering.value
    }

    @Test("a call that is declined while its caller comes in is reported, and the next call works")
    func declinedWhileTheCallerComesIn() async throws {
        let publishing = janus.holdPublishing()
        let counting = ana.engine.statisticsGate
        _ = try await ana.call(bo)
        await publishing.someoneWaits()
        await bo.rings()
        counting.shut()
        try await bo.calls.decline()
        await counting.someoneWaits()
        // The ending call is refused the room meanwhile.
        janus.roomsAreGone(true)
        publishing.open()
        await ana.time.someoneSleeps(for: .seconds(40))
        counting.open()
        #expect(await ana.ends().map(\.reason) == [.declined])
        janus.roomsAreGone(false)
        _ = try await ana.call(bo)
        await bo.rings(2)
        ana.time.advance(by: .seconds(50))
        try await bo.answer()
        await ana.isProtected()
        try await ana.calls.hangUp()
        #expect(await ana.ends(2).map(\.reason) == [.declined, .hungUp])
    }
}
