import Foundation
import Testing

@testable import ECallCalls

@Suite("The displayed quality")
struct QualityMeterTests {
    private struct Vectors: Decodable {
        struct Case: Decodable {
            let name: String
            let samples: [Sample]
            let levels: [QualityLevel]
        }

        struct Sample: Decodable {
            let lossAudio: Double?
            let lossVideo: Double?
            let rttMs: Double?
            let jitterMs: Double?
            let frozenMs: Double?
            let receiving: Bool

            var sample: QualitySample {
                QualitySample(
                    audioLoss: lossAudio ?? 0, videoLoss: lossVideo, roundTrip: rttMs, jitter: jitterMs,
                    frozen: frozenMs ?? 0, isReceiving: receiving)
            }
        }

        let cases: [Case]
    }

    /// Shared with the page.
    private static let vectors = Result {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/call-quality.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }

    @Test("the quality after each second is that of the vectors")
    func vectors() throws {
        let cases = try Self.vectors.get().cases
        #expect(!cases.isEmpty)
        for item in cases {
            var quality = QualityMeter()
            let shown = item.samples.map { quality.take($0.sample) }
            #expect(shown == item.levels, "\(item.name)")
        }
    }

    /// Levels by their first letters.
    private static func levels(_ text: String) -> [QualityLevel] {
        text.compactMap { letter in QualityLevel.allCases.first { $0.rawValue.first == letter } }
    }

    @Test(
        "quality falls with two bad seconds of three, rises after five better, and a loss or return counts at once",
        arguments: [
            ("p", "p"), ("gfgg", "gggg"), ("gfgf", "gggf"), ("gfggf", "ggggg"), ("gpf", "ggf"), ("gpfp", "ggfp"),
            ("gl", "gl"), ("glggggg", "glggggg"), ("lgggfg", "lggggg"), ("lpg", "lpp"), ("ffgggg", "ffffff"),
            ("ffggggg", "ffffffg"), ("ppffggg", "ppppppf"), ("ppfffffggggg", "ppppppfffffg"),
        ])
    func rule(samples: String, shown: String) {
        var quality = QualityMeter()
        #expect(quality.level == nil)
        let levels = Self.levels(samples).map { quality.take($0) }
        #expect(levels == Self.levels(shown), "\(samples)")
    }

    @Test(
        "the quality of a second is that of its worst part",
        arguments: [
            (QualitySample(), QualityLevel.good), (QualitySample(audioLoss: 0.029, videoLoss: 0.049), .good),
            (QualitySample(audioLoss: 0.03), .fair), (QualitySample(videoLoss: 0.9), .fair),
            (QualitySample(roundTrip: 400), .fair), (QualitySample(roundTrip: 800), .poor),
            (QualitySample(jitter: 80), .fair), (QualitySample(jitter: 200), .poor),
            (QualitySample(frozen: 100), .fair), (QualitySample(frozen: 500), .poor),
            (QualitySample(audioLoss: 0.1), .poor), (QualitySample(isReceiving: false), .lost),
        ])
    func sample(sample: QualitySample, level: QualityLevel) { #expect(sample.level == level) }
}
