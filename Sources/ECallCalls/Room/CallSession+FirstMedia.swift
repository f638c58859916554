import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto

/// Media flows; the person is notified.
extension CallSession {
    func firstDecoded(_ feed: UInt64, _ track: Track, at instant: UInt64) {
        guard let call, let sender = feeds[feed]?.sender else { return }
        let milliseconds = Int((instant > began ? instant - began : 0) / 1_000_000)
        let user = UserID(sender.userID)
        if track == .video || track == .audio {
            opened.insert(sender)
            lookAtConnection()
        }
        switch track {
        case .video:
            statistics.firstPictureMilliseconds = statistics.firstPictureMilliseconds ?? milliseconds
            report(.firstPicture(call, from: user, milliseconds: milliseconds))
        case .audio:
            statistics.firstSoundMilliseconds = statistics.firstSoundMilliseconds ?? milliseconds
            report(
                .firstSound(
                    call, from: user, milliseconds: milliseconds, isPlayed: prepared.output.loudspeaker != nil))
        // Said when it begins (`participantSharing`): it is not how soon people see and hear each other.
        case .screen, .screenAudio: break
        }
    }
}
