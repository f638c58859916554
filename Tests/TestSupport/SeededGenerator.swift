import Foundation

/// Reproducible randomness: SplitMix64, with the seed of the environment's SEED if it is set.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    public static func fromEnvironment() -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
        let generator = SeededGenerator(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("SEED=\(generator.seed)")
        return generator
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    public mutating func below(_ bound: UInt64) -> UInt64 { next() % bound }

    /// A normally distributed number of mean 0 and deviation 1 (the sum of twelve uniform ones).
    public mutating func gaussian() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}
