import Testing

@testable import ECallSecurity

@Suite("Which key seals", .timeLimit(.minutes(1)))
struct CallKeySetTests {
    private let second = KeyLimits.second

    /// Two keys in the order of their names.
    private func pair() -> (CallKey, CallKey) {
        let keys = [CallKey(), CallKey()].sorted { $0.name < $1.name }
        return (keys[0], keys[1])
    }

    @Test("higher epochs are adopted, lower ones only open")
    func order() {
        let keys = (0..<4).map { _ in CallKey() }
        var set = CallKeySet()
        #expect(set.sealingEntry(now: 0) == nil)
        #expect(set.install(keys[0], epoch: 5, sealFrom: nil, now: 0) == .adopted)
        #expect(set.sealingEntry(now: 0)?.key.name == keys[0].name)
        #expect(set.install(keys[2], epoch: 7, sealFrom: nil, now: 1) == .adopted)
        #expect(set.install(keys[1], epoch: 6, sealFrom: nil, now: 2) == .opensOnly)
        #expect(set.sealingEntry(now: 3)?.key.name == keys[2].name)
        #expect(set.install(keys[3], epoch: 4, sealFrom: nil, now: 3) == .opensOnly)
        #expect(set.entries.count == 4)
        #expect(set.entries.map(\.expiresAt) == [1 + 10 * second, nil, 2 + 10 * second, 3 + 10 * second])
    }

    @Test("of two keys of one epoch the smaller name seals, and both open", arguments: [false, true])
    func sameEpoch(smallerFirst: Bool) {
        let (small, large) = pair()
        var set = CallKeySet()
        #expect(set.install(smallerFirst ? small : large, epoch: 1, sealFrom: nil, now: 0) == .adopted)
        let result = set.install(smallerFirst ? large : small, epoch: 1, sealFrom: nil, now: 1)
        #expect(result == (smallerFirst ? .opensOnly : .adopted))
        #expect(set.sealingEntry(now: 2)?.key.name == small.name)
        #expect(set.entries.allSatisfy { $0.expiresAt == nil })
    }

    @Test("the key before goes on sealing until the new one starts")
    func sealFrom() {
        let (old, new) = (CallKey(), CallKey())
        var set = CallKeySet()
        _ = set.install(old, epoch: 1, sealFrom: nil, now: 0)
        #expect(set.install(new, epoch: 2, sealFrom: second, now: 500) == .adopted)
        #expect(set.sealingEntry(now: second - 1)?.key.name == old.name)
        #expect(set.sealingEntry(now: second)?.key.name == new.name)
        #expect(set.newest?.key.name == new.name)
    }

    @Test("a key that a leaver may have been sent is bounded by the leave, and it alone")
    func sentToALeaver() {
        let (old, new) = (CallKey(), CallKey())
        var set = CallKeySet()
        // The newer epoch began because of the leave, and was sent faster than the older one.
        _ = set.install(new, epoch: 2, sealFrom: nil, now: 100)
        #expect(set.install(old, epoch: 1, sealFrom: nil, leave: 50, now: 200) == .opensOnly)
        #expect(set.sealingEntry(now: 50 + second)?.key.name == new.name)
        var alone = CallKeySet()
        _ = alone.install(old, epoch: 1, sealFrom: nil, leave: 50, now: 200)
        #expect(alone.sealingEntry(now: 49 + second)?.key.name == old.name)
        #expect(alone.sealingEntry(now: 50 + second) == nil)
    }

    @Test("a superseded key is dropped after ten seconds, and never taken again")
    func retired() {
        let (old, new) = (CallKey(), CallKey())
        var set = CallKeySet()
        _ = set.install(old, epoch: 1, sealFrom: nil, now: 0)
        _ = set.install(new, epoch: 2, sealFrom: nil, now: 0)
        #expect(set.nextExpiry == 10 * second)
        #expect(set.install(old, epoch: 3, sealFrom: nil, now: 1) == .known)
        #expect(set.sealingEntry(now: 1)?.key.name == new.name)
        set.expire(now: 10 * second)
        #expect(set.entries.map(\.key.name) == [new.name])
        #expect(set.install(old, epoch: 9, sealFrom: nil, now: 10 * second) == .retired)
        #expect(set.install(new, epoch: 9, sealFrom: nil, now: 10 * second) == .known)
    }

    @Test("after a leave older keys seal for one second, then only a newer one does")
    func leave() {
        let keys = (0..<3).map { _ in CallKey() }
        var set = CallKeySet()
        _ = set.install(keys[0], epoch: 1, sealFrom: nil, now: 0)
        // On its way to being used when the leave becomes known: the one who left has it too.
        _ = set.install(keys[1], epoch: 2, sealFrom: 600, now: 0)
        set.learnedOfLeave(at: 500)
        #expect(set.sealingEntry(now: 500 + second - 1)?.key.name == keys[1].name)
        #expect(set.sealingEntry(now: 500 + second) == nil)
        // A second leave gives no more time.
        set.learnedOfLeave(at: second)
        #expect(set.sealingEntry(now: 500 + second) == nil)
        #expect(set.install(keys[2], epoch: 3, sealFrom: nil, now: 2 * second) == .adopted)
        #expect(set.sealingEntry(now: 9 * second)?.key.name == keys[2].name)
    }

    @Test("no key older than 330 seconds seals, and no older key takes its place")
    func age() {
        let keys = (0..<2).map { _ in CallKey() }
        var set = CallKeySet()
        _ = set.install(keys[1], epoch: 2, sealFrom: nil, now: 0)
        _ = set.install(keys[0], epoch: 1, sealFrom: nil, now: 320 * second)
        #expect(set.sealingEntry(now: 330 * second - 1)?.key.name == keys[1].name)
        #expect(set.sealingEntry(now: 330 * second) == nil)
    }

    @Test("there is a bound on the keys held at once")
    func bound() {
        var set = CallKeySet()
        for index in 0..<64 { #expect(set.install(CallKey(), epoch: UInt32(index), sealFrom: nil, now: 0) == .adopted) }
        #expect(set.install(CallKey(), epoch: 100, sealFrom: nil, now: 0) == .refused)
        #expect(set.install(CallKey(), epoch: 100, sealFrom: nil, now: 10 * second) == .adopted)
    }
}
