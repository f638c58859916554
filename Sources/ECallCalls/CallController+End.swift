import ECallAPI
import ECallCore

/// How a call ends whose reason may still be on the way.
extension CallController {
    /// The server says that the call is over; why comes with a signal that may still be on the way.
    func isOver(_ id: CallID) { endsSoon(.ended(id)) }

    /// - Parameter event: what happens unless a signal says before that the call is over, and why.
    private func endsSoon(_ event: CallStateMachine.Event) {
        let number = sessionNumber
        endTimer?.cancel()
        endTimer = tasks.start { [weak self, time, times] in
            guard (try? await time.sleep(for: times.endReason)) != nil else { return }
            await self?.ends(event, number)
        }
    }

    /// A call that ended already may have said so too: by then another may be here.
    private func ends(_ event: CallStateMachine.Event, _ number: Int) {
        if number == sessionNumber { perform(event) }
    }

    /// The room goes with the call: that it is over, and why, may still be on the way.
    func fail(_ failure: CallFailure) {
        let event = CallStateMachine.Event.failed(problem: failure.text)
        if case .room = failure { endsSoon(event) } else { perform(event) }
    }
}
