import Foundation
import TestSupport
import Testing

@testable import TestPattern

@Suite("Tone reader", .timeLimit(.minutes(1)))
struct ToneReaderTests {
    private func sine(_ frequency: Double, amplitude: Double, count: Int = 4_800, phase: Double = 0) -> [Double] {
        (0..<count).map { amplitude * sin(2 * .pi * frequency * Double($0) / 48_000 + phase) }
    }

    private func read(_ samples: [Double]) -> [ToneReader.Window] {
        var reader = ToneReader()
        return reader.read(samples.map { Int16(min(max($0, -32_768), 32_767)) })
    }

    @Test("Every sender's tone is distinguished from every other's")
    func tones() {
        for sender in 0..<UInt16(ContentCode.toneCount) {
            let tone = sine(Double(ContentCode.frequency(sender)), amplitude: 9_000, phase: Double(sender))
            #expect(read(tone) == [.tone(sender)])
        }
        #expect(Set((0..<UInt16(ContentCode.toneCount)).map(ContentCode.frequency)).count == ContentCode.toneCount)
        #expect(ContentCode.frequency(48) == ContentCode.frequency(0))
    }

    @Test("A tone is heard through noise and loss of level", arguments: [(9_000.0, 900.0), (1_000, 100), (300, 0)])
    func noisyTone(amplitude: Double, noise: Double) {
        var random = SeededGenerator.fromEnvironment()
        let tone = sine(1_100, amplitude: amplitude).map { $0 + noise * random.gaussian() }
        #expect(read(tone) == [.tone(7)])
    }

    @Test("Windows fill up whatever the size of the pieces", arguments: [1, 7, 960, 4_799, 4_801, 9_600])
    func pieces(size: Int) {
        let samples = sine(500, amplitude: 9_000, count: 14_400).map { Int16($0) }
        var reader = ToneReader()
        var windows: [ToneReader.Window] = []
        for start in stride(from: 0, to: samples.count, by: size) {
            windows += reader.read(samples[start..<min(start + size, samples.count)])
        }
        #expect(windows == [.tone(1), .tone(1), .tone(1)])
    }

    @Test("White noise has no sender's tone", arguments: [300.0, 3_000, 12_000])
    func noise(amplitude: Double) {
        var random = SeededGenerator.fromEnvironment()
        let noise = (0..<480_000).map { _ in amplitude * random.gaussian() }
        #expect(read(noise).allSatisfy { $0 == .unreadable })
    }

    @Test("Random bytes have no sender's tone")
    func bytes() {
        var random = SeededGenerator.fromEnvironment()
        var reader = ToneReader()
        let windows = reader.read((0..<240_000).map { _ in Int16.random(in: .min ... .max, using: &random) })
        #expect(windows.count == 50 && windows.allSatisfy { $0 == .unreadable })
    }

    @Test("Silence, a constant, a tone between two senders', two at once, and a very soft one have no sender")
    func others() {
        let two = zip(sine(500, amplitude: 5_000), sine(700, amplitude: 5_000)).map { $0 + $1 }
        let square = sine(500, amplitude: 1).map { $0 > 0 ? 3_000.0 : -3_000 }.enumerated().map {
            $0.offset % 9 < 4 ? $0.element : -$0.element
        }
        for samples in [
            [Double](repeating: 0, count: 4_800), [Double](repeating: 9_000, count: 4_800),
            sine(550, amplitude: 9_000), sine(300, amplitude: 9_000), two, square, sine(500, amplitude: 100),
        ] {
            #expect(read(samples) == [.unreadable])
        }
    }
}
