/// The bounds of opening (e2ee 8.2). Times in nanoseconds.
public enum OpeningLimits {
    static let second: UInt64 = 1_000_000_000
    /// How long frames of an unknown tag are held, counted from the first one.
    public static let holdTime: UInt64 = 300_000_000
    /// Frames held at once.
    public static let heldFrames = 64
    /// Unknown tags remembered at once; frames of further ones are dropped.
    static let unknownTags = 32
    /// Frames of unknown sessions tried in a second.
    public static let trialsPerSecond = 20
    /// How long a sender's older session stays open after the first good frame of a new one.
    public static let olderSessionLife: UInt64 = 2 * second
    /// Open sessions for each key.
    public static let sessionsPerKey = 8
    /// Keys of one tag that are tried.
    static let keysPerTag = 2
    /// A host redraws a key whose tag is one of this many used last, so older ones can come again.
    static let retiredTags = 8
    /// At most two requests for a key frame a second.
    public static let keyFrameRequestInterval: UInt64 = second / 2
    /// How long a superseded key goes on opening.
    public static let supersededKeyLife: UInt64 = 10 * second

    // MARK: - keys of senders

    /// How long an older key goes on opening once a frame of a newer one has opened.
    public static let olderKeyLife: UInt64 = 2 * second
    /// How long it does at most, from the coming of a newer one on.
    public static let longestOlderKeyLife: UInt64 = 10 * second
    /// Generations of a sender held at once.
    public static let generations = 8
}
