import ECallAPI
import ECallCalls
import ECallLanguage

/// A button of a notification. The raw value is the key by which the notification server names it.
enum NoticeChoice: String, Sendable, CaseIterable {
    case answer, decline
}

/// The content of a call's notification.
enum Notice: Sendable, Equatable {
    /// It rings; `problem` is the reason why an earlier answer failed.
    case ring(IncomingCall, problem: Text?)
    case missed(IncomingCall)
    /// It was answered here, and the call was not established.
    case failed(IncomingCall, problem: Text?)
}

/// The notifications of the calls that ring here, and the consequences of their buttons. Pure.
///
/// A call has one notification. A button is that of a call, and means nothing once the call does not ring any more.
struct RingNotices: Sendable {
    enum Input: Sendable {
        case event(CallEvent)
        case chosen(NoticeChoice, CallID)
        /// The call couldn't be answered as chosen: why, in a sentence.
        case refused(CallID, Text)
        /// No command waits for calls any more.
        case left
    }

    enum Action: Sendable, Equatable {
        /// Replaces the notification of the call.
        case show(Notice, CallID)
        case close(CallID)
        case answer(CallID)
        case decline(CallID)
    }

    /// The most notifications at once; more calls do not ring for one person.
    static let mostRings = 16

    private struct Ring {
        let call: IncomingCall
        /// Whether a button was pressed: a second time does nothing.
        var isChosen = false
    }

    private var rings: [CallID: Ring] = [:]
    /// The call that was answered here, until it is over.
    private var answered: IncomingCall?

    mutating func take(_ input: Input) -> [Action] {
        switch input {
        case .event(let event): take(event)
        case .chosen(let choice, let id): choose(choice, id)
        case .refused(let id, let problem): refused(id, problem)
        case .left: closeAll()
        }
    }

    private mutating func take(_ event: CallEvent) -> [Action] {
        switch event {
        case .incoming(let call):
            guard rings[call.id] == nil, rings.count < Self.mostRings else { return [] }
            rings[call.id] = Ring(call: call)
            return [.show(.ring(call, problem: nil), call.id)]
        case .ended(let summary): return ended(summary)
        case .signedOut: return closeAll()
        case .missed(let call): return [.show(.missed(call), call.id)]
        case .notice, .clockOff, .suspended: return []
        default:
            // The call was answered: it no longer rings.
            guard let id = event.call, let ring = rings.removeValue(forKey: id) else { return [] }
            if ring.isChosen { answered = ring.call }
            return [.close(id)]
        }
    }

    private mutating func ended(_ summary: CallSummary) -> [Action] {
        let id = summary.id
        guard let ring = rings.removeValue(forKey: id) else {
            guard let call = answered, call.id == id else { return [] }
            answered = nil
            guard summary.reason == .failed else { return [] }
            return [.show(.failed(call, problem: summary.problem), id)]
        }
        switch summary.reason {
        case .notAnswered, .cancelled, .remoteLost, .connectionLost: return [.show(.missed(ring.call), id)]
        case .failed:
            return [.show(.failed(ring.call, problem: summary.problem), id)]
        case .hungUp, .remoteHungUp, .declined, .busy, .answeredElsewhere, .declinedElsewhere, .removed:
            return [.close(id)]
        }
    }

    private mutating func choose(_ choice: NoticeChoice, _ id: CallID) -> [Action] {
        guard rings[id]?.isChosen == false else { return [] }
        rings[id]?.isChosen = true
        // Most servers close it by themselves.
        return [.close(id), choice == .answer ? .answer(id) : .decline(id)]
    }

    /// The call may still ring: the person is asked again.
    private mutating func refused(_ id: CallID, _ problem: Text) -> [Action] {
        guard let ring = rings[id] else { return [] }
        rings[id]?.isChosen = false
        return [.show(.ring(ring.call, problem: problem), id)]
    }

    private mutating func closeAll() -> [Action] {
        defer { rings = [:] }
        return rings.keys.sorted { $0.rawValue < $1.rawValue }.map(Action.close)
    }
}
