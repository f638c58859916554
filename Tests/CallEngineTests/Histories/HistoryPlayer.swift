import ECallAPI
import TestSupport

@testable import CallEngine

/// A random history of five people with seven devices, up to four in a call. Dave has blocked bob.
struct HistoryPlayer {
    static let limits: ActiveCalls.Limits = {
        var limits = ActiveCalls.Limits()
        limits.participants = 4
        limits.unmuted = 2
        limits.hold = 61
        return limits
    }()

    private var events: RandomEvents
    private var machine: MutatedActiveCalls
    private var checker: HistoryChecker
    private var now = Timestamp(milliseconds: 1_000_000)

    init(seed: UInt64, mutation: Mutation? = nil) {
        events = RandomEvents(seed: seed)
        machine = MutatedActiveCalls(ActiveCalls(limits: Self.limits), mutation)
        checker = HistoryChecker(machine.board, blockers: [4: 2])
    }

    /// Plays the history. Returns the first violation, with the step; nil if there was none.
    mutating func play(steps: Int) -> String? {
        for step in 0..<steps {
            now = Timestamp(milliseconds: now.milliseconds + Int64(events.generator.below(12_000)))
            if events.generator.below(60) == 0 {
                restart()
                continue
            }
            if let problem = happen(events.next(for: machine.board)) { return "step \(step): \(problem)" }
        }
        // Without further events, every call ends.
        for _ in 0..<6 {
            for person in RandomEvents.people {
                if let problem = happen(.sessionClosed(person)) { return "at the end: \(problem)" }
            }
            now = now.advanced(bySeconds: 61)
            if let problem = happen(.tick) { return "at the end: \(problem)" }
        }
        guard machine.board.calls.isEmpty, machine.board.deadline == nil else { return "a call goes on for ever" }
        return nil
    }

    private mutating func happen(_ event: CallEngineEvent) -> String? {
        let outcome = machine.handle(event, now: now)
        guard let problem = checker.check(&machine.board, event, outcome, now) else { return nil }
        return "\(problem) after \(event)"
    }

    /// Kills the server, and starts another one with the stored calls.
    private mutating func restart() {
        var board = ActiveCalls(limits: Self.limits)
        for call in checker.stored.values.sorted(by: { $0.id < $1.id }) { board.restore(call, now: now) }
        machine.board = board
        checker.restarted(&machine.board)
    }
}
