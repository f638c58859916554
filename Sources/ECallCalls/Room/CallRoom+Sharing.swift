import ECallCore
import ECallMedia
import FrameCrypto

/// This device's screen share, across successive connections.
extension CallRoom {
    /// Shares a screen, another one, or none. Not while a connection is being recovered: a share that ends then is not resumed
    /// on the next one.
    func share(_ screen: PublishedScreen?) async throws(CallFailure) {
        let (former, failure) = (sharing, LockedValue<CallFailure?>(nil))
        let turn = tasks.start { [weak self] in
            await former?.value
            do throws(CallFailure) { try await self?.put(screen) } catch { failure.withLock { $0 = error } }
        }
        sharing = turn
        await turn.value
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func put(_ screen: PublishedScreen?) async throws(CallFailure) {
        let former = self.screen
        self.screen = nil
        if screen == nil, recovery.lostAt != nil { return }
        let transport = transport
        do throws(CallFailure) { try await transport.share(screen) } catch {
            if await transport.hasScreen { self.screen = former }
            throw error
        }
        self.screen = screen
    }

    /// Whether a screen is shared, or will be once there is a connection again.
    var isSharing: Bool { screen != nil }

    func shareAgain() async {
        guard let screen else { return }
        do throws(CallFailure) { try await share(screen) } catch {
            if !isClosed { continuation.yield(.inRoom(.screenEnded(error.text))) }
        }
    }
}
