/// Finds the test tone of a sender in decoded audio, a tenth of a second at a time.
///
/// Takes 16-bit mono at 48 kHz in pieces of any length. A window counts only when one tone of `ContentCode` carries
/// nearly all of its energy: noise, speech, silence and two tones at once count as unreadable.
package struct ToneReader: Sendable {
    /// The content of one window of 100 ms.
    package enum Window: Sendable, Equatable {
        /// The tone of this sender (its number modulo `ContentCode.toneCount`).
        case tone(UInt16)
        case unreadable
    }

    static let sampleRate = 48_000
    static let windowLength = sampleRate / 10
    /// The tone's least share of the window's energy. A pure tone has 1, white noise about 1/2 400.
    private static let leastShare = 0.8
    /// A mean square below this (an amplitude of about 140 of 32 767) is silence.
    private static let leastPower = 10_000.0
    private static let coefficients: [Double] = (0..<ContentCode.toneCount).map {
        2 * cosine(2 * Double.pi * Double(ContentCode.frequency(UInt16($0))) / Double(sampleRate))
    }

    private var window: [Double] = []

    package init() {
        window.reserveCapacity(Self.windowLength)
    }

    /// Takes the next samples; returns one result for each window they complete.
    package mutating func read(_ samples: some Sequence<Int16>) -> [Window] {
        var results: [Window] = []
        for sample in samples {
            window.append(Double(sample))
            if window.count == Self.windowLength {
                results.append(Self.classify(window))
                window.removeAll(keepingCapacity: true)
            }
        }
        return results
    }

    private static func classify(_ window: [Double]) -> Window {
        let mean = window.reduce(0, +) / Double(window.count)
        let energy = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        guard energy / Double(window.count) >= leastPower else { return .unreadable }
        var best = (tone: 0, share: 0.0)
        window.withUnsafeBufferPointer { samples in
            for (tone, coefficient) in coefficients.enumerated() {
                let share = 2 * power(samples, coefficient) / (Double(samples.count) * energy)
                if share > best.share { best = (tone, share) }
            }
        }
        return best.share >= leastShare ? .tone(UInt16(best.tone)) : .unreadable
    }

    /// The squared magnitude of one bin of the discrete Fourier transform, by Goertzel's recurrence.
    private static func power(_ samples: UnsafeBufferPointer<Double>, _ coefficient: Double) -> Double {
        var previous = 0.0
        var beforePrevious = 0.0
        for sample in samples {
            let next = sample + coefficient * previous - beforePrevious
            beforePrevious = previous
            previous = next
        }
        return previous * previous + beforePrevious * beforePrevious - coefficient * previous * beforePrevious
    }

    /// The cosine of an angle between 0 and π by its power series: exact to the last few bits there, and free of
    /// Foundation.
    private static func cosine(_ angle: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        for index in 1...16 {
            term *= -angle * angle / Double((2 * index - 1) * (2 * index))
            sum += term
        }
        return sum
    }
}
