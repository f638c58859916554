import ECallSecurity
import Testing

@testable import FrameCrypto

@Suite("Opener of one sender's track", .timeLimit(.minutes(1)))
struct SenderTrackOpenerTests {
    // MARK: - frames

    @Test("a frame opens once; one before the window does not open")
    func replay() {
        var track = TrackPair(generations: 7)
        let sealer = track.sealer()
        let frames = (0..<200).map { sealer.sealed([UInt8($0)]) }
        let words = track.words([0, 0, 199, 72, 71, 199].map { frames[$0] })
        #expect(words == ["opened", "replay", "opened", "opened", "replay", "replay"])
    }

    @Test("a forged counter does not move the window")
    func forgedCounter() {
        var track = TrackPair(generations: 7)
        let sealer = track.sealer()
        let frames = (0..<2).map { sealer.sealed([UInt8($0)]) }
        let forged = SFrameHeader(keyID: sealer.keyID.rawValue, counter: 1 << 40).encoded + frames[1].dropFirst(9)
        let words = track.words([frames[0], forged, frames[1]])
        #expect(words == ["opened", "badTag", "opened"])
    }

    @Test("any changed byte is noticed, and so is a cut frame")
    func tampered() {
        let sealing = TrackPair(generations: 7).sealer()
        let wire = sealing.sealed([1, 2, 3, 4])
        for index in wire.indices {
            var changed = wire
            changed[index] ^= 0x10
            var track = TrackPair(generations: 7)
            #expect(track.open(changed).word != "opened", "byte \(index)")
            #expect(track.open(Array(wire[..<index])).word != "opened", "\(index) bytes")
            #expect(track.open(wire).word == "opened")
        }
    }

    @Test(
        "KIDs without the top bit and other codings are malformed",
        arguments: [
            [], [0x00], [0xF0], SFrameHeader(keyID: 5, counter: 0).encoded + [UInt8](repeating: 0, count: 40),
            SFrameHeader(keyID: .max >> 1, counter: 0).encoded + [UInt8](repeating: 0, count: 40),
        ] as [[UInt8]])
    func malformed(payload: [UInt8]) {
        var track = TrackPair(generations: 7)
        #expect(track.open(payload) == .dropped(.malformed, needsKeyFrame: false))
    }

    // MARK: - generations and steps

    @Test("an unknown generation is held from its first frame on, and opens when the key comes")
    func hold() {
        var track = TrackPair(generations: 7)
        let sealer = track.sealer(8)
        let frames = (0..<3).map { sealer.sealed([UInt8($0)]) }
        #expect(track.open(frames[0], now: 1) == .held(until: 1 + 300 * millisecond))
        #expect(track.open(frames[1], now: 99) == .held(until: 1 + 300 * millisecond))
        track.receive(8, now: 100)
        let words = track.words(frames, now: 100)
        #expect(words == ["opened", "opened", "opened"])
    }

    @Test("after the wait frames are dropped until their key comes, and a key frame is asked for then")
    func holdExpires() {
        var track = TrackPair(.h264)
        let sealer = track.sealer()
        let (first, next) = (sealer.sealed(Frames.idr), sealer.sealed(Frames.delta))
        #expect(track.open(first) == .held(until: 300 * millisecond))
        for (frame, now) in [(first, 300), (next, 301)] as [([UInt8], UInt64)] {
            #expect(track.open(frame, now: now * millisecond) == .dropped(.noKey, needsKeyFrame: false))
        }
        track.receive(7, now: second)
        #expect(track.open(next, now: second) == .opened(Frames.delta, needsKeyFrame: true))
    }

    @Test("at most 64 frames are held, and 32 generations waited for")
    func holdLimit() {
        var track = TrackPair()
        let sealer = track.sealer()
        let words = track.words((0..<65).map { sealer.sealed([UInt8($0)]) })
        #expect(words == Array(repeating: "held", count: 64) + ["heldTooMany"])
        var forged = TrackPair()
        let held = (0..<512).filter { generation in
            let keyID = SenderFrameKeyID(generation: UInt32(generation), step: 0, run: 0, random: 0, layer: 0)
            return forged.open(TrackPair.forged(keyID)).word == "held"
        }
        #expect(held.count == OpeningLimits.unknownTags)
    }

    @Test("frames of the step before open for two seconds more; a step before the given one is over")
    func steps() {
        var track = TrackPair()
        track.receive(7, step: 1)
        let (lower, given, next) = (track.sealer(), track.sealer(step: 1, run: 1), track.sealer(step: 3, run: 2))
        #expect(track.open(lower.sealed([1])).word == "retiredKey")
        #expect(track.open(given.sealed([1]), now: 1).word == "opened")
        #expect(track.open(next.sealed([1]), now: second).word == "opened")
        #expect(track.open(given.sealed([2]), now: 3 * second - 1).word == "opened")
        #expect(track.open(given.sealed([3]), now: 3 * second).word == "retiredKey")
        #expect(track.open(next.sealed([2]), now: 3 * second).word == "opened")
    }

    @Test("hostile SFU: withheld frames of an old generation do not open once a newer one was heard for 2 s")
    func oldGeneration() {
        var track = TrackPair(generations: 7)
        let (old, new) = (track.sealer(), track.sealer(8, run: 1))
        let kept = (0..<4).map { old.sealed([UInt8($0)]) }
        #expect(track.open(kept[0]).word == "opened")
        track.receive(8, now: second)
        #expect(track.open(new.sealed([1]), now: 2 * second).word == "opened")
        #expect(track.open(kept[1], now: 4 * second - 1).word == "opened")
        #expect(track.open(kept[2], now: 4 * second).word == "retiredKey")
        // Also on a track where nothing newer was received: the keys belong to the sender.
        var other = SenderTrackOpener<FrameCipher, CountedKey>(provider: FrameCipher()) { .fixed($0.value) }
        #expect(other.open(kept[3], codec: .opus, with: &track.keys, now: 4 * second).word == "retiredKey")
    }

    @Test("ten seconds after a newer generation arrived the older one does not open, whatever is withheld")
    func withheldGeneration() {
        var track = TrackPair(generations: 7)
        let old = track.sealer()
        #expect(track.open(old.sealed([1])).word == "opened")
        track.receive(8, now: second)
        #expect(track.open(old.sealed([2]), now: 11 * second - 1).word == "opened")
        #expect(track.open(old.sealed([3]), now: 11 * second).word == "retiredKey")
    }

    // MARK: - runs and layers

    @Test("41 layers-change-run: layers of a run open side by side until a good frame of a higher run closes them")
    func layers() {
        var track = TrackPair(generations: 7)
        let old = track.sealer(layer: 0)
        let further = track.sealer(layer: 2)
        let new = track.sealer(run: 1, layer: 1)
        #expect(track.open(old.sealed([1])).word == "opened")
        #expect(track.open(further.sealed([1])).word == "opened")
        #expect(track.open(new.sealed([1]), now: second).word == "opened")
        #expect(track.open(old.sealed([2]), now: 3 * second - 1).word == "opened")
        #expect(track.open(further.sealed([2]), now: 3 * second).word == "closedSession")
        #expect(track.open(old.sealed([3]), now: 100 * second).word == "closedSession")
        #expect(track.open(new.sealed([2]), now: 100 * second).word == "opened")
    }

    @Test("42 lower-run-refused: a layer or a run that was withheld is never begun after a higher one")
    func lowerRun() {
        var track = TrackPair(generations: 7)
        let (shown, withheldLayer) = (track.sealer(run: 3), track.sealer(run: 3, layer: 2))
        let withheldRun = track.sealer(run: 4)
        let (next, another) = (track.sealer(run: 5), track.sealer(run: 5, random: 6))
        #expect(track.open(shown.sealed([1])).word == "opened")
        #expect(track.open(next.sealed([1]), now: 1).word == "opened")
        #expect(track.open(withheldLayer.sealed([1]), now: 2).word == "closedSession")
        #expect(track.open(withheldRun.sealed([1]), now: 2).word == "closedSession")
        #expect(track.open(another.sealed([1]), now: 2).word == "closedSession", "one run has one random number")
        #expect(track.open(shown.sealed([2]), now: 3).word == "opened")
    }

    @Test("a forged frame of a higher run closes nothing and begins nothing")
    func forgedRun() {
        var track = TrackPair(generations: 7)
        let sealer = track.sealer()
        #expect(track.open(sealer.sealed([1])).word == "opened")
        let forged = SenderFrameKeyID(generation: 7, step: 3, run: 9, random: 1, layer: 0)
        #expect(track.open(TrackPair.forged(forged)).word == "badTag")
        #expect(track.open(sealer.sealed([2]), now: 50 * second).word == "opened")
        let next = track.sealer(run: 1)
        #expect(track.open(next.sealed([1]), now: 50 * second).word == "opened")
    }

    @Test("hostile SFU: 10 000 forged KIDs a second cost 20 trials of at most 63 ratchets each, and old KIDs go on")
    func forgedFlood() {
        var track = TrackPair(generations: 7)
        let sealer = track.sealer()
        #expect(track.open(sealer.sealed([1])).word == "opened")
        var words: [String: Int] = [:]
        for index in 0..<10_000 as Range<UInt32> {
            let keyID = SenderFrameKeyID(
                generation: index % 4 == 0 ? index : 7, step: 63, run: UInt16(index), random: index, layer: 1)
            words[track.open(TrackPair.forged(keyID), now: UInt64(index) * 100_000).word, default: 0] += 1
            if index % 1000 == 0 {
                #expect(track.open(sealer.sealed([1]), now: UInt64(index) * 100_000).word == "opened")
            }
        }
        #expect(words["badTag"] == 19, "and one for the first frame")
        #expect(track.keys.ratchets == 19 * 63)
        #expect(words["opened"] == nil)
        #expect(words["held", default: 0] <= OpeningLimits.heldFrames * 4)
        let next = track.sealer(run: 1)
        #expect(track.open(next.sealed([1]), now: 2 * second).word == "opened")
    }

    // MARK: - going away

    @Test("a sender who was away and gives the same key again goes on; opened frames do not open again")
    func comesBack() {
        var track = TrackPair(generations: 7)
        let (old, sealer) = (track.sealer(), track.sealer(run: 1))
        let frames = [old.sealed([0])] + (1..<4).map { sealer.sealed([UInt8($0)]) }
        #expect(track.open(frames[1]).word == "opened")
        track.keys.forget()
        track.opener.forget()
        #expect(track.open(frames[2]).word == "retiredKey", "neither waited for nor asked for")
        track.receive(7)
        let words = track.words([1, 2, 2, 3, 0].map { frames[$0] })
        #expect(words == ["replay", "opened", "replay", "opened", "closedSession"])
    }

    @Test("a sender who joins anew starts its runs again")
    func entersAnew() {
        var track = TrackPair(generations: 7)
        let (old, new) = (track.sealer(run: 9), track.sealer(3))
        #expect(track.open(old.sealed([1])).word == "opened")
        track.keys.forget()
        track.opener.forget()
        track.receive(3)
        #expect(track.open(new.sealed([1])).word == "opened")
        #expect(track.open(old.sealed([2])).word == "held")
    }

    // MARK: - slots

    @Test(
        "43 slot-switch-in-flight: a frame that does not open while a slot settles is dropped, neither held nor asked for"
    )
    func settling() {
        var track = TrackPair(.h264, generations: 7)
        let (stranger, own) = (track.sealer(9), track.sealer())
        let frames = (0..<3).map { _ in stranger.sealed(Frames.idr) }
        #expect(track.open(frames[0], isSettling: true) == .dropped(.noKey, needsKeyFrame: false))
        #expect(track.open([1], isSettling: true) == .dropped(.malformed, needsKeyFrame: false))
        #expect(track.open(own.sealed(Frames.idr), isSettling: true).word == "opened")
        // They are no longer held: the wait begins when the slot has settled.
        #expect(track.open(frames[1], now: 2 * second) == .held(until: 2 * second + 300 * millisecond))
    }

    // MARK: - key frames

    @Test("a receiver asks for a key frame until it has opened one, at most twice a second")
    func keyFrames() {
        var track = TrackPair(.h264, generations: 7)
        let sealer = track.sealer(waits: false)
        let asked = stride(from: 0, through: 1200, by: 100).map { time in
            track.open(sealer.sealed(Frames.delta), now: UInt64(time) * millisecond)
                == .opened(Frames.delta, needsKeyFrame: true)
        }
        #expect(asked == [true, false, false, false, false, true, false, false, false, false, true, false, false])
        #expect(track.open(sealer.sealed(Frames.idr), now: 5 * second) == .opened(Frames.idr, needsKeyFrame: false))
        #expect(track.open(sealer.sealed(Frames.delta), now: 6 * second) == .opened(Frames.delta, needsKeyFrame: false))
        track.opener.lost()
        #expect(track.open(sealer.sealed(Frames.delta), now: 7 * second) == .opened(Frames.delta, needsKeyFrame: true))
    }

    @Test("a gap asks for a key frame; a late frame and a run that goes on do not")
    func gap() {
        var track = TrackPair(.h264, generations: 7)
        let sealer = track.sealer()
        var asks: [Bool] = []
        func open(_ frame: [UInt8], _ now: UInt64) {
            guard case .opened(_, let needs) = track.open(frame, now: now * second) else {
                Issue.record("not opened at \(now)")
                return
            }
            asks.append(needs)
        }
        open(sealer.sealed(Frames.idr), 0)
        let late = sealer.sealed(Frames.delta)
        open(sealer.sealed(Frames.delta), 1)
        open(sealer.sealed(Frames.idr), 1)
        open(late, 2)
        let next = track.sealer(run: 1, waits: false)
        open(next.sealed(Frames.delta), 3)
        let lossy = track.sealer(run: 2, waits: false)
        _ = lossy.sealed(Frames.delta)
        open(lossy.sealed(Frames.delta), 4)
        // Missing frames stay missing in the next run.
        let last = track.sealer(run: 3, waits: false)
        open(last.sealed(Frames.delta), 5)
        #expect(asks == [false, true, false, false, false, true, true])
    }

    @Test("another layer begins with a key frame, and so does the first when it comes again")
    func layerSwitch() {
        var track = TrackPair(.h264, generations: 7)
        let (low, high) = (track.sealer(), track.sealer(layer: 2, waits: false))
        #expect(track.open(low.sealed(Frames.idr)) == .opened(Frames.idr, needsKeyFrame: false))
        #expect(track.open(high.sealed(Frames.delta), now: second) == .opened(Frames.delta, needsKeyFrame: true))
        #expect(track.open(high.sealed(Frames.idr), now: second) == .opened(Frames.idr, needsKeyFrame: false))
        #expect(track.open(low.sealed(Frames.delta), now: 2 * second) == .opened(Frames.delta, needsKeyFrame: true))
        #expect(track.open(low.sealed(Frames.idr), now: 3 * second) == .opened(Frames.idr, needsKeyFrame: false))
    }
}
