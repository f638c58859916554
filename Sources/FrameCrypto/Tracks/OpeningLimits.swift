/// The bounds of opening (e2ee 8.2). Times in nanoseconds.
public enum OpeningLimits {
    static let second: UInt64 = 1_000_000_000
    /// The time for which frames of an unknown generation are held, counted from the first one.
    public static let holdTime: UInt64 = 300_000_000
    /// Frames held at once.
    public static let heldFrames = 64
    /// Unknown generations remembered at once; frames of further ones are dropped.
    static let unknownTags = 32
    /// Frames of unknown KIDs tried in a second.
    public static let trialsPerSecond = 20
    /// The time for which a sender's older run stays open after the first good frame of a higher one.
    public static let olderSessionLife: UInt64 = 2 * second
    /// At most two requests for a key frame a second.
    public static let keyFrameRequestInterval: UInt64 = second / 2

    // MARK: - keys of senders

    /// How long an older key still opens frames after a frame of a newer one was opened.
    public static let olderKeyLife: UInt64 = 2 * second
    /// How long an older key still opens frames at most, counted from the arrival of a newer one.
    public static let longestOlderKeyLife: UInt64 = 10 * second
    /// Generations of a sender held at once.
    public static let generations = 8
}
