import ECallFlows
import Testing

@Suite("Toasts", .timeLimit(.minutes(1)))
struct ToastQueueTests {
    private typealias Queue = ToastQueue<String>

    private enum Step {
        case show(String, Toast<String>.Kind)
        case dismiss
        /// Milliseconds.
        case wait(Int)
    }

    /// The toast that is shown after each step.
    private static func shown(_ steps: [Step], _ queue: Queue = Queue()) -> [String?] {
        var (queue, now) = (queue, Duration.zero)
        return steps.map { step in
            switch step {
            case .show(let words, let kind): queue.show(words, kind, at: now)
            case .dismiss: queue.current.map { queue.dismiss($0.id, at: now) }
            case .wait(let milliseconds):
                now += .milliseconds(milliseconds)
                queue.tick(at: now)
            }
            return queue.current?.words
        }
    }

    @Test("003-39: toasts are shown one at a time, in order, each for the time of its kind")
    func order() {
        #expect(
            Self.shown([
                .show("a", .info), .show("b", .success), .show("c", .info), .wait(3_900), .wait(100), .wait(2_400),
                .wait(100), .wait(4_000),
            ]) == ["a", "a", "a", "a", "b", "b", "c", nil])
        #expect(Self.shown([.show("e", .error), .wait(7_900), .wait(100)]) == ["e", "e", nil])
    }

    @Test("a repeated toast is not queued: a shown one stays longer, a waiting one keeps its place")
    func duplicates() {
        #expect(
            Self.shown([.show("a", .info), .wait(3_000), .show("a", .info), .wait(3_000), .wait(1_000)]) == [
                "a", "a", "a", "a", nil,
            ])
        #expect(
            Self.shown([.show("a", .info), .show("b", .info), .show("b", .info), .wait(4_000), .wait(4_000)])
                == ["a", "a", "a", "b", nil])
        // As an error it is a different message, and still shown once.
        #expect(
            Self.shown([.show("a", .info), .show("a", .error), .wait(7_000), .wait(1_000)]) == ["a", "a", "a", nil])
        #expect(Self.shown([.show("a", .error), .show("a", .info), .wait(7_900), .wait(100)]) == ["a", "a", "a", nil])
    }

    @Test("an error replaces a less urgent toast, which returns later; errors keep their order")
    func priorities() {
        #expect(
            Self.shown([.show("a", .info), .show("e", .error), .show("f", .error), .wait(8_000), .wait(8_000)])
                == ["a", "e", "e", "f", nil])
        #expect(Self.shown([.show("a", .info), .show("e", .error), .dismiss, .wait(4_000)]) == ["a", "e", "a", nil])
        #expect(
            Self.shown([.show("x", .info), .show("i", .info), .show("s", .success), .wait(4_000), .wait(2_500)])
                == ["x", "x", "x", "s", "i"])
    }

    @Test("a toast that waited too long is dropped, except an error, and at most three wait")
    func limits() {
        #expect(
            Self.shown([.show("e", .error), .show("f", .error), .show("a", .info), .wait(8_000), .wait(8_000)])
                == ["e", "e", "e", "f", nil])
        let many = (1...5).map { Step.show("\($0)", .success) }
        #expect(
            Self.shown(many + Array(repeating: .wait(2_500), count: 4)).suffix(4) == ["2", "3", "4", nil])
    }

    @Test("a toast can be dismissed, also twice, and a waiting one without having been shown")
    func dismissal() {
        var queue = Queue()
        queue.show("a", .info, at: .zero)
        queue.show("b", .info, isFocused: true, at: .zero)
        let first = queue.current
        for _ in 0..<2 { queue.dismiss(first?.id ?? 0, at: .zero) }
        #expect(queue.current?.words == "b" && queue.current?.isFocused == true && queue.nextChange == .seconds(4))
        queue.show("c", .info, at: .zero)
        queue.dismiss(3, at: .zero)
        queue.tick(at: .seconds(4))
        #expect(queue.current == nil && queue.nextChange == nil)
        queue.show("d", .error, at: .seconds(5))
        queue.show("e", .error, at: .seconds(5))
        queue.removeAll()
        #expect(
            queue
                == {
                    var empty = queue; empty.tick(at: .seconds(99)); return empty
                }() && queue.current == nil)
    }

    @Test("a screen that slept shows the next toast for its whole time")
    func sleep() {
        #expect(
            Self.shown([.show("e", .error), .show("f", .error), .wait(100_000), .wait(7_000), .wait(1_000)]) == [
                "e", "e", "f", "f", nil,
            ])
    }
}
