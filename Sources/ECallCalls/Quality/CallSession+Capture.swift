import ECallAPI
import ECallCore
public import ECallLanguage
public import ECallMedia

/// Whether the own microphone and camera give anything.
extension CallSession {
    func lookAtCapture() async {
        guard var reading = await room.captureReading(), let call, !isClosed else { return }
        reading.microphone?.isOn = !isMuted
        reading.camera?.isOn = members[members.ownUser]?.sendsVideo ?? true
        for change in capture.look(at: reading, now: time.nanoseconds() / 1_000_000) {
            report(.capture(call, change.notice, isOver: change.isOver))
        }
    }
}

extension CaptureNotice {
    /// What a person reads when it begins, or is over.
    public func text(isOver: Bool) -> Text {
        switch self {
        case .microphoneMutedBySystem, .microphoneSilent:
            if isOver { return .noticeMicrophoneOver }
            return self == .microphoneSilent ? .noticeMicrophoneSilent : .noticeMicrophoneMutedBySystem
        case .cameraBlack, .cameraFrozen:
            if isOver { return .noticeCameraOver }
            return self == .cameraBlack ? .noticeCameraBlack : .noticeCameraFrozen
        }
    }
}
