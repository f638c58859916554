import ECallAPI
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("Lines for sound and slots for video")
struct SlotTests {
    private func source(_ feed: UInt64, _ number: Int = 0) -> SoundLines.Source {
        SoundLines.Source(id: SubscriptionID(feed: feed, track: .audio, number: number), mid: "audio0")
    }

    /// Performs every due step, as Janus would; lines are numbered in order of appearance.
    private func settle(_ lines: inout SoundLines) -> [SoundLines.Step] {
        var steps: [SoundLines.Step] = []
        while let step = lines.next() {
            steps.append(step)
            switch step {
            case .resume(let source, let line), .switch(let source, let line): lines.took(source, line: line)
            case .pause(let line): lines.paused(line: line)
            case .subscribe(let sources):
                for source in sources {
                    let lost = lines.lines.first { $0.isLost }?.mid
                    lines.took(source, line: lost ?? "\(lines.lines.count)")
                }
            }
        }
        return steps
    }

    @Test("the first senders heard are subscribed to at once, together")
    func first() {
        var lines = SoundLines()
        lines.want(source(1))
        lines.want(source(2))
        #expect(settle(&lines) == [.subscribe([source(1), source(2)])])
        #expect(lines.waiting.isEmpty && lines.lines.map(\.feed) == [1, 2])
    }

    @Test("a muted sender's line is paused, and resumed for them")
    func mute() {
        var lines = SoundLines()
        lines.want(source(1))
        _ = settle(&lines)
        lines.release(source(1).id)
        #expect(settle(&lines) == [.pause(line: "0")])
        lines.want(source(1, 1))
        #expect(settle(&lines) == [.resume(source(1, 1), line: "0")])
    }

    @Test("a free line is given to another without a description")
    func change() {
        var lines = SoundLines()
        lines.want(source(1))
        _ = settle(&lines)
        lines.release(source(1).id)
        lines.want(source(2))
        #expect(settle(&lines) == [.switch(source(2), line: "0")])
        #expect(lines.lines == [.init(mid: "0", feed: 2, source: source(2).id)])
    }

    @Test("a line whose sender is gone is not switched: the next is subscribed to")
    func lost() {
        var lines = SoundLines()
        lines.want(source(1))
        _ = settle(&lines)
        lines.lost(feed: 1)
        lines.release(source(1).id)
        #expect(settle(&lines).isEmpty)
        lines.want(source(2))
        #expect(settle(&lines) == [.subscribe([source(2)])])
        #expect(lines.lines.map(\.feed) == [2])
    }

    @Test("there are sixteen lines; the seventeenth sender waits for one")
    func most() {
        var lines = SoundLines()
        for feed in 1...17 { lines.want(source(UInt64(feed))) }
        #expect(settle(&lines) == [.subscribe((1...16).map { source(UInt64($0)) })])
        #expect(lines.waiting == [source(17)])
        lines.release(source(3).id)
        #expect(settle(&lines) == [.switch(source(17), line: "2")])
    }

    @Test("a sender who is released during the request leaves the line they get")
    func released() {
        var lines = SoundLines()
        lines.want(source(1))
        #expect(lines.next() == .subscribe([source(1)]))
        lines.release(source(1).id)
        lines.took(source(1), line: "0")
        #expect(lines.lines == [.init(mid: "0", feed: 1, source: nil)])
        #expect(lines.next() == .pause(line: "0"))
    }

    @Test(
        "slots show speakers, the pictures already seen, or the app's wishes",
        arguments: [
            // Few people: everyone.
            ([(1, nil), (2, nil)], 4, [], nil, [1, 2]),
            // The first to come, and those already seen.
            ([(1, nil), (2, nil), (3, nil)], 2, [], nil, [1, 2]),
            ([(1, nil), (2, nil), (3, nil)], 2, [2, 3], nil, [2, 3]),
            // A speaker replaces the one who has been silent longest.
            ([(1, 5), (2, 7), (3, 9)], 2, [1, 2], nil, [2, 3]),
            ([(1, 5), (2, nil), (3, nil)], 2, [2, 3], nil, [1, 2]),
            // The app's wishes, as far as there are pictures.
            ([(1, 5), (2, 7), (3, 9)], 2, [1, 2], [3, 9, 1, 2], [1, 3]),
            ([(1, 5)], 2, [1], [], []),
        ] as [([(Int, UInt64?)], Int, Set<Int>, [Int]?, Set<Int>)])
    func shown(candidates: [(Int, UInt64?)], slots: Int, seen: Set<Int>, wanted: [Int]?, expected: Set<Int>) {
        let shown = SlotPlan.shown(
            of: candidates.map { .init(user: UserID(UInt64($0.0)), spoke: $0.1) }, slots: slots,
            seen: Set(seen.map { UserID(UInt64($0)) }), wanted: wanted?.map { UserID(UInt64($0)) })
        #expect(shown == Set(expected.map { .init(user: UserID(UInt64($0)), track: .video) }))
    }

    @Test(
        "shared screens go before cameras, the newest first",
        arguments: [
            // All fit.
            ([1, 2], [2], 4, nil, [1, 2], [2]),
            // For a single person the screen stays.
            ([1], [1], 1, nil, [], [1]),
            ([1, 2], [2], 2, nil, [1], [2]),
            // The last one to start, and no camera.
            ([1, 2, 3], [1, 3, 2], 2, nil, [], [3, 2]), ([1, 2, 3], [3, 1, 2], 1, nil, [], [2]),
            // No camera is on, and nothing can be carried.
            ([], [2], 4, nil, [], [2]), ([1], [1], 0, nil, [], []),
            // Only the people whom the app shows.
            ([1, 2, 3], [2, 3], 4, [2, 1], [1, 2], [2]), ([1, 2, 3], [2], 4, [], [], []),
        ] as [([UserID], [UserID], Int, [UserID]?, [UserID], [UserID])])
    func screens(
        cameras: [UserID], screens: [UserID], slots: Int, wanted: [UserID]?, seen: [UserID], shared: [UserID]
    ) {
        let shown = SlotPlan.shown(
            of: cameras.map { .init(user: $0) }, screens: screens, slots: slots, seen: [], wanted: wanted)
        let expected =
            seen.map { SlotPlan.Shown(user: $0, track: .video) }
            + shared.map { SlotPlan.Shown(user: $0, track: .screen) }
        #expect(shown == Set(expected))
    }
}
