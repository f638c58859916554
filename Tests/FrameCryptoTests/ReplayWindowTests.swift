import Testing

@testable import FrameCrypto

@Suite("Replay window", .timeLimit(.minutes(1)))
struct ReplayWindowTests {
    @Test(
        "the edges of the window are exact",
        arguments: [
            (200, 200, false), (200, 201, true), (200, 199, true), (200, 73, true), (200, 72, false), (200, 0, false),
            (127, 0, true), (128, 0, false), (0, 0, false), (0, 1, true), (5, UInt64.max, true),
        ] as [(UInt64, UInt64, Bool)])
    func edges(opened: UInt64, next: UInt64, accepted: Bool) {
        var window = ReplayWindow()
        window.mark(opened)
        #expect(window.accepts(next) == accepted)
    }

    @Test("each counter is accepted once, in any order within the window")
    func once() {
        var window = ReplayWindow()
        for base in stride(from: UInt64(0), to: 1000, by: 100) {
            for counter in (base..<base + 100).reversed() {
                #expect(window.accepts(counter))
                window.mark(counter)
                #expect(!window.accepts(counter))
            }
        }
    }

    @Test("a jump forgets counters before the window", arguments: [126, 127, 128, 129, 1 << 40] as [UInt64])
    func jump(distance: UInt64) {
        var window = ReplayWindow()
        window.mark(10)
        window.mark(10 + distance)
        #expect(!window.accepts(10))
        #expect(window.accepts(10 + distance - 1))
        #expect(window.accepts(11) == (distance <= 128))
    }
}
