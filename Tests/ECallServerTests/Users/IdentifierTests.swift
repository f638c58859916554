import ECallAPI
import Foundation
import Testing

@testable import ECallServer

@Suite("Identifiers and names", .timeLimit(.minutes(1)))
struct IdentifierTests {
    /// 000-17
    @Test("a number does not replace an invalid address")
    func wrongAddress() { #expect(LoginIdentifier(email: "a@b", phoneNumber: "+12025550123") == nil) }

    @Test("the address takes precedence over the number; neither gives nil")
    func both() {
        #expect(LoginIdentifier(email: "a@b.cc", phoneNumber: "+12025550123") == .email("a@b.cc"))
        #expect(LoginIdentifier(email: nil, phoneNumber: nil) == nil)
        #expect(LoginIdentifier(email: "", phoneNumber: "") == nil)
    }

    @Test("without a name others see the part before the @, or the end of the number")
    func defaultNames() {
        #expect(LoginIdentifier.email("ana.b@example.net").defaultDisplayName == "ana.b")
        #expect(LoginIdentifier.phone("+12025550123").defaultDisplayName == "***23")
        #expect(LoginIdentifier.email(String(repeating: "x", count: 64) + "@b.cc").defaultDisplayName.count == 50)
    }

    @Test("names have 1 to 50 characters", arguments: [("Ana", "Ana"), ("  Ana  B ", "Ana  B"), ("名前 👩‍👩‍👧", "名前 👩‍👩‍👧")])
    func goodNames(text: String, name: String) { #expect(DisplayName(text)?.text == name) }

    /// 000-18
    @Test("the longest name has fifty characters")
    func longestName() {
        #expect(DisplayName(String(repeating: "é", count: 50)) != nil)
        #expect(DisplayName(String(repeating: "é", count: 51)) == nil)
        #expect(DisplayName("a" + String(repeating: "\u{301}", count: 300)) == nil)
    }

    private struct Names: Decodable {
        struct Row: Decodable {
            let name: String
            let display: String
        }
        let scripts: [Row]
    }

    @Test("fifty characters of any script are a name")
    func scripts() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Vectors/janus-displays.json")
        let rows = try JSONDecoder().decode(Names.self, from: Data(contentsOf: url)).scripts
        #expect(rows.count == 15)
        for row in rows { #expect(DisplayName(row.display)?.text == row.display, "\(row.name)") }
    }

    @Test("too much of a character is refused, with advice")
    func reasons() {
        let cases: [(String, DisplayName.Unfit?)] = [
            ("", .empty), (" \u{3000}", .empty), ("\u{3164}\u{115F}\u{FE0F}", .empty), ("\u{2800} \u{200D}", .empty),
            ("a\u{3164}", nil), (String(repeating: "a", count: 51), .tooLong),
            (String(repeating: "é", count: 2000), .tooLong), ("a:b", .colon), ("a\nb", .notPlain),
            ("a" + String(repeating: "\u{301}", count: 10), nil),
            ("a" + String(repeating: "\u{301}", count: 11), .tooManyMarks),
            // Decomposed it is one more; and invisible characters do not separate them.
            ("á" + String(repeating: "\u{302}", count: 10), .tooManyMarks),
            ("a" + String(repeating: "\u{301}\u{34F}\u{200D}", count: 6), .tooManyMarks),
            (String(repeating: "a\u{301}\u{302}\u{323}", count: 50), nil),
            (String(repeating: "👩🏽‍❤️‍💋‍👨🏿", count: 50), .tooLarge),
            // A Tibetan stack, eight signs below one another.
            ("\u{F62}\u{F90}\u{FB5}\u{FA8}\u{FB3}\u{FBA}\u{FBC}\u{FBB}\u{F82}", nil),
        ]
        for (text, expected) in cases {
            do throws(DisplayName.Unfit) {
                _ = try DisplayName.read(text)
                #expect(expected == nil, "\(text.prefix(20))")
            } catch {
                #expect(error == expected && !error.advice.isEmpty, "\(text.prefix(20))")
            }
        }
    }

    @Test("an invalid name is refused", arguments: ["", "   ", "a:b", "a\nb", "a\u{0}", "a\u{202E}b", "a\u{2028}b"])
    func badNames(text: String) { #expect(DisplayName(text) == nil) }
}
