import ECallAPI
import Foundation
import Testing

@testable import ECallCore

@Suite("Refusals")
struct RefusalTests {
    private struct Vectors: Decodable {
        let final: [Int]
        let passing: [Int]
    }

    @Test("requests refused for good are those of the vectors")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Vectors/refusals.json").standardizedFileURL
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        #expect(!vectors.final.isEmpty && !vectors.passing.isEmpty)
        for (statuses, isFinal) in [(vectors.final, true), (vectors.passing, false)] {
            for status in statuses {
                #expect(
                    APIClientError.server(code: "ErrAny", status: status, title: "").isFinal == isFinal, "\(status)")
            }
        }
        #expect(!APIClientError.signedOut(.deviceNotRegistered).isFinal && !APIClientError.timeout.isFinal)
    }
}
