import ECallSecurity
import Foundation
import Testing

@Suite("Codes and numbers that devices show", .timeLimit(.minutes(1)))
struct DeviceCodeTests {
    private struct Vectors: Decodable {
        struct Code: Decodable {
            let address: String
            let sign: String
            let digits: String
            let code: String
        }
        struct Refused: Decodable {
            let text: String
            let problem: String
        }
        let codes: [Code]
        let refused: [Refused]
    }

    private static func vectors() throws -> Vectors {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/device-code.json")
        return try JSONDecoder().decode(Vectors.self, from: try Data(contentsOf: url))
    }

    @Test("codes and digits are those of the shared vectors")
    func codes() throws {
        for vector in try Self.vectors().codes {
            let code = try DeviceCode(vector.code)
            #expect(code.address.description == vector.address && code.sign.text == vector.sign)
            #expect(code.text == vector.code)
            #expect(SafetyNumber.digits(of: code.sign, address: code.address) == vector.digits)
        }
    }

    @Test("a text that is not a code is refused for the same reason as in the page")
    func refused() throws {
        let refused = try Self.vectors().refused
        #expect(!refused.isEmpty)
        for vector in refused {
            var problem: DeviceCode.Problem?
            do throws(DeviceCode.Problem) { _ = try DeviceCode(vector.text) } catch { problem = error }
            #expect(problem?.rawValue == vector.problem, "\(vector.text)")
        }
    }

    @Test(
        "numbers are typed with what people put between digits",
        arguments: [
            ("12345 67890", "1234567890"), ("12345-67890\n11111", "123456789011111"), ("", nil), ("   ", nil),
            ("1234O", nil), ("١٢٣٤٥", nil), ("12345,67890.", "1234567890"),
        ] as [(String, String?)])
    func typed(text: String, digits: String?) {
        #expect(SafetyNumber.typed(text) == digits)
    }

    @Test("a number is read in lines of four groups")
    func lines() {
        let digits = (0..<12).map { String(repeating: String($0 % 10), count: 5) }.joined()
        #expect(
            SafetyNumber.lines(digits) == [
                "00000 11111 22222 33333", "44444 55555 66666 77777", "88888 99999 00000 11111",
            ])
        #expect(SafetyNumber.lines(String(digits.prefix(30))) == ["00000 11111 22222 33333", "44444 55555"])
    }
}
