import ECallCore
import ECallLanguage
import FrameCrypto

/// What this device shares: by one connection after the other.
extension CallRoom {
    /// Shares a screen, another one, or none. While the connection is looked for nothing begins, and what ends is not shared on the
    /// next.
    func share(_ screen: Screen?) async throws(CallFailure) {
        let (former, failure) = (sharing, LockedValue<CallFailure?>(nil))
        let turn = tasks.start { [weak self] in
            await former?.value
            do throws(CallFailure) { try await self?.put(screen) } catch { failure.withLock { $0 = error } }
        }
        sharing = turn
        await turn.value
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func put(_ screen: Screen?) async throws(CallFailure) {
        self.screen = nil
        if screen == nil, recovery.lostAt != nil { return }
        try await transport.share(screen?())
        self.screen = screen
    }

    /// On another connection what was shared goes on.
    func shareAgain() async {
        guard let screen else { return }
        do throws(CallFailure) { try await share(screen) } catch {
            if !isClosed { continuation.yield(.screenEnded(error.text)) }
        }
    }
}
