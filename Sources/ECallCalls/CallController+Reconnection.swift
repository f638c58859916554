import ECallAPI
import ECallCore

/// Asks the server for the content of signals that were lost.
extension CallController {
    /// Asks until there is an answer, or a refusal; calls ring on until then.
    func catchUpWithRings() async {
        let backoff = Backoff.sockets
        for attempt in 0... {
            let ringing = lifecycle.ringing
            overSinceAsked = []
            do throws(APIClientError) {
                let answer: ActiveCallResponse = try await environment.api.send(.activeCall)
                tellIfClockIsOff()
                // A signal may have ended one while the answer was on its way.
                let listed = answer.ringing?.map(\.call).filter { !overSinceAsked.contains($0) }
                let change = RingsAfterReconnection(ringing: ringing, listed: listed)
                // The end of a call is not guessed: without this answer both lists are requested again.
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

    /// Records an end that a signal reports while the server is being asked: the signal is newer than the answer may be.
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
            guard !overSinceAsked.contains(id), !lifecycle.ringing.contains(id) else { continue }
            if let invitation = listed.first(where: { $0.call == id }) { invited(invitation) }
        }
        for id in change.over where lifecycle.ringing.contains(id) {
            perform(RingsAfterReconnection.end(of: id, sent: sent, missed: missed))
        }
    }

    private func missedCalls() async throws(APIClientError) -> Set<CallID> {
        let query = ["isMissed": "true", "size": "20"]
        return Set(try await environment.api.send(.callHistory, query: query, as: [CallRecord].self).map(\.id))
    }

    private func tellIfClockIsOff() {
        guard !isClockTold, let error = environment.api.clock.error() else { return }
        isClockTold = true
        hub.send(.clockOff(error.text))
    }
}
