import FrameCrypto

/// Whether a receiver of video needs a key frame. Pure.
struct KeyFrameNeed: Sendable, Equatable {
    /// Whether no frame of this sender was opened, or frames that others depend on were lost since.
    private(set) var isNeeded = true
    /// Whether frames cannot be opened for want of a key: a key frame would not help.
    private var keyIsMissing = false

    var asks: Bool { isNeeded && !keyIsMissing }

    mutating func opened(isKeyFrame: Bool, asked: Bool) {
        keyIsMissing = false
        isNeeded = !isKeyFrame && (isNeeded || asked)
    }

    /// A frame whose key may still arrive, for which libwebrtc cannot wait.
    mutating func held() { (isNeeded, keyIsMissing) = (true, true) }

    mutating func dropped(_ reason: OpenDrop, asked: Bool) {
        isNeeded = isNeeded || asked
        keyIsMissing = reason == .noKey || reason == .heldTooMany
    }
}
