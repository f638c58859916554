/// Whether a receiver needs a key frame, and when it asks: at most twice a second until it has opened one.
struct KeyFrameDemand: Sendable {
    private(set) var isNeeded: Bool
    private var lastAsked: UInt64?

    init(isNeeded: Bool) { self.isNeeded = isNeeded }

    mutating func demand() { isNeeded = true }

    /// Opus has no key frames to ask for.
    mutating func demand(_ codec: FrameCodec) { isNeeded = isNeeded || codec.hasKeyFrames }

    mutating func satisfy() { isNeeded = false }

    mutating func asks(at now: UInt64) -> Bool {
        guard isNeeded else { return false }
        if let lastAsked, now < lastAsked &+ OpeningLimits.keyFrameRequestInterval { return false }
        lastAsked = now
        return true
    }
}

extension FrameCodec {
    /// Whether frames depend on earlier ones.
    public var hasKeyFrames: Bool { self != .opus }
}
