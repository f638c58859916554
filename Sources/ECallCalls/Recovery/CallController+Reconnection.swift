import ECallAPI
import ECallCore
import ECallLanguage

/// What becomes of what rings here once a connection stands again. Signals that were sent into a connection that passed
/// nothing are lost (wire-protocol 3.6). Pure; the page has the same rule (`Tests/Vectors/rings-after-reconnection.json`).
struct RingsAfterReconnection: Equatable {
    /// Listed, and silent here: judged as if their signal had just come.
    let start: [CallID]
    /// Rings on.
    let going: [CallID]
    /// Rang here when the server was asked, and is not listed: somebody has answered, or nobody will.
    let over: [CallID]

    /// - Parameters:
    ///   - ringing: what rang here when the server was asked.
    ///   - listed: what rings here by its answer; nil where it does not say.
    init(ringing: [CallID], listed: [CallID]?) {
        let rings = Set(listed ?? ringing)
        var known = Set(ringing)
        start = (listed ?? []).filter { known.insert($0).inserted }
        going = ringing.filter(rings.contains)
        over = ringing.filter { !rings.contains($0) }
    }

    /// How each of `over` ended: as the signal said that was lost, where the server has kept it; else nobody took it, or
    /// another device did.
    static func end(of call: CallID, sent: [SentEnd], missed: Set<CallID>) -> CallStateMachine.Event {
        guard let end = sent.last(where: { $0.callId == call }) else {
            return missed.contains(call) ? .ended(call) : .cancelled(call)
        }
        let isElsewhere = end.reason == .answeredElsewhere || end.reason == .declined
        return isElsewhere ? .cancelled(call, end.reason) : .ended(call, end.reason)
    }
}

/// Asks the server what the signals that were lost would have said.
extension CallController {
    /// The calls that ring on this device.
    private var ringingHere: [CallID] {
        var calls: [CallID] = []
        if case .ringingIn(let call) = machine.state { calls.append(call.id) }
        if let next = machine.next { calls.append(next.id) }
        return calls
    }

    /// Asks until there is an answer, or a refusal: what rings goes on until then.
    func catchUpWithRings() async {
        let backoff = Backoff.sockets
        for attempt in 0... {
            let ringing = ringingHere
            overSinceAsked = []
            do throws(APIClientError) {
                let answer: ActiveCallResponse = try await environment.api.send(.activeCall)
                tellIfClockIsOff()
                // A signal may have ended one while the answer was on its way.
                let listed = answer.ringing?.map(\.call).filter { !overSinceAsked.contains($0) }
                let change = RingsAfterReconnection(ringing: ringing, listed: listed)
                // How one ended is not guessed: without this answer both are asked for again.
                let sent = answer.ended ?? []
                let isKnown = change.over.allSatisfy { over in sent.contains { $0.callId == over } }
                let missed = isKnown ? [] : try await missedCalls()
                return apply(change, answer.ringing ?? [], sent, missed)
            } catch {
                if case .signedOut = error { return }
                if error.isFinal { return }
            }
            let wait = backoff.delay(attempt: attempt, random: environment.random())
            guard (try? await time.sleep(for: wait)) != nil else { return }
        }
    }

    /// What a signal says while the server is being asked is newer than its answer may be.
    func noteEnd(_ signal: Signal) {
        switch signal {
        case .callEnded(let end), .callCancelled(let end): overSinceAsked.insert(end.call)
        case .removedFromCall(let notice): overSinceAsked.insert(notice.call)
        default: break
        }
    }

    private func apply(
        _ change: RingsAfterReconnection, _ listed: [CallInvitation], _ sent: [SentEnd], _ missed: Set<CallID>
    ) {
        for id in change.start {
            guard !overSinceAsked.contains(id), !ringingHere.contains(id) else { continue }
            if let invitation = listed.first(where: { $0.call == id }) { invited(invitation) }
        }
        for id in change.over where ringingHere.contains(id) {
            perform(RingsAfterReconnection.end(of: id, sent: sent, missed: missed))
        }
    }

    /// The newest calls that nobody took.
    private func missedCalls() async throws(APIClientError) -> Set<CallID> {
        let query = ["isMissed": "true", "size": "20"]
        return Set(try await environment.api.send(.callHistory, query: query, as: [CallRecord].self).map(\.id))
    }

    /// Tells the person once that the clock of this machine is off.
    private func tellIfClockIsOff() {
        guard !isClockTold, let error = environment.api.clock.error() else { return }
        isClockTold = true
        hub.send(.clockOff(error.text))
    }
}

extension ClockError {
    /// The sentence about it.
    var text: Text {
        switch (unit, isFast) {
        case (.minutes, true): .noticesClockOffFastMinutes(count: amount)
        case (.minutes, false): .noticesClockOffSlowMinutes(count: amount)
        case (.hours, true): .noticesClockOffFastHours(count: amount)
        case (.hours, false): .noticesClockOffSlowHours(count: amount)
        case (.days, true): .noticesClockOffFastDays(count: amount)
        case (.days, false): .noticesClockOffSlowDays(count: amount)
        }
    }
}
