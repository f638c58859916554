import Foundation
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("Audio that stops arriving", .timeLimit(.minutes(1)))
struct InboundAudioTests {
    /// The vectors that the page's tests read as well, in milliseconds.
    private struct Vectors: Decodable {
        struct Scenario: Decodable {
            let name: String
            let limit: Int
            let steps: [Step]
        }
        struct Step: Decodable {
            let forget: Bool?
            let now: UInt64?
            let counts: [String: Int]?
            let isSilent: Bool?
        }
        let scenarios: [Scenario]
    }

    @Test("audio that stops is a broken connection as in the vectors")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/inbound-audio.json").standardizedFileURL
        let scenarios = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).scenarios
        #expect(scenarios.count == 13)
        for scenario in scenarios {
            var monitor = InboundAudioMonitor()
            for step in scenario.steps {
                if step.forget == true {
                    monitor.forget()
                    continue
                }
                let now = try #require(step.now)
                var counts: [SubscriptionID: Int] = [:]
                for (sender, count) in try #require(step.counts) {
                    counts[SubscriptionID(feed: try #require(UInt64(sender)), track: .audio, number: 1)] = count
                }
                let isSilent = monitor.isSilent(
                    counts, now: now * 1_000_000, limit: .milliseconds(scenario.limit))
                #expect(isSilent == step.isSilent, "\(scenario.name), at \(now)")
            }
        }
    }
}
