import Foundation
import Testing

@testable import ECallCalls

@Suite("Devices that may open what this device sends", .timeLimit(.minutes(1)))
struct AudienceTests {
    private struct Vectors: Decodable {
        struct Row: Decodable {
            let name: String
            let steps: [[Bool?]]
        }
        let rows: [Row]
    }

    @Test("the server is told that media has no audience once it had one, as in the page")
    func rows() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let rows = try JSONDecoder().decode(
            Vectors.self, from: Data(contentsOf: folder.appending(path: "Vectors/audience.json"))
        ).rows
        #expect(rows.count == 5)
        for row in rows {
            var audience = Audience()
            for step in row.steps {
                let (isForSomebody, isAlone) = (step[0] ?? false, step[1] ?? false)
                #expect(audience.changed(isForSomebody: isForSomebody, isAlone: isAlone) == step[2], "\(row.name)")
                #expect(audience.toTell() == step[3], "\(row.name)")
            }
        }
    }
}
