import Foundation
import Testing

@testable import ECallCalls

@Suite("Layers of video")
struct LineLayerTests {
    private struct Sequence: Decodable {
        struct Step: Decodable {
            let at: UInt64
            let loss: Double
            let freezes: Int
            let rate: Int?
            let most: UInt8
        }

        let name: String
        let steps: [Step]
    }

    /// Shared with the page (Tests/WebTests/calls/line-layer.test.mjs).
    @Test("the layer that a connection carries is that of the vectors")
    func line() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/line-layer.json")
        let sequences = try JSONDecoder().decode([Sequence].self, from: Data(contentsOf: url))
        #expect(sequences.count == 8)
        for sequence in sequences {
            var line = LineLayer()
            for step in sequence.steps {
                line.take(
                    loss: step.loss, freezes: step.freezes, rate: step.rate, layer: line.most,
                    now: 5_000_000 + step.at * 1_000_000)
                #expect(line.most == step.most, "\(sequence.name) at \(step.at) ms")
            }
        }
    }

    private struct Pictures: Decodable {
        struct Step: Decodable {
            let at: UInt64
            /// For each picture the bandwidth, and the share that was lost.
            let pictures: [[Double?]]
            let least: Double
            let most: Int?
        }

        let name: String
        let others: Int
        let steps: [Step]
    }

    /// Shared with the page (Tests/WebTests/calls/line-pictures.test.mjs).
    @Test("the number of pictures that a connection carries is that of the vectors")
    func pictures() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/line-pictures.json")
        let sequences = try JSONDecoder().decode([Pictures].self, from: Data(contentsOf: url))
        #expect(sequences.count == 13)
        for sequence in sequences {
            var line = LinePictures()
            for step in sequence.steps {
                line.take(
                    step.pictures.map { .init(limit: $0[0].map { Int($0) }, loss: $0[1] ?? 0) }, leastLoss: step.least,
                    others: sequence.others, now: 5_000_000 + step.at * 1_000_000)
                #expect(line.most == step.most, "\(sequence.name) at \(step.at) ms")
            }
        }
    }

    @Test(
        "the layer shown is the lowest that shows a participant well",
        arguments: [
            (nil, 1, 2), (nil, 2, 1), (nil, 4, 1), (nil, 5, 0), (180, 1, 0), (240, 1, 0), (241, 9, 1), (480, 1, 1),
            (481, 9, 2),
        ] as [(Int?, Int, UInt8)])
    func shown(height: Int?, others: Int, layer: UInt8) {
        #expect(ShownLayer.layer(height: height, others: others) == layer)
    }
}

@Suite("Asking Janus for a layer")
struct LayerRequestTests {
    private let second: UInt64 = 1_000_000_000

    /// The seconds at which Janus is asked.
    private func asked(
        _ request: inout LayerRequest, for layer: UInt8, repeats: Bool = true, _ seconds: ClosedRange<UInt64>
    ) -> [UInt64] {
        var asked: [UInt64] = []
        for time in seconds where request.isDue(layer, repeats: repeats, now: time * second) { asked.append(time) }
        return asked
    }

    @Test("the highest layer needs no request; another is requested once, and again after 1, 2 and 4 s")
    func repeats() {
        var request = LayerRequest()
        #expect(asked(&request, for: 2, 0...3) == [])
        request.received = 2
        #expect(asked(&request, for: 0, 4...30) == [4, 5, 7, 11])
        #expect(asked(&request, for: 1, 31...31) == [31])
        request.received = 1
        #expect(asked(&request, for: 1, 32...60) == [])
    }

    @Test("a sender of one layer is asked once")
    func single() {
        var request = LayerRequest()
        request.received = 2
        #expect(asked(&request, for: 0, repeats: false, 0...100) == [0])
    }
}
