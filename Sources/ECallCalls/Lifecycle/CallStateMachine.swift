import ECallAPI
import ECallLanguage

/// The rules of one device's calls, one at a time: `(state, event) → (state, [action])`, without clocks, sockets or keys. The
/// server decides who is rung and when a call is over; events of another call than the current one change nothing. The page has
/// the same rules (`Web/calls/lifecycle/call-machine.js`), held together by `Tests/Vectors/call-machine.json`.
struct CallStateMachine: Equatable {
    enum State: Equatable {
        case idle
        /// Caller: keys are fetched, the room is made, the server is asked to ring.
        case inviting
        case ringingOut(CallID)
        case ringingIn(IncomingCall)
        /// Answered, or returning after the program has ended: joining call and room.
        case joining(CallID)
        /// In the room with at least one other person.
        case inCall(CallID)
        /// Everything is being torn down; the reason will be reported to the person.
        case ending(CallID?, CallEndReason, problem: Text?)
    }

    enum Event: Equatable {
        // The person
        case placed
        case answered
        case resumed(CallID)
        case declined
        case hungUp
        // The server
        case invited(IncomingCall)
        case remoteJoined(CallID)
        case ended(CallID, EndReason? = nil, problem: Text? = nil)
        case cancelled(CallID, EndReason? = nil)
        // The device's own work
        /// - rings: whether any device of the people called can ring.
        case started(CallID, rings: Bool = true)
        case joined(CallID)
        /// The server refuses to admit this device to a running call: there is nothing to tear down.
        case refused
        case ringTimedOut(CallID)
        /// - reason: `busy` if everyone who was to be called is in another call.
        case failed(problem: Text, reason: CallEndReason = .failed)
        case connectionLost
        case tornDown

        fileprivate var endedCall: CallID? {
            switch self {
            case .ended(let id, _, _), .cancelled(let id, _): id
            default: nil
            }
        }

        fileprivate var call: CallID? {
            switch self {
            case .remoteJoined(let id), .joined(let id), .ringTimedOut(let id): id
            default: endedCall
            }
        }
    }

    enum Action: Equatable {
        case announceIncoming(IncomingCall)
        case announceRinging(CallID, canRing: Bool = true)
        case startRingTimer(CallID)
        case stopRingTimer
        /// Notifies the server that this device leaves, cancels or declines, or does not answer.
        case tellServer(CallID, EndReason? = nil)
        case refuse(CallID)
        /// Closes media and room, wipes keys; answered by `tornDown`.
        case tearDown
        case announceEnded(CallID?, CallEndReason, problem: Text?)
    }

    private(set) var state: State = .idle
    /// Arrived while a call was being placed or torn down, and rings once that is over: two people who call each other at once
    /// get one call.
    private(set) var next: IncomingCall?

    var currentCall: CallID? {
        switch state {
        case .idle, .inviting: nil
        case .ringingOut(let id), .joining(let id), .inCall(let id): id
        case .ringingIn(let call): call.id
        case .ending(let id, _, _): id
        }
    }

    var isIdle: Bool { state == .idle }

    mutating func handle(_ event: Event) -> [Action] {
        if let over = event.endedCall, over == next?.id { next = nil }
        if let call = event.call, call != currentCall { return [] }
        return switch event {
        case .placed, .answered, .resumed, .declined, .hungUp: person(event)
        case .invited, .remoteJoined, .ended, .cancelled: server(event)
        case .started, .joined, .refused, .ringTimedOut, .failed, .connectionLost, .tornDown: device(event)
        }
    }

    private mutating func person(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.idle, .placed):
            state = .inviting
            return []
        case (.idle, .resumed(let id)):
            state = .joining(id)
            return []
        case (.ringingIn(let call), .answered):
            state = .joining(call.id)
            return [.stopRingTimer]
        case (.ringingIn(let call), .declined), (.ringingIn(let call), .hungUp):
            return [.stopRingTimer, .tellServer(call.id)] + end(call.id, .declined)
        case (.ringingOut(let id), .hungUp):
            return [.tellServer(id)] + end(id, .cancelled)
        case (.joining(let id), .hungUp), (.inCall(let id), .hungUp):
            return [.tellServer(id)] + end(id, .hungUp)
        case (.inviting, .hungUp):
            return end(nil, .cancelled)
        default:
            return []
        }
    }

    private mutating func server(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.idle, .invited(let call)): return ring(call)
        case (.inviting, .invited(let call)) where next == nil, (.ending, .invited(let call)) where next == nil:
            if call.id != currentCall { next = call }
            return []
        case (_, .invited(let call)) where call.id != currentCall && call.id != next?.id:
            return [.refuse(call.id)]
        case (.ringingOut(let id), .remoteJoined):
            state = .inCall(id)
            return []
        case (.ringingIn(let call), .ended(_, let reason, _)):
            return [.stopRingTimer] + end(call.id, reason?.whileRinging ?? .cancelled)
        case (.ringingIn(let call), .cancelled(_, let reason)):
            return [.stopRingTimer] + end(call.id, reason?.whileRinging ?? .answeredElsewhere)
        case (.ringingOut(let id), .ended(_, let reason, _)):
            return end(id, reason?.whileCalling ?? .notAnswered)
        // Answered, and not in the call yet: the signal of its end may have been sent to a device that still rang.
        case (.joining(let id), .ended(_, let reason, let problem)):
            return end(id, reason?.whileRinging ?? reason?.whileTalking ?? .remoteHungUp, problem: problem)
        case (.joining(let id), .cancelled(_, let reason)):
            return end(id, reason?.whileRinging ?? reason?.whileTalking ?? .answeredElsewhere)
        case (.inCall(let id), .ended(_, let reason, let problem)):
            return end(id, reason?.whileTalking ?? .remoteHungUp, problem: problem)
        case (.inCall(let id), .cancelled(_, let reason)):
            return end(id, reason?.whileTalking ?? .answeredElsewhere)
        default:
            return []
        }
    }

    private mutating func device(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.inviting, .started(let id, let rings)):
            state = .ringingOut(id)
            return [.announceRinging(id, canRing: rings)] + takeNext().map { .refuse($0.id) }
        case (.joining(let id), .joined):
            state = .inCall(id)
            return []
        case (.joining, .refused):
            state = .idle
            return []
        case (.ringingIn(let call), .ringTimedOut):
            return [.tellServer(call.id, .noAnswer)] + end(call.id, .notAnswered)
        case (.inviting, .failed(let problem, let reason)):
            return end(nil, reason, problem: problem)
        case (.ringingOut(let id), .failed(let problem, let reason)),
            (.joining(let id), .failed(let problem, let reason)),
            (.inCall(let id), .failed(let problem, let reason)):
            return [.tellServer(id)] + end(id, reason, problem: problem)
        case (.ringingOut(let id), .connectionLost), (.joining(let id), .connectionLost),
            (.inCall(let id), .connectionLost):
            return [.tellServer(id, .connectionLost)] + end(id, .connectionLost)
        case (.ending(let id, let reason, let problem), .tornDown):
            state = .idle
            return [.announceEnded(id, reason, problem: problem)] + takeNext().flatMap { ring($0) }
        default:
            return []
        }
    }

    private mutating func ring(_ call: IncomingCall) -> [Action] {
        state = .ringingIn(call)
        return [.announceIncoming(call), .startRingTimer(call.id)]
    }

    private mutating func takeNext() -> [IncomingCall] {
        defer { next = nil }
        return next.map { [$0] } ?? []
    }

    private mutating func end(_ id: CallID?, _ reason: CallEndReason, problem: Text? = nil) -> [Action] {
        state = .ending(id, reason, problem: problem)
        return [.tearDown]
    }
}

/// The meaning of the server's reason, given what this device did when the call ended; nil if the signal alone determines it.
extension EndReason {
    /// For a device whose call no one answered. No one is reported as having declined who did not.
    fileprivate var whileCalling: CallEndReason? {
        switch self {
        case .declined: .declined
        case .busy: .busy
        case .cancelled: .cancelled
        case .noAnswer, .answeredElsewhere, .hungUp, .connectionLost, .removed, .other: nil
        }
    }

    /// For a device that rang.
    fileprivate var whileRinging: CallEndReason? {
        switch self {
        case .noAnswer: .notAnswered
        case .declined: .declinedElsewhere
        case .answeredElsewhere: .answeredElsewhere
        case .cancelled, .busy: .cancelled
        case .hungUp, .connectionLost, .removed, .other: nil
        }
    }

    /// For a device in the call.
    fileprivate var whileTalking: CallEndReason? {
        switch self {
        case .connectionLost: .remoteLost
        case .removed: .removed
        case .noAnswer, .declined, .busy, .cancelled, .answeredElsewhere, .hungUp, .other: nil
        }
    }
}
