/// Tells from decrypted sound whether somebody speaks: louder than the quiet of a room for a while, and not quiet for long since.
/// Pure, and run where the sound is opened: no level of it leaves the device.
public struct SpeechDetector: Sendable, Equatable {
    /// In samples: 20 ms of 48 000 a second.
    private static let window = 960
    /// Root mean square of the samples of a window, of 32 768: about -36 and -42 dB of the loudest.
    private static let loud = 520.0
    private static let quiet = 260.0
    /// How many loud windows make speech: 60 ms; a click is shorter.
    private static let begins = 3
    /// For how many windows it is quiet between words: 400 ms.
    private static let ends = 20

    private var squares = 0.0
    private var count = 0
    private var loudWindows = 0
    private var quietWindows = 0
    public private(set) var isSpeaking = false

    public init() {}

    /// Takes signed samples of 16 bits, one channel, 48 000 a second, the lower byte first.
    ///
    /// - Returns: whether somebody speaks, when that has changed.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        let before = isSpeaking
        for index in stride(from: 0, to: bytes.count & ~1, by: 2) {
            let sample = Double(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))
            squares += sample * sample
            count += 1
            if count == Self.window { close() }
        }
        return isSpeaking == before ? nil : isSpeaking
    }

    private mutating func close() {
        let level = (squares / Double(count)).squareRoot()
        (squares, count) = (0, 0)
        loudWindows = level >= Self.loud ? loudWindows + 1 : 0
        quietWindows = level < Self.quiet ? quietWindows + 1 : 0
        if loudWindows >= Self.begins { isSpeaking = true }
        if quietWindows >= Self.ends { isSpeaking = false }
    }
}
