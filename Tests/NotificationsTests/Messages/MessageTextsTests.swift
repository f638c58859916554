import ECallAPI
import ECallLanguage
import Foundation
import Testing

@testable import Notifications

/// Every message in every language.
@Suite("Texts of messages", .timeLimit(.minutes(1)))
struct MessageTextsTests {
    private static let link = "https://calls.example.org/#/take-back/0123456789abcdefghijklmnopqrstuvwxyzABCDEF_"
    private static let address = "ana@example.net"

    private static func email() throws -> LoginIdentifier { try #require(LoginIdentifier(email: address)) }
    private static func phone() throws -> LoginIdentifier { try #require(LoginIdentifier(phoneNumber: "+12025550123")) }

    private static func code(_ number: Int, _ locale: MessageLocale) throws -> OutgoingMessage {
        OneTimeCodeMessage.make(code: "048151", for: try email(), minutes: number, in: locale)
    }

    private static func removal(
        of identifier: LoginIdentifier, _ locale: MessageLocale, _ number: Int = 7, wayBack: String? = link
    ) -> OutgoingMessage {
        RemovedMethodMessage.make(
            for: identifier, label: address, days: number, wayBack: wayBack, code: "", in: locale,
            expiresAt: Timestamp(milliseconds: 0))
    }

    /// All messages of a language, for each number.
    private static func all(_ locale: MessageLocale, numbers: some Sequence<Int>) throws -> [OutgoingMessage] {
        let (email, phone) = (try email(), try phone())
        return try numbers.flatMap { number in
            [
                try code(number, locale),
                OneTimeCodeMessage.make(code: "048151", for: phone, minutes: number, in: locale),
                removal(of: email, locale, number), removal(of: phone, locale, number),
                removal(of: email, locale, number, wayBack: nil), removal(of: phone, locale, number, wayBack: nil),
            ]
        }
    }

    /// 001-24, 003-24, 003-34
    @Test("001-3: every language states the code and its lifetime; subject and text message are as required")
    func required() throws {
        var bodies: Set<String> = []
        for language in MessageLanguage.allCases {
            let mail = try Self.code(10, MessageLocale(language))
            #expect(mail.subject == "Your ECALL verification code")
            #expect(mail.body.contains("048151") && mail.body.contains("10") && mail.body.contains("ECALL"))
            #expect(mail.language == language)
            bodies.insert(mail.body)
            let sms = OneTimeCodeMessage.make(
                code: "048151", for: try Self.phone(), minutes: 10, in: MessageLocale(language))
            #expect(sms.body == "Your ECALL code: 048151")
        }
        #expect(bodies.count == MessageLanguage.allCases.count)
    }

    /// 003-24, 003-34
    @Test("003-26: no message has an argument left unfilled, for any number", arguments: MessageLanguage.allCases)
    func filled(language: MessageLanguage) throws {
        for message in try Self.all(MessageLocale(language), numbers: 0...130) {
            for text in [message.subject ?? "", message.body] {
                #expect(!text.contains("{") && !text.contains("}"), "\(text)")
                #expect(!text.contains("  ") && text == text.trimmingCharacters(in: .whitespacesAndNewlines), "\(text)")
                #expect(!text.contains { $0 == "!" || $0 == "！" }, "\(text)")
            }
        }
        let texts = language.texts
        for (text, names) in [
            (texts.code, ["code"]), (texts.notRequested, []), (texts.removedSubject, []), (texts.removed, ["address"]),
            (texts.removedNumber, []),
        ] {
            #expect(text.matches(of: /\{(\w+)\}/).map { String($0.1) } == names, "\(text)")
        }
    }

    @Test("each text that depends on a number has the forms of its language", arguments: MessageLanguage.allCases)
    func plurals(language: MessageLanguage) {
        let categories = Set((0...200).map { language.category(of: $0) })
        #expect(categories.contains(.other) || language == .russian)
        let texts = language.texts
        for (forms, name) in [(texts.codeLife, "minutes"), (texts.restore, "days"), (texts.restoreNumber, "days")] {
            #expect(Set(forms.keys) == categories.union([.other]))
            for (category, form) in forms {
                // Arabic writes one and two as words.
                let isWord = language == .arabic && (category == .one || category == .two)
                #expect(form.contains("{\(name)}") != isWord, "\(form)")
            }
        }
    }

    /// Unicode CLDR 48: one, few, many and other are different words in Russian, and six in Arabic.
    @Test(
        "003-26: numbers decline their unit",
        arguments: [
            (.english, 1, "1 minute."), (.english, 10, "10 minutes."), (.russian, 1, "1 минуту."),
            (.russian, 3, "3 минуты."), (.russian, 10, "10 минут."), (.russian, 21, "21 минуту."),
            (.russian, 11, "11 минут."), (.arabic, 1, "دقيقة واحدة."), (.arabic, 2, "دقيقتين."),
            (.arabic, 10, "10 دقائق."),
            (.arabic, 15, "15 دقيقة."), (.french, 1, "1 minute."), (.german, 10, "10 Minuten "), (.japanese, 10, "10分"),
        ] as [(MessageLanguage, Int, String)])
    func declined(language: MessageLanguage, number: Int, words: String) throws {
        #expect(try Self.code(number, MessageLocale(language)).body.contains(words))
    }

    @Test(
        "003-26: a number has the person's digits, and the code and the link always ASCII", arguments: Digits.allCases)
    func digits(digits: Digits) throws {
        let locale = MessageLocale(.arabic, digits: digits)
        let mail = try Self.code(10, locale)
        #expect(mail.body.contains(" \(digits.write(10)) "))
        #expect(mail.body.split(separator: "\n")[0].hasSuffix(" 048151"))
        let removal = Self.removal(of: try Self.email(), locale)
        #expect(removal.body.contains(" \(digits.write(7)) ") && removal.body.hasSuffix("\n\n\(Self.link)"))
        let sms = Self.removal(of: try Self.phone(), locale)
        #expect(sms.body.contains(" \(digits.write(7)) ") && sms.body.hasSuffix(": \(Self.link)"))
    }

    /// Mail and text messages are plain: their readers take the direction of a paragraph from its first letter (UAX 9, P2).
    @Test("every paragraph begins with a letter of its language's direction", arguments: MessageLanguage.allCases)
    func direction(language: MessageLanguage) throws {
        for message in try Self.all(MessageLocale(language), numbers: [7]) {
            let isRequired = message.channel == .sms && message.body.hasPrefix("Your ECALL code")
            for paragraph in message.body.split(separator: "\n") where paragraph != Self.link && !isRequired {
                let letter = try #require(paragraph.unicodeScalars.first { $0.properties.isAlphabetic })
                let isRightToLeft = MessageLanguage.isRightToLeft(letter.value)
                #expect(isRightToLeft == language.isRightToLeft, "\(paragraph)")
            }
        }
    }

    @Test("an argument of the other direction is isolated, and cannot turn the sentence around it")
    func isolation() throws {
        let mail = Self.removal(of: try Self.email(), MessageLocale(.arabic))
        #expect(mail.body.contains("\u{2068}\(Self.address)\u{2069}"))
        #expect(try !Self.removal(of: Self.email(), MessageLocale(.german)).body.contains("\u{2068}"))
        #expect(MessageLanguage.german.isolated("محمد") == "\u{2068}محمد\u{2069}")
        #expect(MessageLanguage.german.isolated("Ana\u{202E}x\u{2066}") == "Anax")
        #expect(MessageLanguage.arabic.isolated("Ana") == "\u{2068}Ana\u{2069}")
    }

    /// A part has 70 characters in UCS-2, and 160 in GSM-7; of several, each has 67 and 153 (3GPP TS 23.038, TS 23.040).
    @Test(
        "a text message takes this many parts, with and without its link",
        arguments: [
            (.english, 2, 1), (.german, 2, 1), (.french, 2, 1), (.italian, 2, 1), (.spanish, 3, 1), (.portuguese, 3, 1),
            (.russian, 3, 1), (.arabic, 3, 1), (.hindi, 3, 1), (.khmer, 3, 1), (.thai, 3, 1), (.vietnamese, 3, 1),
            (.japanese, 3, 1), (.korean, 3, 1), (.simplifiedChinese, 2, 1),
        ] as [(MessageLanguage, Int, Int)])
    func parts(language: MessageLanguage, withLink: Int, without: Int) throws {
        let locale = MessageLocale(language)
        #expect(TextMessageParts.count(Self.removal(of: try Self.phone(), locale).body) == withLink)
        #expect(TextMessageParts.count(Self.removal(of: try Self.phone(), locale, wayBack: nil).body) == without)
        let code = OneTimeCodeMessage.make(code: "0481516234", for: try Self.phone(), minutes: 10, in: locale)
        #expect(TextMessageParts.count(code.body) == 1)
    }

    @Test(
        "parts of a text message",
        arguments: [
            (String(repeating: "a", count: 160), 1), (String(repeating: "a", count: 161), 2),
            (String(repeating: "a", count: 306), 2), (String(repeating: "a", count: 307), 3),
            (String(repeating: "€", count: 80), 1), (String(repeating: "€", count: 81), 2),
            (String(repeating: "ж", count: 70), 1), (String(repeating: "ж", count: 71), 2),
            (String(repeating: "ж", count: 134), 2), (String(repeating: "ж", count: 135), 3),
            (String(repeating: "😀", count: 35), 1), (String(repeating: "😀", count: 36), 2),
        ])
    func counting(text: String, parts: Int) { #expect(TextMessageParts.count(text) == parts) }
}
