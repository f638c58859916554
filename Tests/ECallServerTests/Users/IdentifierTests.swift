import ECallAPI
import Testing

@testable import ECallServer

@Suite("Identifiers and names", .timeLimit(.minutes(1)))
struct IdentifierTests {
    /// 000-17
    @Test("a wrong address is not passed over for a number")
    func wrongAddress() { #expect(LoginIdentifier(email: "a@b", phoneNumber: "+12025550123") == nil) }

    @Test("the address wins where there are both; nothing is nothing")
    func both() {
        #expect(LoginIdentifier(email: "a@b.cc", phoneNumber: "+12025550123") == .email("a@b.cc"))
        #expect(LoginIdentifier(email: nil, phoneNumber: nil) == nil)
        #expect(LoginIdentifier(email: "", phoneNumber: "") == nil)
    }

    @Test("without a name people see the part before the @, or the end of the number")
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

    @Test("what is no name is refused", arguments: ["", "   ", "a:b", "a\nb", "a\u{0}", "a\u{202E}b", "a\u{2028}b"])
    func badNames(text: String) { #expect(DisplayName(text) == nil) }
}
