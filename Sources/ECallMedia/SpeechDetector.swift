/// Detects speech by the loudness from reading to reading: louder than the quiet of a room for a while, and not quiet for long
/// since. Pure; the page has the same rule (Tests/Vectors/speech.json).
public struct SpeechDetector: Sendable, Equatable {
    /// Root mean square as a share of the loudest: about -36 and -42 dB.
    static let begins = 0.016
    static let goesOn = 0.008
    /// In milliseconds: a click is shorter than speech, and a pause between words than its end.
    static let shortest: UInt64 = 40
    static let pause: UInt64 = 600

    private var loudSince: UInt64?
    private var heardAt: UInt64 = 0
    public private(set) var isSpeaking = false

    public init() {}

    /// - Parameters:
    ///   - level: 0 … 1.
    ///   - now: milliseconds; never less than before.
    /// - Returns: whether the person speaks, when that has changed.
    public mutating func take(_ level: Double, at now: UInt64) -> Bool? {
        let before = isSpeaking
        loudSince = level >= Self.begins ? loudSince ?? now : nil
        if level >= Self.goesOn { heardAt = now }
        if isSpeaking {
            isSpeaking = now < heardAt + Self.pause
        } else if let loudSince {
            isSpeaking = now >= loudSince + Self.shortest
        }
        return isSpeaking == before ? nil : isSpeaking
    }
}

/// Detects speech in decoded audio, on the device that decrypted it, so that no audio level leaves the device. Pure: its clock
/// is that of the samples.
public struct SpeechInSound: Sendable, Equatable {
    /// In samples: 20 ms of 48 000 a second.
    private static let window = 960

    private var squares = 0.0
    private var count = 0
    private var milliseconds: UInt64 = 0
    private var detector = SpeechDetector()

    public init() {}

    /// Takes signed samples of 16 bits, one channel, 48 000 a second, the lower byte first.
    ///
    /// - Returns: whether the person speaks, when that has changed.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        var changed: Bool?
        for index in stride(from: 0, to: bytes.count & ~1, by: 2) {
            let sample = Double(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
            squares += sample * sample
            count += 1
            guard count == Self.window else { continue }
            milliseconds += 20
            changed = detector.take((squares / Double(count)).squareRoot(), at: milliseconds) ?? changed
            (squares, count) = (0, 0)
        }
        return changed
    }
}
