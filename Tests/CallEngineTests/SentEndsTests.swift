import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// The end reasons given to a device that has lost signals.
@Suite("Ends of calls sent to a device", .timeLimit(.minutes(1)))
struct SentEndsTests {
    private static let call = ActiveCallsBench.call

    private static func ends(_ bench: ActiveCallsBench, _ device: DeviceIdentity) -> [CallEnd] {
        bench.activeCalls.ends(sentTo: device, now: bench.now)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let event: @Sendable (inout ActiveCallsBench) -> Void
        let reason: EndReason
    }

    @Test(
        "a ring's end is stored for each device that rang, as the signal says it",
        arguments: [
            Row(
                testDescription: "answered", event: { _ = $0.send(.join(call, by: Cast.bob)) },
                reason: .answeredElsewhere),
            Row(testDescription: "declined", event: { _ = $0.send(.end(call, by: Cast.bob)) }, reason: .declined),
            Row(testDescription: "cancelled", event: { _ = $0.send(.end(call, by: Cast.alice)) }, reason: .cancelled),
            Row(testDescription: "rung out", event: { _ = $0.tick(after: 60) }, reason: .noAnswer),
        ])
    func rings(row: Row) {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        #expect(Self.ends(bench, Cast.bob2).isEmpty)
        row.event(&bench)
        #expect(Self.ends(bench, Cast.bob2) == [CallEnd(call: Self.call, reason: row.reason)])
        #expect(Self.ends(bench, Cast.carol).isEmpty, "of somebody else's call nothing is kept")
    }

    @Test("a former participant who misses another ring gets that reason, not that another device answered")
    func rungAgain() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(Self.call, by: Cast.carol))
        _ = bench.invite([3], by: Cast.alice)
        #expect(Self.ends(bench, Cast.carol).isEmpty, "a call that rings has not ended")
        _ = bench.tick(after: 60)
        #expect(Self.ends(bench, Cast.carol) == [CallEnd(call: Self.call, reason: .noAnswer)])
    }

    @Test("an end is stored for two minutes, and at most eight per device")
    func bounds() {
        var bench = ActiveCallsBench.everybody
        for number in UInt64(1)...9 {
            let id = CallID(900 + number)
            _ = bench.start(id: id, room: RoomID(70 + number))
            _ = bench.send(.end(id, by: Cast.alice))
        }
        #expect(Self.ends(bench, Cast.bob).map(\.call) == (902...909).map { CallID(UInt64($0)) })
        bench.advance(119)
        #expect(Self.ends(bench, Cast.bob).count == 8)
        bench.advance(1)
        #expect(Self.ends(bench, Cast.bob).isEmpty)
    }

    @Test("expired ends of many devices are dropped")
    func swept() {
        var ends = SentEnds()
        func end(_ device: UInt64) -> CallEffect {
            .end(
                CallEnd(call: 1, reason: .hungUp), on: [DeviceIdentity(user: UserID(device), device: DeviceID(device))])
        }
        let start = Timestamp(milliseconds: 1_000_000)
        for device in UInt64(1)...3_000 { ends.keep([end(device)], now: start.advanced(bySeconds: Int(device))) }
        #expect(ends.devices < 1_200, "those of the last two minutes, and what the next sweep takes")
    }
}
