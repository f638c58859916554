import ECallAPI
import ECallSecurity
import Foundation
import Testing

@testable import ECallCalls

@Suite("Texts for many devices", .timeLimit(.minutes(1)))
struct CutTextsTests {
    /// The vectors that the page's tests read as well.
    private struct Vectors: Decodable {
        struct Texts: Decodable {
            let count: Int
            let length: Int
        }
        struct Row: Decodable {
            let name: String
            let first: UInt64
            let texts: [Texts]
            let parts: [Int]
        }
        let rows: [Row]
    }

    @Test("texts are split into signals as in the vectors")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/cut-texts.json").standardizedFileURL
        let rows = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).rows
        #expect(rows.count == 15)
        for row in rows {
            let lengths = row.texts.flatMap { Array(repeating: $0.length, count: $0.count) }
            var texts: [DeviceAddress: String] = [:]
            for (index, length) in lengths.enumerated() {
                let address = DeviceAddress(userID: row.first + UInt64(index), deviceID: 1)
                texts[address] = String(repeating: "x", count: length)
            }
            let parts = E2EESignal.cut(.open, texts, of: 7).map { signal in
                if case .bodies(let bodies) = signal.content { bodies.count } else { 0 }
            }
            #expect(parts == row.parts, "\(row.name)")
        }
    }
}
