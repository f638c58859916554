import ECallCore
import ECallLanguage

/// The account of this device is no longer there, or kept out: nothing comes any more, and a running call would never hear of its end.
extension CallController {
    func isSignedOut() async {
        await end(for: CallFailure.signedOut.text)
        hub.send(.signedOut)
    }

    /// Said once, however often the server is asked whether it is over.
    func isSuspended(_ reason: Text) async {
        guard !isKeptOut else { return }
        isKeptOut = true
        await end(for: reason)
        hub.send(.suspended(reason))
    }

    private func end(for reason: Text) async {
        if case .ringingIn = machine.state { perform(.hungUp) }
        perform(.failed(problem: reason))
        await waitUntilIdle()
    }
}
