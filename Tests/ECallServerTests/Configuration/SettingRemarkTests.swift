import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Secrets that are read otherwise than written", .timeLimit(.minutes(1)))
struct SettingRemarkTests {
    private static func yaml(_ password: String) -> String {
        "smtp:\n  host: 127.0.0.1\n  sender: a@b.example\n  username: a\n  password:\(password)\n"
    }

    @Test(
        "a value that YAML cuts or takes for its own is reported without it",
        arguments: [
            (" abc #def", .comment), (" abc # the one of mail", .comment), (" abc#def", nil), (" 'abc #def'", nil),
            (" \"abc #def\"", nil), (" abc", nil), (" pässwort #1", .comment), (" &abc def", .sign),
            (" abc  # two spaces", .comment), (" abc\t# a tab", .comment), (" &abc # both", .sign),
            (" !abc def", .sign),
            (" 'abc' # a comment after quotes", nil),
        ] as [(String, SettingRemark?)])
    func remarks(password: String, remark: SettingRemark?) throws {
        let loaded = try SettingsTests.load(yaml: Self.yaml(password))
        #expect(loaded.warnings == (remark.map { ["smtp.password (test.yaml, line 5) \($0.rawValue)"] } ?? []))
        #expect(!loaded.warnings.contains { $0.contains("abc") || $0.contains("def") })
    }

    @Test(
        "a value of which nothing is left is named with the problem that it causes",
        arguments: [(" #abc", SettingRemark.comment), (" &abc", .sign), (" !abc", .sign)])
    func empty(password: String, remark: SettingRemark) {
        #expect(
            SettingsTests.problems(yaml: Self.yaml(password)).contains(
                "smtp.password (test.yaml, line 5) \(remark.rawValue)"))
    }

    @Test("an empty value that causes no problem is a warning")
    func unused() throws {
        let yaml = "smtp: {host: 127.0.0.1, sender: a@b.example}\nsigning:\n  secrets: # none\n"
        #expect(try SettingsTests.load(yaml: yaml).warnings.count == 1)
    }

    @Test("values in braces and in lists are compared, too")
    func nested() throws {
        let braces = "smtp: {host: 127.0.0.1, sender: a@b.example, username: a,\n  password: abc #def\n  }"
        #expect(try SettingsTests.load(yaml: braces).warnings.count == 1)
        let list = "signing:\n  secrets:\n    - ios:abc\n    - android:abc #def\n"
        #expect(try SettingsTests.load(yaml: list).warnings.count == 1)
        #expect(try SettingsTests.load(yaml: list.replacing(" #", with: "#")).warnings == [])
    }

    @Test("quotes around a variable of the environment are reported, and a file with several lines is refused")
    func elsewhere() throws {
        let yaml = "smtp: {host: 127.0.0.1, sender: a@b.example, username: a}"
        for (value, isSaid) in [
            ("\"abc #def\"", true), ("'abc'", true), ("abc #def", false), ("\"", false), ("'abc\"", false),
        ] {
            let warnings = try SettingsTests.load(yaml: yaml, environment: ["ECALL_SMTP_PASSWORD": value]).warnings
            #expect(
                warnings == (isSaid ? ["smtp.password (ECALL_SMTP_PASSWORD) \(SettingRemark.quotes.rawValue)"] : []))
        }
        let file = yaml.replacing("}", with: ", passwordFile: /p}")
        #expect(SettingsTests.problems(yaml: file, files: ["/p": "abc\n"]) == [])
        #expect(
            SettingsTests.problems(yaml: file, files: ["/p": "abc\ndef\n"]) == [
                "smtp.passwordFile (test.yaml, line 1): the file holds more than one line"
            ])
    }
}
