import ECallAPI
import ECallCore
import ECallLanguage

/// Calls that end before their reason has arrived, or because the account is gone.
extension CallController {
    /// The server says that the call is over; the reason comes in a signal that may still be on its way.
    func isOver(_ id: CallID) { endsSoon(.ended(id)) }

    private func endsSoon(_ event: CallStateMachine.Event) {
        let number = lifecycle.session
        endTimer?.cancel()
        endTimer = tasks.start(after: times.endReason, on: time) { [weak self] in await self?.ends(event, number) }
    }

    /// A call that has already ended may have reported the same: by then another may be here.
    private func ends(_ event: CallStateMachine.Event, _ number: Int) {
        if number == lifecycle.session { perform(event) }
    }

    /// The room ends with the call: the signal of its end and reason may still be on its way.
    func fail(_ failure: CallFailure) {
        let event = CallStateMachine.Event.failed(problem: failure.text)
        if case .room = failure { endsSoon(event) } else { perform(event) }
    }

    /// Ends everything because this device's account is gone: no signal arrives any more, and a running call would never learn
    /// of its end.
    func isSignedOut() async {
        await end(for: CallFailure.signedOut.text)
        hub.send(.signedOut)
    }

    /// Ends everything because the account is suspended. Reported once, however often the server is asked whether that is over.
    func isSuspended(_ reason: Text) async {
        guard !isKeptOut else { return }
        isKeptOut = true
        await end(for: reason)
        hub.send(.suspended(reason))
    }

    private func end(for reason: Text) async {
        if case .ringingIn = lifecycle.state { perform(.hungUp) }
        perform(.failed(problem: reason))
        await waitUntilIdle()
    }
}
