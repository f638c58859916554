import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// A device is in the room of the media server, and its media come, do not come, or are lost.
@Suite("Missing media", .timeLimit(.minutes(1)))
struct MissingMediaTests {
    private static let (alice, bob) = (Cast.alice, Cast.bob)

    /// Alice and bob have joined; both are in the room, and the media of neither have come.
    private static var entered: ActiveCallsBench {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        _ = bench.send(.join(ActiveCallsBench.call, by: bob))
        for (feed, device) in [(4, alice), (5, bob)] as [(FeedID, DeviceIdentity)] {
            _ = bench.send(.feedPublished(feed, in: ActiveCallsBench.room, by: device))
        }
        _ = bench.activeCalls.takeChanges()
        return bench
    }

    private static func media(_ feed: FeedID, of device: DeviceIdentity) -> CallEngineEvent {
        .feedMedia(feed, in: ActiveCallsBench.room, by: device)
    }

    private func media(_ bench: inout ActiveCallsBench) -> [MediaOutcome] { bench.activeCalls.takeChanges().media }

    @Test("a call is connected when the media of two people are there, not when both are in the room")
    func connects() {
        var bench = Self.entered
        #expect(bench.activeCalls.calls.values.allSatisfy { $0.connectedAt == nil })
        bench.advance(2)
        _ = bench.send(Self.media(4, of: Self.alice))
        #expect(bench.activeCalls.calls.values.allSatisfy { $0.connectedAt == nil })
        bench.advance(1)
        _ = bench.send(Self.media(5, of: Self.bob))
        let now = bench.now
        #expect(bench.activeCalls.calls.values.allSatisfy { $0.connectedAt == now })
        let changes = bench.activeCalls.takeChanges()
        #expect(changes.media == [.connected(milliseconds: 2000), .connected(milliseconds: 3000)])
        #expect(changes.phases.map(\.phase) == [.connect] && changes.phases.map(\.milliseconds) == [3000])
    }

    @Test("a device whose media does not arrive within 10 s is reported once, however often it tries")
    func reportsMissing() {
        var bench = Self.entered
        _ = bench.send(Self.media(4, of: Self.alice))
        _ = media(&bench)
        _ = bench.tick(after: 6)
        _ = bench.send(.feedGone(5, in: ActiveCallsBench.room, by: Self.bob))
        _ = bench.send(.feedPublished(6, in: ActiveCallsBench.room, by: Self.bob))
        _ = bench.tick(after: 3)
        #expect(media(&bench).isEmpty)
        _ = bench.tick(after: 1)
        #expect(media(&bench) == [.failed(Self.bob)])
        _ = bench.send(.feedPublished(7, in: ActiveCallsBench.room, by: Self.bob))
        _ = bench.tick(after: 30)
        #expect(media(&bench).isEmpty)
        _ = bench.send(Self.media(7, of: Self.bob))
        #expect(media(&bench) == [.connected(milliseconds: 40_000)])
    }

    @Test("an old feed, another device or another room prove nothing")
    func ignoresOthers() {
        var bench = Self.entered
        for event in [
            Self.media(9, of: Self.bob), Self.media(5, of: Cast.bob2), .feedMedia(5, in: 78, by: Self.bob),
        ] {
            _ = bench.send(event)
        }
        #expect(media(&bench).isEmpty)
    }

    @Test("media that arrived before is lost once the server receives nothing, and again after it has returned")
    func countsLosses() {
        var bench = Self.entered
        _ = bench.send(Self.media(4, of: Self.alice))
        _ = bench.send(Self.media(5, of: Self.bob))
        bench.connect(Self.bob)
        _ = media(&bench)
        let silence = { (isReceived: Bool) in
            CallEngineEvent.feedAudio(5, in: ActiveCallsBench.room, by: Self.bob, isReceived: isReceived)
        }
        _ = bench.send(silence(false))
        _ = bench.send(silence(false))
        #expect(media(&bench) == [.lost(Self.bob, isFirst: true)])
        _ = bench.send(silence(true))
        _ = bench.send(silence(false))
        #expect(media(&bench) == [.lost(Self.bob, isFirst: false)])
    }

    @Test("nothing is expected of a device on hold, or that has left")
    func expectsNothingOnHold() {
        var bench = Self.entered
        _ = bench.send(Self.media(4, of: Self.alice))
        _ = bench.send(.hold(ActiveCallsBench.call, by: Self.bob))
        _ = media(&bench)
        _ = bench.tick(after: 30)
        #expect(media(&bench).isEmpty)
    }
}
