import ECallMedia
import Synchronization

/// A screen in addition to the captured media.
extension Publisher {
    func share(_ screen: PublishedScreen?) async throws(MediaError) {
        guard !connection.isClosed else { throw .closed }
        guard let screen else {
            rateControl.share(nil)
            await self.screen.withLock { $0 }?.clear()
            return
        }
        let capture = try ScreenCapture(screen.source, clock)
        let branch = try branch(for: screen, capture.format)
        let (events, rates, encoder) = (connection.events, rateControl, branch.encoder)
        try await branch.carry(
            capture, sealedBy: screen.makeEncryptor, resized: { rates.share((encoder, $0)) },
            ended: { events.send(.screenEnded($0)) })
        rates.share((encoder, capture.format))
        // Closed meanwhile.
        if connection.isClosed { await branch.clear() }
    }

    private func branch(for wanted: PublishedScreen, _ format: PictureFormat) throws(MediaError) -> ScreenBranch {
        if let branch = screen.withLock({ $0 }) { return branch }
        let branch = try ScreenBranch(
            connection, wanted.codec, format, hasCamera: hasCamera, counters, clock)
        screen.withLock { $0 = branch }
        return branch
    }
}
