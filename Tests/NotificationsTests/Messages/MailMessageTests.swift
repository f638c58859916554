import ECallAPI
import Foundation
import Testing

@testable import Notifications

@Suite("Mail as text", .timeLimit(.minutes(1)))
struct MailMessageTests {
    private func mail(subject: String = "Hello", body: String = "Hi") throws -> MailMessage {
        MailMessage(
            from: try #require(MailAddress("noreply@example.org")), to: try #require(MailAddress("ana@example.net")),
            subject: subject, body: body, language: .english, sentAt: Timestamp(milliseconds: 880_106_106_000),
            id: "abc")
    }

    @Test("the whole message, byte by byte")
    func whole() throws {
        #expect(
            try mail(body: "a = b\nline").text == """
                Date: Fri, 21 Nov 1997 09:55:06 +0000\r
                From: ECALL <noreply@example.org>\r
                To: <ana@example.net>\r
                Message-ID: <abc@example.org>\r
                Subject: Hello\r
                MIME-Version: 1.0\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Content-Language: en\r
                Auto-Submitted: auto-generated\r
                \r
                a =3D b\r
                line\r\n
                """)
    }

    @Test(
        "no subject begins a header of its own",
        arguments: ["x\r\nBcc: eve@example.net", "x\nBcc: eve@example.net", "x\rBcc: e", "x\u{0}y", "ü\r\nBcc: eve"])
    func injection(subject: String) throws {
        let head = try mail(subject: subject).text.split(separator: "\r\n\r\n")[0]
        #expect(head.split(separator: "\r\n").filter { !$0.hasPrefix(" ") }.count == 10)
        #expect(!head.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" || $0 == "\0" })
    }

    @Test(
        "characters invalid in a header or a command make an address invalid",
        arguments: [
            "", "ana", "@example.net", "ana@", "a@b@c", "ana@example.net\r\nRCPT TO:<eve@example.net>",
            "a na@example.net",
            "ana@example.net>", "<ana@example.net", "\"ana\"@example.net", "ana,eve@example.net", "añа@example.net",
            "ana@example.net\u{0}",
        ])
    func addresses(text: String) { #expect(MailAddress(text) == nil) }

    @Test(
        "Quoted-printable (RFC 2045)",
        arguments: [
            ("", "\r\n"), ("a=b", "a=3Db\r\n"), ("ü", "=C3=BC\r\n"), ("end ", "end=20\r\n"), ("tab\t", "tab=09\r\n"),
            ("a b", "a b\r\n"), ("a\r\nb\rc\nd", "a\r\nb\r\nc\r\nd\r\n"), (".", ".\r\n"),
            (String(repeating: "x", count: 75), String(repeating: "x", count: 75) + "\r\n"),
            (String(repeating: "x", count: 76), String(repeating: "x", count: 75) + "=\r\nx\r\n"),
        ])
    func quoted(text: String, expected: String) { #expect(QuotedPrintable.encode(text) == expected) }

    @Test("no line is longer than 76 characters, in any language", arguments: MessageLanguage.allCases)
    func lineLength(language: MessageLanguage) throws {
        let message = OneTimeCodeMessage.make(
            code: "123456", for: try #require(LoginIdentifier(email: "ana@example.net")), minutes: 10,
            in: MessageLocale(language))
        let text = QuotedPrintable.encode(message.body)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test(
        "header text that is not ASCII becomes encoded words of at most 75 characters (RFC 2047)",
        arguments: [
            ("Plain", "Plain"), ("Grüße", "=?utf-8?B?R3LDvMOfZQ==?="), ("=?x?=", "=?utf-8?B?PT94Pz0=?="),
            (
                String(repeating: "あ", count: 16),
                "=?utf-8?B?\(Data(String(repeating: "あ", count: 15).utf8).base64EncodedString())?=\r\n =?utf-8?B?44GC?="
            ),
        ])
    func encodedWords(text: String, expected: String) {
        #expect(EncodedWord.header(text) == expected)
        #expect(expected.split(separator: "\r\n ").allSatisfy { $0.utf8.count <= 75 })
    }

    @Test("a subject in any language arrives as it was written (RFC 2047)", arguments: MessageLanguage.allCases)
    func subjects(language: MessageLanguage) throws {
        let subject = language.texts.removedSubject
        let field = EncodedWord.header(subject)
        guard field != subject else {
            #expect(subject.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            return
        }
        let words = field.components(separatedBy: "\r\n ")
        let parts = try words.map { word in
            #expect(word.utf8.count <= 75 && word.hasPrefix("=?utf-8?B?") && word.hasSuffix("?="))
            // Each word is whole by itself: no character is split between two.
            let bytes = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
            return try #require(String(data: bytes, encoding: .utf8))
        }
        #expect(parts.joined() == subject)
    }

    @Test(
        "hosts that are this machine",
        arguments: [
            ("127.0.0.1", true), ("127.9.8.7", true), ("::1", true), ("localhost", true), ("LOCALHOST", true),
            ("128.0.0.1", false), ("10.0.0.1", false), ("0.0.0.0", false), ("::", false), ("::2", false),
            ("localhost.example.org", false), ("127.0.0.1.example.org", false), ("", false),
        ])
    func loopback(host: String, isLoopback: Bool) { #expect(LoopbackHost.contains(host) == isLoopback) }
}
