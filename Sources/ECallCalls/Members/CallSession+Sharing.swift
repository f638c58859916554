import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto

/// Who shares a screen, in the order in which they began.
extension CallSession {
    /// Tells the person who has begun and ended to share. While the own connection is lost nobody is seen, which says nothing of
    /// them.
    func tellSharing() {
        guard let call, !isClosed, !isInterrupted else { return }
        let sharers = Set(
            feeds.values.lazy.filter { $0.publisher.sends(.screen) }.map { UserID($0.sender.userID) })
        let ended = sharing.filter { !sharers.contains($0) }
        let begun = sharers.subtracting(sharing).sorted()
        guard !ended.isEmpty || !begun.isEmpty else { return }
        sharing = sharing.filter(sharers.contains) + begun
        for user in ended { report(.participantSharing(call, user, name: name(of: user), false)) }
        for user in begun { report(.participantSharing(call, user, name: name(of: user), true)) }
        tellPeople()
    }

    // MARK: - What this device shares

    /// Shares it with all in the call, another one, or nothing any more.
    func share(_ source: ScreenSource?) async throws(CallFailure) {
        guard let keys, call != nil, !isClosed else { throw .noCall }
        guard source != nil || ownScreen != nil else { return }
        let (keyring, codec) = (keys.keyring, videoCodec)
        let screen = source.map {
            PublishedScreen(source: $0, codec: codec) { keyring.makeEncryptor(track: .screen, codec: codec) }
        }
        do throws(CallFailure) {
            try await room.share(screen)
        } catch {
            if await !room.isSharing { nowSharing(nil) }
            throw error
        }
        nowSharing(source)
    }

    private func nowSharing(_ source: ScreenSource?) {
        guard source != ownScreen else { return }
        ownScreen = source
        receiverLimits.isSharing = source != nil
        tellPeople()
    }

    /// It was closed, or is hidden.
    func screenEnded(_ text: Text) {
        guard ownScreen != nil else { return }
        nowSharing(nil)
        notice(text)
        tasks.start { try? await room.share(nil) }
    }
}
