import ECallAPI
import Testing

@testable import Notifications

@Suite("Languages of messages", .timeLimit(.minutes(1)))
struct MessageLanguageTests {
    /// 003-25
    @Test(
        "the client's preferred language (RFC 9110 12.5.4, RFC 4647 3.4)",
        arguments: [
            ("", .english), ("de", .german), ("de-AT", .german), ("DE-at", .german), ("en-US,en;q=0.9", .english),
            ("da, de;q=0.8, fr;q=0.9", .french), ("nl;q=1, vi;q=0.1", .vietnamese), ("vi;q=0, ja;q=0.1", .japanese),
            ("fr;q=0.5,it;q=0.5", .french), ("it;q=0.5,fr;q=0.5", .italian), ("*", .english),
            ("*;q=0.9, ko;q=0.8", .korean), ("km-KH", .khmer), ("pt-BR", .portuguese), ("zh", .simplifiedChinese),
            ("zh-CN", .simplifiedChinese), ("zh-Hans-SG", .simplifiedChinese), ("zh-Hans-TW", .simplifiedChinese),
            ("zh-TW, es", .spanish), ("zh-Hant-CN, es", .spanish), ("zh-HK", .english), ("deu", .english),
            ("de ; q=0.3 , es ;q=0.4", .spanish), ("de;q=2, es;q=0.4", .spanish), ("de;q=0.1234, es;q=0.1", .spanish),
            ("de;q=1.001, es;q=0.1", .spanish), ("de;q=, es;q=0.1", .spanish), ("de;level=1, es;q=0.1", .spanish),
            ("de;q=1.000, es", .german), ("de;q=0., es;q=0.1", .spanish), (",,;q=1,de", .german),
            ("d€, de-toolongsubtag, th", .thai), ("\u{0}\r\n", .english), ("hi;Q=0.9, ar;q=0.8", .hindi),
        ] as [(String, MessageLanguage)])
    func best(field: String, language: MessageLanguage) {
        #expect(MessageLanguage(acceptLanguage: field) == language)
    }

    @Test("an overlong field is cut off")
    func long() {
        let field = String(repeating: "xx,", count: 100_000) + "de"
        #expect(MessageLanguage(acceptLanguage: field) == .english)
    }

    /// 001-24, 003-24, 003-34
    @Test("001-3: every language states the code and its lifetime; subject and text message are as required")
    func texts() throws {
        let email = try #require(LoginIdentifier(email: "ana@example.net"))
        let phone = try #require(LoginIdentifier(phoneNumber: "+12025550123"))
        var bodies: Set<String> = []
        for language in MessageLanguage.allCases {
            let mail = OneTimeCodeMessage.make(code: "048151", for: email, minutes: 10, language: language)
            #expect(mail.subject == "Your ECALL verification code")
            #expect(mail.body.contains("048151") && mail.body.contains("10") && mail.body.contains("ECALL"))
            #expect(mail.language == language)
            bodies.insert(mail.body)
            let sms = OneTimeCodeMessage.make(code: "048151", for: phone, minutes: 10, language: language)
            #expect(sms.body == "Your ECALL code: 048151")
        }
        #expect(bodies.count == MessageLanguage.allCases.count)
    }
}
