import ECallAPI
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/identifiers.test.mjs).
@Suite("Dialled phone numbers", .timeLimit(.minutes(1)))
struct DialledNumberTests {
    private struct Vectors: Decodable {
        struct Typed: Decodable {
            let text: String
            let callingCode, number, problem: String?
        }
        struct Sent: Decodable {
            let text, number: String
        }
        let dialled: [Typed]
        let canonical: [Sent]
    }

    private let vectors: Vectors

    init() throws { vectors = try JSONDecoder().decode(Vectors.self, from: Vector.data("phone-numbers.json")) }

    @Test("003-28: a dialled number becomes + and digits, or is refused with the reason")
    func dialled() {
        #expect(vectors.dialled.count > 100)
        for row in vectors.dialled {
            do throws(DialledNumber.Problem) {
                #expect(try DialledNumber.read(row.text, callingCode: row.callingCode) == row.number, "\(row.text)")
            } catch {
                #expect("\(error)" == row.problem, "\(row.text)")
            }
        }
    }

    @Test("all spellings of one international number have one canonical form, which leads back to the earlier spelling")
    func canonical() {
        for row in vectors.canonical {
            #expect(DialledNumber.canonical(row.text) == row.number, "\(row.text)")
            if row.text != row.number { #expect(DialledNumber.withTrunkPrefix(row.number) == row.text) }
        }
        #expect(
            DialledNumber.withTrunkPrefix("+390669821234") == nil && DialledNumber.withTrunkPrefix("+99912345") == nil)
    }

    @Test("every region has one calling code, and the main one comes first")
    func regions() {
        let regions = PhonePlan.all.flatMap(\.regions)
        #expect(regions.count == Set(regions).count && regions.count > 230)
        let main = ["1": "US", "7": "RU", "39": "IT", "44": "GB", "49": "DE", "61": "AU", "358": "FI"]
        for (code, region) in main { #expect(PhonePlan.all.first { $0.code == code }?.regions.first == region) }
    }
}
