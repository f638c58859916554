import ECallAPI
import ECallSecurity
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("When the media connection is recreated")
struct RecoveryRulesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("at once, then after 100 ms and twice as long each time up to a second, until the time is over")
    func attempts() {
        var recovery = RoomRecovery(limit: .seconds(15))
        let (first, again) = (recovery.lost(now: 0), recovery.lost(now: 1))
        #expect(first == .attempt(after: .zero))
        #expect(again == nil, "something is being done about it")
        let pauses = (0..<6).map { recovery.failed(now: UInt64($0) * Self.second, random: 0) }
        #expect(pauses == [100, 200, 400, 800, 1000, 1000].map { .attempt(after: .milliseconds($0)) })
        let last = [13_999_999_999, 14_000_000_000].map { recovery.failed(now: $0, random: 0) }
        #expect(last == [.attempt(after: .seconds(1)), .giveUp])
    }

    @Test("pauses are spread, and never longer than a second", arguments: [0, 0.5, 0.999])
    func spread(_ random: Double) {
        var recovery = RoomRecovery(limit: .seconds(15))
        _ = recovery.lost(now: 0)
        for _ in 0..<20 {
            guard case .attempt(let pause) = recovery.failed(now: 0, random: random) else {
                Issue.record("given up")
                return
            }
            #expect(pause >= .milliseconds(50) && pause <= .seconds(1))
        }
    }

    @Test("what was restored has all the time again; lost within two seconds, it is not tried at once")
    func again() {
        var recovery = RoomRecovery(limit: .seconds(15))
        _ = recovery.lost(now: 0)
        recovery.restored(now: 10 * Self.second)
        #expect(recovery.lostAt == nil)
        let soon = recovery.lost(now: 11 * Self.second)
        #expect(soon == .attempt(after: .milliseconds(100)))
        recovery.restored(now: 12 * Self.second)
        let later = [recovery.lost(now: 14 * Self.second), recovery.failed(now: 28 * Self.second, random: 0)]
        #expect(later == [.attempt(after: .zero), .attempt(after: .milliseconds(100))])
    }

    @Test("sounds that came and come no more, of everybody, are a broken way; told once")
    func silence() {
        let (one, two) = (
            SubscriptionID(feed: 1, track: .audio, number: 1), SubscriptionID(feed: 2, track: .audio, number: 2)
        )
        var watch = InboundAudioMonitor()
        func isSilent(_ counts: [SubscriptionID: Int], at milliseconds: UInt64) -> Bool {
            watch.isSilent(counts, now: milliseconds * 1_000_000, limit: .seconds(2))
        }
        var found = [isSilent([:], at: 0)]
        // Nothing came yet.
        found.append(isSilent([one: 0, two: 0], at: 9000))
        found.append(isSilent([one: 5, two: 5], at: 10_000))
        // One person is silent.
        found.append(isSilent([one: 5, two: 6], at: 12_000))
        found.append(isSilent([one: 5, two: 6], at: 13_999))
        #expect(!found.contains(true))
        #expect(isSilent([one: 5, two: 6], at: 14_000))
        watch.forget()
        found = [isSilent([one: 0, two: 0], at: 20_000), isSilent([one: 1], at: 21_000)]
        // Nobody is received any more.
        found.append(isSilent([:], at: 30_000))
        #expect(!found.contains(true))
    }

    @Test(
        "a feed that the server knows and nobody told is missed; own ones and those of who is not in the call are not")
    func missed() {
        func participant(_ user: UInt64, feed: UInt64?, _ status: ParticipantStatus = .connected) -> Participant {
            Participant(
                userId: UserID(user), deviceId: DeviceID(user * 11), displayName: "", isHost: false, callId: 7,
                isHostKey: false, feedId: feed.map { FeedID($0) }, isMuted: false, isVideoEnabled: true,
                status: status)
        }
        func misses(_ participants: [Participant]) -> Bool {
            CallRoster.names(feedOutside: [5], participants, own: .init(userID: 1, deviceID: 11))
        }
        #expect(misses([participant(2, feed: 6)]))
        #expect(misses([participant(2, feed: 5), participant(3, feed: 6, .reconnecting)]))
        #expect(!misses([participant(2, feed: 5), participant(1, feed: 9), participant(3, feed: 0)]))
        #expect(
            !misses([participant(2, feed: nil), participant(3, feed: 6, .left), participant(4, feed: 6, .inviting)]))
    }
}
