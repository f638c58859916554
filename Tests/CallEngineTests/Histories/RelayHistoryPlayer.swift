import ECallAPI
import TestSupport

@testable import CallEngine

/// A random history of calls with devices' signals between the events. The published routes must decide about each signal as
/// the state machine does, and leave it in the same state.
struct RelayHistoryPlayer {
    private static let signalsAfterEach = 3

    /// The number of decisions by outcome.
    private(set) var outcomes: [String: Int] = [:]
    private var events: RandomEvents
    private var board = ActiveCalls(limits: HistoryPlayer.limits)
    private var routes: FaultyRoutes
    private let fault: RouteFault?
    private var now = Timestamp(milliseconds: 1_000_000)

    init(seed: UInt64, fault: RouteFault? = nil) {
        events = RandomEvents(seed: seed)
        routes = FaultyRoutes(fault)
        self.fault = fault
    }

    /// Plays the history. Returns the first difference, with the step; nil if there was none.
    mutating func play(steps: Int) -> String? {
        for step in 0..<steps {
            now = Timestamp(milliseconds: now.milliseconds + Int64(events.generator.below(4_000)))
            if events.generator.below(60) == 0 {
                restart()
            } else {
                _ = board.handle(events.next(for: board), now: now)
            }
            routes.publish(board.takeChanges().changed)
            // Without calls there is little to decide.
            let signals = board.calls.isEmpty ? Int(events.generator.below(2)) : Self.signalsAfterEach
            for _ in 0..<signals {
                let (signal, sender) = RandomSignals.next(for: board, &events.generator)
                if let problem = relay(signal, sender) { return "step \(step): \(problem)" }
            }
        }
        return routes.routes.count.calls == board.calls.count || fault != nil ? nil : "routes are left over"
    }

    private mutating func relay(_ signal: Signal, _ sender: DeviceIdentity) -> String? {
        var asked = board
        let expected = asked.relay(signal, from: sender, now: now)
        guard let decided = routes.decideAtOnce(about: signal, from: sender) else {
            count("asked")
            board = asked
            routes.publish(board.takeChanges().changed)
            return signal.isKept ? nil : "nothing was decided about \(signal)"
        }
        count(decided.decision)
        if decided.decision != expected {
            return "\(decided.decision) instead of \(expected) about \(signal) from \(sender)"
        }
        if let event = decided.event {
            count("rotation seen")
            _ = board.handle(event, now: now)
        }
        let isSame =
            board.hasChanges == asked.hasChanges && (!board.hasChanges || board.calls == asked.calls)
            && board.e2eeMessages == asked.e2eeMessages
        routes.publish(board.takeChanges().changed)
        return isSame ? nil : "the calls differ after \(signal) from \(sender)"
    }

    /// Kills the server, and starts another one with the stored calls.
    private mutating func restart() {
        let stored = board.calls.values.sorted { $0.id < $1.id }
        board = ActiveCalls(limits: HistoryPlayer.limits)
        for call in stored { board.restore(call, now: now) }
        routes = FaultyRoutes(fault)
    }

    private mutating func count(_ decision: RelayDecision) {
        switch decision {
        case .deliver: count("delivered")
        case .spread: count("spread")
        case .drop(let reason): count(reason.rawValue)
        }
    }

    private mutating func count(_ outcome: String) { outcomes[outcome, default: 0] += 1 }
}
