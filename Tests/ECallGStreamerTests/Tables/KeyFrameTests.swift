import FrameCrypto
import Testing

@testable import ECallGStreamer

@Suite("Key frames", .timeLimit(.minutes(1)))
struct KeyFrameTests {
    private let millisecond: UInt64 = 1_000_000

    /// Requests and pictures at instants in milliseconds, and at which of them a key frame is made.
    @Test(
        "the network gets three key frames soon after one another, then one a second; no request is forgotten",
        arguments: [
            ([0], [], [0]),
            // Within the gap: owed, and made with the first picture after it.
            ([0, 100], [133, 240, 266, 300], [0, 266]),
            ([0, 100, 200, 240], [266, 300], [0, 266]),
            // Three, then the fourth when the first is three seconds old.
            ([0, 300, 600, 900], [1_000, 2_966, 3_000, 3_033], [0, 300, 600, 3_000]),
            // Forever: one a second.
            (Array(stride(from: 0, to: 9_000, by: 100)), [], [0, 300, 600, 3_000, 3_300, 3_600, 6_000, 6_300, 6_600]),
            ([], [0, 5_000], []),
        ] as [([UInt64], [UInt64], [UInt64])])
    func limiter(requests: [UInt64], pictures: [UInt64], made: [UInt64]) {
        var limiter = KeyFrameLimiter()
        var found: [UInt64] = []
        for instant in Set(requests + pictures).sorted() {
            let now = 7_000_000_000 + instant * 1_000_000
            if requests.contains(instant) ? limiter.request(at: now) : limiter.isDue(at: now) { found.append(instant) }
        }
        #expect(found == made)
    }

    @Test("One request in an interval passes")
    func throttle() {
        var throttle = KeyFrameThrottle(milliseconds: 1_000)
        let passed = [0, 1, 999, 1_000, 1_001, 1_999, 2_500, 3_499, 3_500].filter {
            throttle.allow(at: UInt64($0) * millisecond)
        }
        #expect(passed == [0, 1_000, 2_500, 3_500])
    }

    enum Step {
        case tick, key, delta(asked: Bool), drop(OpenDrop, asked: Bool)
        /// Frames without a picture.
        case missedKey, missedDelta
    }

    @Test(
        "A receiver asks until a key frame was opened, and again when the decryptor says so",
        arguments: [
            // Nothing arrives: one request every half second.
            ([(0, Step.tick), (500, .tick), (600, .tick), (1_000, .tick)], [0, 500, 1_000]),
            // Answered.
            ([(0, .tick), (100, .key), (500, .tick), (1_000, .tick)], [0]),
            // Only other frames arrive.
            ([(0, .tick), (100, .delta(asked: false)), (500, .delta(asked: false)), (600, .tick)], [0, 500]),
            // A gap in the opened frames.
            (
                [
                    (0, .key), (700, .delta(asked: true)), (900, .delta(asked: true)), (1_200, .tick), (1_300, .key),
                    (2_000, .tick),
                ], [700, 1_200]
            ),
            // No key: a key frame would not help. Once the key is there: at once.
            (
                [(0, .tick), (600, .drop(.noKey, asked: true)), (1_200, .tick), (1_300, .delta(asked: false))],
                [0, 1_300]
            ),
            // A damaged frame.
            ([(0, .key), (600, .drop(.badTag, asked: true)), (700, .key)], [600]),
            ([(0, .key), (600, .drop(.badTag, asked: false)), (1_200, .tick)], []),
            // Opened, but the decoder makes no picture of it: after a second another key frame is requested, and again.
            (
                [(0, .missedKey), (300, .missedDelta), (900, .tick), (1_000, .tick), (1_400, .tick), (1_500, .tick)],
                [1_000, 1_500]
            ),
            ([(0, .missedKey), (1_000, .tick), (1_200, .missedKey), (2_100, .tick), (2_200, .tick)], [1_000, 2_200]),
            ([(0, .missedKey), (1_000, .tick), (1_200, .key), (2_300, .tick), (2_400, .delta(asked: false))], [1_000]),
            ([(0, .key), (500, .missedDelta), (1_400, .missedDelta), (1_500, .tick)], [1_500]),
        ] as [([(Int, Step)], [Int])])
    func requests(steps: [(Int, Step)], expected: [Int]) {
        var state = KeyFrameState()
        var asked: [Int] = []
        for (time, step) in steps {
            let now = UInt64(time) * millisecond
            let asks =
                switch step {
                case .tick: state.tick(at: now)
                case .key, .missedKey: state.opened(isKeyFrame: true, asked: false, at: now)
                case .delta(let asked): state.opened(isKeyFrame: false, asked: asked, at: now)
                case .missedDelta: state.opened(isKeyFrame: false, asked: false, at: now)
                case .drop(let reason, let asked): state.dropped(reason, asked: asked, at: now)
                }
            if asks { asked.append(time) }
            switch step {
            case .key, .delta: state.decoded()
            default: break
            }
        }
        #expect(asked == expected)
    }

    @Test(
        "An IDR slice is found only behind parameter sets",
        arguments: [
            ([0, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2, 0, 0, 0, 1, 0x65, 0x88], true),
            ([0, 0, 1, 0x25, 0x88], true), ([0, 0, 0, 1, 0x41, 0x9A, 0, 0, 1, 0x65], false),
            ([0, 0, 0, 1, 0x67, 5], false), ([], false), ([0, 0, 1], false), ([0x65, 0x88], false),
            ([0, 0, 0, 0, 0, 1, 0x65], true), ([0, 1, 0x65, 0], false),
        ] as [([UInt8], Bool)])
    func idr(bytes: [UInt8], expected: Bool) {
        #expect(AnnexB.containsIDR(bytes) == expected)
    }
}
