import Testing

@testable import FrameCrypto

@Suite("Keys of a sender", .timeLimit(.minutes(1)))
struct ReceivedKeysTests {
    /// The key for a frame of a generation and step: its value, 0 for one that may arrive, nil for one that is over.
    private func find(_ keys: inout ReceivedKeys<CountedKey>, _ generation: UInt32, _ step: UInt8 = 0) -> UInt8? {
        switch keys.find(SenderFrameKeyID(generation: generation, step: step, run: 0, random: 0, layer: 0)) {
        case .key(let candidate): keys.derive(candidate).value
        case .unknown: 0
        case .over: nil
        }
    }

    /// A frame of a generation and step has opened.
    private func open(_ keys: inout ReceivedKeys<CountedKey>, _ generation: UInt32, _ step: UInt8, at now: UInt64) {
        let keyID = SenderFrameKeyID(generation: generation, step: step, run: 0, random: 0, layer: 0)
        guard case .key(let candidate) = keys.find(keyID) else {
            Issue.record("no key")
            return
        }
        let key = keys.derive(candidate)
        keys.keep(key, of: candidate, now: now)
    }

    @Test("a step not yet derived is ratcheted, a lower one than was given is over")
    func steps() {
        var keys = TrackPair.keys((7, 2, 0))
        #expect([0, 1].map { find(&keys, 7, $0) } == [nil, nil])
        #expect([2, 3, 9].map { find(&keys, 7, $0) } == [72, 73, 79])
        #expect(keys.ratchets == 8)
        #expect(!keys.holds(ReceivedKeys<CountedKey>.Position(generation: 7, step: 3)), "kept only once a frame opened")
        #expect(keys.nextExpiry == nil)
    }

    @Test("the step before is held two seconds more once a frame of a later one opened")
    func olderStep() {
        var keys = TrackPair.keys((7, 0, 0))
        open(&keys, 7, 1, at: second)
        #expect(keys.nextExpiry == 3 * second)
        keys.expire(now: 3 * second - 1)
        #expect([0, 1, 2].map { find(&keys, 7, $0) } == [70, 71, 72])
        keys.expire(now: 3 * second)
        #expect([0, 1, 2].map { find(&keys, 7, $0) } == [nil, 71, 72])
        // A step between two that are held has the time of the one before.
        open(&keys, 7, 5, at: 10 * second)
        open(&keys, 7, 3, at: 11 * second)
        keys.expire(now: 12 * second)
        #expect([3, 4, 5].map { find(&keys, 7, $0) } == [nil, nil, 75])
    }

    @Test("an older generation is held 2 s after a frame of a newer one, and 10 s after a newer one came")
    func olderGeneration() {
        for opensAt: UInt64? in [nil, 4, 9] {
            var keys = TrackPair.keys((7, 0, 0), (8, 0, second))
            if let opensAt { open(&keys, 8, 0, at: opensAt * second) }
            // Later frames extend nothing.
            if opensAt == 4 { open(&keys, 8, 0, at: 5 * second) }
            let end = min(11, (opensAt ?? 100) + 2) * second
            #expect(keys.nextExpiry == end)
            keys.expire(now: end - 1)
            #expect(find(&keys, 7) == 70)
            keys.expire(now: end)
            #expect(find(&keys, 7) == nil)
            #expect(find(&keys, 8) == 80)
            keys.expire(now: 1000 * second)
            #expect(find(&keys, 8) == 80, "the highest opens until the end")
        }
    }

    @Test("a late key is held for what remains of its generation's time, or not at all")
    func late() {
        var keys = TrackPair.keys((9, 0, 0), (8, 0, 3 * second))
        #expect(keys.nextExpiry == 10 * second)
        open(&keys, 9, 0, at: 4 * second)
        keys.receive(CountedKey(value: 60), generation: 6, step: 0, now: 5 * second)
        #expect([6, 8, 9].map { find(&keys, $0) } == [60, 80, 90])
        keys.expire(now: 6 * second)
        keys.receive(CountedKey(value: 50), generation: 5, step: 0, now: 6 * second)
        #expect([5, 6, 8, 9].map { find(&keys, $0) } == [nil, nil, nil, 90])
    }

    @Test("the lowest of more than eight generations goes, and a higher one is never refused")
    func bound() {
        var keys = ReceivedKeys<CountedKey>()
        for generation in 1...20 as ClosedRange<UInt32> {
            keys.receive(TrackPair.key(generation, 0), generation: generation, step: 0, now: 0)
            let lowest = generation > 8 ? generation - 7 : 1
            #expect(find(&keys, generation) != nil && find(&keys, lowest) != nil)
            if lowest > 1 { #expect(find(&keys, lowest - 1) == nil) }
        }
        keys.receive(CountedKey(value: 5), generation: .max, step: 63, now: 0)
        #expect(find(&keys, .max, 63) == 5)
    }

    @Test("9 bits name a held generation, a future one, or one that is over")
    func bits() {
        var keys = TrackPair.keys((700, 0, 0))
        #expect(find(&keys, 700 - 512) == TrackPair.key(700, 0).value)
        for ahead in [1, 2, 255] as [UInt32] { #expect(find(&keys, 700 + ahead) == 0) }
        for behind in [1, 2, 256] as [UInt32] { #expect(find(&keys, 700 - behind) == nil) }
        var none = ReceivedKeys<CountedKey>()
        for generation in [0, 5, 511] as [UInt32] { #expect(find(&none, generation) == 0) }
        none.receive(CountedKey(value: 1), generation: 3, step: 0, now: 0)
        none.forget()
        #expect(find(&none, 2) == 0 && none.isEmpty)
        #expect(find(&none, 3) == nil, "what is still on its way is over")
        none.receive(CountedKey(value: 1), generation: 3, step: 0, now: 0)
        #expect(find(&none, 3) == 1)
    }
}

extension TrackPair {
    /// Keys of these generations and steps, come at these times.
    static func keys(_ rows: (UInt32, UInt8, UInt64)...) -> ReceivedKeys<CountedKey> {
        var keys = ReceivedKeys<CountedKey>()
        for (generation, step, now) in rows {
            keys.receive(key(generation, step), generation: generation, step: step, now: now)
        }
        return keys
    }
}
