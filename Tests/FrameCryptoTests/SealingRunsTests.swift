import TestSupport
import Testing

@testable import FrameCrypto

@Suite("Runs of a track", .timeLimit(.minutes(1)))
struct SealingRunsTests {
    /// Runs, with the sealer of each layer as its KID.
    struct Track {
        var runs = SealingRuns()
        var sealers: [UInt8: SenderFrameKeyID] = [:]
        var given: [SenderFrameKeyID] = []
        var drawn: UInt64 = 0

        /// The run in which a layer's next frame is sealed.
        mutating func seal(_ layer: UInt8, generation: UInt32 = 1, step: UInt8 = 0, at now: UInt64 = 0) -> UInt16? {
            let keyID = runs.keyID(
                layer: layer, held: sealers[layer], generation: generation, step: step, now: now,
                random: {
                    drawn += 1
                    return drawn
                })
            if let keyID, keyID != sealers[layer] { given.append(keyID) }
            sealers[layer] = keyID
            return keyID?.run
        }
    }

    @Test("all layers share run and random number, each under a KID of its own")
    func layers() throws {
        var track = Track()
        for _ in 0..<3 { for layer in 0..<3 as Range<UInt8> { #expect(track.seal(layer) == 0) } }
        #expect(track.given.map(\.layer) == [0, 1, 2])
        #expect(Set(track.given.map(\.random)) == [1])
    }

    @Test("a new generation, a new step and publishing again start a run for all layers")
    func begin() {
        var track = Track()
        var runs: [UInt16?] = [track.seal(0), track.seal(1)]
        runs += [track.seal(1, step: 1), track.seal(0, step: 1)]
        runs += [track.seal(0, generation: 2), track.seal(1, generation: 2)]
        track.runs.end()
        runs += [track.seal(0, generation: 2), track.seal(1, generation: 2), track.seal(0, generation: 2)]
        #expect(runs == [0, 0, 1, 1, 2, 2, 3, 3, 3])
        #expect(Set(track.given.map(\.random)).count == 4)
    }

    @Test("several layers start a new run every 10 s, and a single layer does not")
    func age() {
        var track = Track()
        #expect(track.seal(0, at: second) == 0)
        #expect(track.seal(0, at: 100 * second) == 0)
        #expect(track.seal(1, at: 5 * second) == 0)
        #expect(track.seal(0, at: 11 * second - 1) == 0)
        #expect([track.seal(1, at: 11 * second), track.seal(0, at: 12 * second)] == [1, 1])
        #expect([track.seal(0, at: 21 * second - 1), track.seal(1, at: 21 * second)] == [1, 2])
    }

    @Test("a sealer that was lost never gets a KID again: its counter would start over")
    func neverTwice() {
        var track = Track()
        _ = track.seal(0)
        track.sealers[0] = nil
        #expect(track.seal(0) == 1)
        var generator = SeededGenerator.fromEnvironment()
        for _ in 0..<50 {
            track.sealers[UInt8.random(in: 0..<4, using: &generator)] = nil
            for layer in 0..<4 as Range<UInt8> { _ = track.seal(layer) }
        }
        #expect(Set(track.given).count == track.given.count)
    }

    @Test("after the last run nothing is sealed any more")
    func last() {
        var track = Track(runs: SealingRuns(next: .max - 1))
        #expect([track.seal(0), track.seal(0, step: 1), track.seal(0, step: 1)] == [.max - 1, .max, .max])
        #expect(track.seal(0, step: 2) == nil)
        #expect(track.seal(0, step: 2) == nil)
    }
}
