import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("Times of the steps of setting up")
struct SetUpTimelineTests {
    @Test("a step counts once, from the beginning on, and steps of other tracks do not count")
    func marks() {
        let now = LockedValue<UInt64>(2_000_000)
        let timeline = SetUpTimeline(track: .video, began: 1_000_000, now: { now.withLock { $0 } })
        timeline.mark(.ring)
        now.withLock { $0 = 9_000_000 }
        timeline.mark(.ring)
        timeline.mark(.receiveICE, of: .audio)
        timeline.mark(.receiveICE, of: .video)
        timeline.mark(.decrypted, of: .video, at: 5_560_000)
        timeline.mark(.devices, at: 500_000)
        #expect(timeline.milliseconds == ["ring": 1, "receiveICE": 8, "decrypted": 4.56, "devices": 0])
    }
}
