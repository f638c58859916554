import ECallSecurity
import Testing

@testable import FrameCrypto

@Suite("Track opener", .timeLimit(.minutes(1)))
struct TrackOpenerTests {
    @Test("a frame opens once")
    func replay() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener.fixed(.opus)
        let frames = (0..<200).map { sealer.sealed([UInt8($0)]) }
        #expect(opener.open(frames[0], now: 0) == .opened([0], needsKeyFrame: false))
        #expect(opener.open(frames[0], now: 0) == .dropped(.replay, needsKeyFrame: false))
        #expect(opener.open(frames[199], now: 0) == .opened([199], needsKeyFrame: false))
        #expect(opener.open(frames[72], now: 0) == .opened([72], needsKeyFrame: false))
        #expect(opener.open(frames[71], now: 0) == .dropped(.replay, needsKeyFrame: false))
    }

    @Test("a forged counter does not move the window")
    func forgedCounter() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener.fixed(.opus)
        let frames = (0..<3).map { sealer.sealed([UInt8($0)]) }
        _ = opener.open(frames[0], now: 0)
        var forged = SFrameHeader(keyID: FrameKeyID(tag: 0x1234, session: 1).rawValue, counter: 1 << 40).encoded
        forged += frames[1].dropFirst(9)
        #expect(opener.open(forged, now: 0) == .dropped(.badTag, needsKeyFrame: false))
        #expect(opener.open(frames[1], now: 0) == .opened([1], needsKeyFrame: false))
    }

    @Test("a frame of another sender, track or call does not open")
    func wrongSender() {
        var sealer = TrackSealer.fixed(.opus, key: 8)
        var opener = TrackOpener.fixed(.opus, key: 7)
        #expect(opener.open(sealer.sealed([1]), now: 0) == .dropped(.badTag, needsKeyFrame: false))
    }

    @Test("any changed byte is noticed")
    func tampered() {
        var sealer = TrackSealer.fixed(.opus)
        let wire = sealer.sealed([1, 2, 3, 4])
        for index in wire.indices {
            var changed = wire
            changed[index] ^= 0x10
            var opener = TrackOpener.fixed(.opus)
            switch opener.open(changed, now: 0) {
            case .opened: Issue.record("opened with byte \(index) changed")
            case .held, .dropped: break
            }
        }
        for length in 0..<wire.count {
            var opener = TrackOpener.fixed(.opus)
            if case .opened = opener.open(Array(wire[..<length]), now: 0) { Issue.record("opened \(length) bytes") }
        }
    }

    @Test(
        "KIDs without the top bit and other codings are malformed",
        arguments: [
            [], [0x00], [0xF0], SFrameHeader(keyID: 5, counter: 0).encoded + [UInt8](repeating: 0, count: 40),
            SFrameHeader(keyID: .max >> 1, counter: 0).encoded + [UInt8](repeating: 0, count: 40),
        ] as [[UInt8]])
    func malformed(payload: [UInt8]) {
        var opener = TrackOpener.fixed(.opus)
        #expect(opener.open(payload, now: 0) == .dropped(.malformed, needsKeyFrame: false))
    }

    // MARK: - holding

    @Test("frames of an unknown tag are held from the first one on, and open when the key comes")
    func hold() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener(codec: .opus, provider: FrameCipher())
        let first = sealer.sealed([1])
        let second = sealer.sealed([2])
        let start = 5 * millisecond
        #expect(opener.open(first, now: start) == .held(until: start + 300 * millisecond))
        #expect(opener.open(second, now: start + 100 * millisecond) == .held(until: start + 300 * millisecond))
        #expect(opener.open(first, now: start + 299 * millisecond) == .held(until: start + 300 * millisecond))
        opener.add(id: 1, tag: 0x1234, baseKey: .fixed(7))
        #expect(opener.open(first, now: start + 299 * millisecond) == .opened([1], needsKeyFrame: false))
        #expect(opener.open(second, now: start + 299 * millisecond) == .opened([2], needsKeyFrame: false))
    }

    @Test("when the wait is over frames of that tag are dropped until the key comes")
    func holdExpires() {
        var sealer = TrackSealer.fixed(.h264)
        var opener = TrackOpener(codec: .h264, provider: FrameCipher())
        let frame = sealer.sealed(Frames.idr)
        let next = sealer.sealed(Frames.delta)
        #expect(opener.open(frame, now: 0) == .held(until: 300 * millisecond))
        #expect(opener.open(frame, now: 300 * millisecond) == .dropped(.noKey, needsKeyFrame: false))
        #expect(opener.open(next, now: 301 * millisecond) == .dropped(.noKey, needsKeyFrame: false))
        opener.add(id: 1, tag: 0x1234, baseKey: .fixed(7))
        #expect(opener.open(sealer.sealed(Frames.delta), now: second) == .opened(Frames.delta, needsKeyFrame: true))
    }

    @Test("at most 64 frames are held")
    func holdLimit() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener(codec: .opus, provider: FrameCipher())
        let frames = (0..<65).map { sealer.sealed([UInt8($0)]) }
        for frame in frames.dropLast() { #expect(opener.open(frame, now: 0) == .held(until: 300 * millisecond)) }
        #expect(opener.open(frames[64], now: 0) == .dropped(.heldTooMany, needsKeyFrame: false))
        #expect(opener.open(frames[3], now: 1) == .held(until: 300 * millisecond))
    }

    @Test("forged tags do not fill memory")
    func forgedTags() {
        var opener = TrackOpener(codec: .opus, provider: FrameCipher())
        var held = 0
        for tag in 0..<1000 {
            let forged = SFrameHeader(keyID: FrameKeyID(tag: UInt16(tag), session: 1).rawValue, counter: 0).encoded
            if case .held = opener.open(forged + [UInt8](repeating: 0, count: 20), now: 0) { held += 1 }
        }
        #expect(held == OpeningLimits.unknownTags)
    }

    // MARK: - sessions

    @Test("the first good frame of a new session closes the older one two seconds later, for good")
    func sessionsClose() {
        var old = TrackSealer.fixed(.opus, session: 1)
        var new = TrackSealer.fixed(.opus, session: 2)
        var opener = TrackOpener.fixed(.opus)
        #expect(opener.open(old.sealed([1]), now: 0) == .opened([1], needsKeyFrame: false))
        #expect(opener.open(new.sealed([2]), now: second) == .opened([2], needsKeyFrame: false))
        #expect(opener.open(old.sealed([3]), now: 3 * second - 1) == .opened([3], needsKeyFrame: false))
        #expect(opener.open(old.sealed([4]), now: 3 * second) == .dropped(.closedSession, needsKeyFrame: false))
        #expect(opener.open(old.sealed([5]), now: 100 * second) == .dropped(.closedSession, needsKeyFrame: false))
        #expect(opener.open(new.sealed([6]), now: 100 * second) == .opened([6], needsKeyFrame: false))
    }

    @Test("a forged frame of a new session closes nothing")
    func forgedSession() {
        var old = TrackSealer.fixed(.opus, session: 1)
        var forger = TrackSealer.fixed(.opus, session: 2, key: 9)
        var opener = TrackOpener.fixed(.opus)
        _ = opener.open(old.sealed([1]), now: 0)
        #expect(opener.open(forger.sealed([2]), now: 0) == .dropped(.badTag, needsKeyFrame: false))
        #expect(opener.open(old.sealed([3]), now: 10 * second) == .opened([3], needsKeyFrame: false))
    }

    @Test("at most 8 sessions are open under a key; the one idle for longest is closed")
    func sessionLimit() {
        var opener = TrackOpener.fixed(.opus)
        for session in 1...9 as ClosedRange<UInt64> {
            var sealer = TrackSealer.fixed(.opus, session: session)
            #expect(opener.open(sealer.sealed([1]), now: session) == .opened([1], needsKeyFrame: false))
        }
        var first = TrackSealer.fixed(.opus, session: 1, firstCounter: 1)
        var second = TrackSealer.fixed(.opus, session: 2, firstCounter: 1)
        #expect(opener.open(first.sealed([1]), now: 10) == .dropped(.closedSession, needsKeyFrame: false))
        #expect(opener.open(second.sealed([1]), now: 10) == .opened([1], needsKeyFrame: false))
    }

    @Test("unknown sessions are tried 20 times a second")
    func trials() {
        var opener = TrackOpener.fixed(.opus)
        for session in 1...20 as ClosedRange<UInt64> {
            var forger = TrackSealer.fixed(.opus, session: session, key: 9)
            #expect(opener.open(forger.sealed([1]), now: session) == .dropped(.badTag, needsKeyFrame: false))
        }
        var sealer = TrackSealer.fixed(.opus, session: 30)
        let frame = sealer.sealed([1])
        #expect(opener.open(frame, now: second) == .dropped(.closedSession, needsKeyFrame: false))
        #expect(opener.open(frame, now: second + 1) == .opened([1], needsKeyFrame: false))
    }

    // MARK: - keys

    @Test("two keys of one tag are both tried, a third is not")
    func sameTag() {
        var opener = TrackOpener(codec: .opus, provider: FrameCipher())
        for key in 1...3 as ClosedRange<UInt8> { opener.add(id: UInt64(key), tag: 5, baseKey: .fixed(key)) }
        for (key, opens) in [(1, true), (2, true), (3, false)] as [(UInt8, Bool)] {
            var sealer = TrackSealer.fixed(.opus, session: UInt64(key), key: key, tag: 5)
            let outcome = opener.open(sealer.sealed([key]), now: 0)
            #expect(outcome == (opens ? .opened([key], needsKeyFrame: false) : .dropped(.badTag, needsKeyFrame: false)))
        }
    }

    @Test("a superseded key opens until its time is over; then its frames are not waited for")
    func superseded() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener.fixed(.opus)
        opener.add(id: 2, tag: 77, baseKey: .fixed(9))
        opener.supersede(id: 1, until: 10 * second)
        opener.supersede(id: 1, until: 20 * second)
        #expect(opener.open(sealer.sealed([1]), now: 10 * second - 1) == .opened([1], needsKeyFrame: false))
        #expect(opener.open(sealer.sealed([2]), now: 10 * second) == .dropped(.retiredKey, needsKeyFrame: false))
    }

    @Test("a tag retired more than 8 keys ago may come again")
    func retiredTagsEnd() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener.fixed(.opus)
        opener.supersede(id: 1, until: 1)
        for id in 2...9 as ClosedRange<UInt64> {
            opener.add(id: id, tag: UInt16(id), baseKey: .fixed(3), expiresAt: 2)
        }
        #expect(opener.open(sealer.sealed([1]), now: 1) == .dropped(.retiredKey, needsKeyFrame: false))
        #expect(opener.open(sealer.sealed([2]), now: 2) == .held(until: 2 + 300 * millisecond))
    }

    @Test("once it is wiped nothing opens, nothing is held, and no key comes any more")
    func wiped() {
        var sealer = TrackSealer.fixed(.opus)
        var stranger = TrackSealer.fixed(.opus, tag: 0x4321)
        var opener = TrackOpener.fixed(.opus)
        opener.wipe()
        opener.add(id: 2, tag: 0x1234, baseKey: .fixed(7))
        #expect(opener.additions == 1 && !opener.knows(id: 2))
        #expect(opener.open(sealer.sealed([1]), now: 0) == .dropped(.noKey, needsKeyFrame: false))
        #expect(opener.open(stranger.sealed([1]), now: 0) == .dropped(.noKey, needsKeyFrame: false))
    }

    @Test("a key whose time is over does not come again")
    func noReturn() {
        var sealer = TrackSealer.fixed(.opus)
        var opener = TrackOpener.fixed(.opus)
        opener.supersede(id: 1, until: 1)
        opener.expire(now: 1)
        opener.add(id: 1, tag: 0x1234, baseKey: .fixed(7))
        #expect(opener.knows(id: 1))
        #expect(opener.open(sealer.sealed([1]), now: 1) == .dropped(.retiredKey, needsKeyFrame: false))
    }

    // MARK: - key frames

    @Test("a receiver asks for a key frame until it has opened one, at most twice a second")
    func keyFrames() {
        var sealer = TrackSealer.fixed(.h264, waits: false)
        var opener = TrackOpener.fixed(.h264)
        let asked = stride(from: 0, through: 1200, by: 100).map { time -> Bool in
            opener.open(sealer.sealed(Frames.delta), now: UInt64(time) * millisecond)
                == .opened(Frames.delta, needsKeyFrame: true)
        }
        #expect(asked == [true, false, false, false, false, true, false, false, false, false, true, false, false])
        #expect(opener.open(sealer.sealed(Frames.idr), now: 5 * second) == .opened(Frames.idr, needsKeyFrame: false))
        #expect(
            opener.open(sealer.sealed(Frames.delta), now: 6 * second) == .opened(Frames.delta, needsKeyFrame: false))
    }

    @Test("a gap asks for a key frame; a late frame and a new session without gap do not")
    func gap() {
        var sealer = TrackSealer.fixed(.h264)
        var opener = TrackOpener.fixed(.h264)
        _ = opener.open(sealer.sealed(Frames.idr), now: 0)
        let late = sealer.sealed(Frames.delta)
        #expect(opener.open(sealer.sealed(Frames.delta), now: second) == .opened(Frames.delta, needsKeyFrame: true))
        _ = opener.open(sealer.sealed(Frames.idr), now: second)
        #expect(opener.open(late, now: 2 * second) == .opened(Frames.delta, needsKeyFrame: false))
        var next = TrackSealer.fixed(.h264, session: 2, waits: false)
        #expect(opener.open(next.sealed(Frames.delta), now: 3 * second) == .opened(Frames.delta, needsKeyFrame: false))
        var lossy = TrackSealer.fixed(.h264, session: 3, waits: false)
        _ = lossy.sealed(Frames.delta)
        #expect(opener.open(lossy.sealed(Frames.delta), now: 4 * second) == .opened(Frames.delta, needsKeyFrame: true))
    }

    @Test("counts go by reason; a held frame counts when its wait is over")
    func counts() {
        var counts = OpenCounts()
        for outcome in [
            .opened([1], needsKeyFrame: false), .held(until: 3), .dropped(.badTag, needsKeyFrame: true),
            .dropped(.badTag, needsKeyFrame: false), .dropped(.noKey, needsKeyFrame: false),
        ] as [OpenOutcome] { counts.count(outcome) }
        #expect(counts.opened == 1)
        #expect(counts.dropped == [.badTag: 2, .noKey: 1])
    }
}
