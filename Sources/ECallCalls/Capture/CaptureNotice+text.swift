public import ECallLanguage
public import ECallMedia

extension CaptureNotice {
    /// The text shown when the condition begins, or is over.
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
