import Testing

@testable import ECallServer

@Suite("Identifiers and names", .timeLimit(.minutes(1)))
struct IdentifierTests {
    @Test(
        "addresses are taken in lower case",
        arguments: [
            ("ana@example.net", "ana@example.net"), ("Ana.B+c@Example.NET", "ana.b+c@example.net"),
            ("o'hara@a-b.co", "o'hara@a-b.co"), ("1@2.xx", "1@2.xx"),
        ])
    func goodAddresses(text: String, canonical: String) {
        #expect(LoginIdentifier(email: text, phoneNumber: "") == .email(canonical))
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "a", "@", "a@", "@b.cc", "a@b", "a@b.", "a@.cc", "a@b..cc", ".a@b.cc", "a.@b.cc", "a..b@b.cc", "a b@b.cc",
            "a@b.cc ", "a@@b.cc", "a@b@c.dd", "ä@b.cc", "a@b.cc\n", "a@-b.cc", "a@b-.cc", "a@b_c.dd", "a@1.2.3.4",
            "<a@b.cc>", "a,b@c.dd", String(repeating: "a", count: 65) + "@b.cc",
            "a@" + String(repeating: "b", count: 64) + ".cc", "a@" + String(repeating: "b.", count: 130) + "cc",
        ])
    func badAddresses(text: String) {
        #expect(LoginIdentifier(email: text, phoneNumber: nil) == nil)
        // A wrong address is not passed over for a number.
        #expect(LoginIdentifier(email: text, phoneNumber: "+12025550123") == nil)
    }

    @Test("numbers have a plus and 5 to 15 digits", arguments: ["+12345", "+123456789012345"])
    func goodNumbers(text: String) { #expect(LoginIdentifier(email: "", phoneNumber: text) == .phone(text)) }

    @Test(
        "what is no number is refused",
        arguments: ["+", "+1234", "+1234567890123456", "12345678", "+12 345 67", "+1234a67", "++1234567", "+١٢٣٤٥٦٧"])
    func badNumbers(text: String) { #expect(LoginIdentifier(email: nil, phoneNumber: text) == nil) }

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

    @Test("the longest name has fifty characters")
    func longestName() {
        #expect(DisplayName(String(repeating: "é", count: 50)) != nil)
        #expect(DisplayName(String(repeating: "é", count: 51)) == nil)
        #expect(DisplayName("a" + String(repeating: "\u{301}", count: 300)) == nil)
    }

    @Test("what is no name is refused", arguments: ["", "   ", "a:b", "a\nb", "a\u{0}", "a\u{202E}b", "a\u{2028}b"])
    func badNames(text: String) { #expect(DisplayName(text) == nil) }
}
