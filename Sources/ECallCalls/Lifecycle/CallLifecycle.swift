import ECallAPI
import ECallCore

/// The calls of one device, one after the other, and the signals that wait until their call is known. Pure.
struct CallLifecycle {
    /// Signals that arrived before the answer that names their call.
    private struct Early {
        static let most = 256

        let session: Int
        var signals: [Signal] = []
    }

    private var machine = CallStateMachine()
    /// Counts sessions: late results of one must not touch the next.
    private(set) var session = 0
    private var early: Early?
    private(set) var opening: E2EEOpening?
    private var nextOpening: E2EEOpening?
    private(set) var hungUp: CallID?

    var state: CallStateMachine.State { machine.state }
    var isIdle: Bool { machine.isIdle }
    var currentCall: CallID? { machine.currentCall }
    /// The calls that ring on this device, or will once another is over, in that order.
    var ringing: [CallID] {
        var calls: [CallID] = []
        if case .ringingIn(let call) = machine.state { calls.append(call.id) }
        if let next = machine.next { calls.append(next.id) }
        return calls
    }

    mutating func handle(_ event: CallStateMachine.Event) -> [CallStateMachine.Action] {
        let actions = machine.handle(event)
        for case .tellServer(let id, _) in actions { hungUp = id }
        if case .tornDown = event {
            if case .ringingIn = machine.state { opening = nextOpening }
            nextOpening = nil
        }
        return actions
    }

    mutating func ring(_ call: IncomingCall, opening said: E2EEOpening?) -> [CallStateMachine.Action] {
        let actions = machine.handle(.invited(call))
        if machine.state == .ringingIn(call) { opening = said }
        if machine.next == call { nextOpening = said }
        return actions
    }

    mutating func begin(waits: Bool) -> Int {
        session += 1
        if waits { early = Early(session: session) }
        return session
    }

    /// Whether a signal counts now; otherwise it waits, or is dropped if there is no room.
    mutating func takes(_ signal: Signal) -> Bool {
        if case .callInvitation = signal { return true }
        if let next = machine.next, signal.call == next.id { return true }
        guard early != nil else { return true }
        if (early?.signals.count ?? 0) < Early.most { early?.signals.append(signal) }
        return false
    }

    /// Returns the next signal that waited for a session; nil if there is none, after which signals no longer wait.
    mutating func nextEarly(of session: Int) -> Signal? {
        // Another call may be running by then, with early signals of its own.
        guard early?.session == session else { return nil }
        guard let signal = early?.signals.first else {
            early = nil
            return nil
        }
        early?.signals.removeFirst()
        return signal
    }

    mutating func dropEarly(of session: Int) {
        if early?.session == session { early = nil }
    }
}
