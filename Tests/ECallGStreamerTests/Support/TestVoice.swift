import Foundation

/// Noise in the pace of syllables, with the spectrum of a voice: echo cancellers are made for that, not for a tone.
enum TestVoice {
    /// A WAV file of 48 kHz and one channel.
    static func write(to path: String, seconds: Int, seed: UInt64) throws {
        var samples: [Int16] = []
        var random = Generator(state: seed)
        var (low, lower) = (0.0, 0.0)
        var (loudness, wanted) = (0.0, 0.0)
        for index in 0..<(seconds * 48_000) {
            // A syllable in an eighth of a second.
            if index % 6_000 == 0 { wanted = 0.15 + 0.85 * random.unit() }
            loudness += (wanted - loudness) * 0.001
            let noise = random.unit() * 2 - 1
            low += (noise - low) * 0.25
            lower += (low - lower) * 0.01
            samples.append(Int16(max(-1, min(1, (low - lower) * 1.5 * loudness)) * 30_000))
        }
        var data = Data("RIFF".utf8)
        func append(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        func append(_ number: UInt16) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        append(UInt32(36 + 2 * samples.count))
        data.append(contentsOf: "WAVEfmt ".utf8)
        append(UInt32(16))
        for field in [1, 1] as [UInt16] { append(field) }
        append(UInt32(48_000))
        append(UInt32(96_000))
        for field in [2, 16] as [UInt16] { append(field) }
        data.append(contentsOf: "data".utf8)
        append(UInt32(2 * samples.count))
        samples.withUnsafeBytes { data.append(contentsOf: $0) }
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// SplitMix64: the same noise each time.
    private struct Generator {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
        }
    }
}
