import ECallAPI
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
}
