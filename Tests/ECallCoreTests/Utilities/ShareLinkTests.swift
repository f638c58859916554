import ECallAPI
import ECallCore
import Testing

@Suite("Share links")
struct ShareLinkTests {
    private static let token = String(repeating: "aB3", count: 14) + "z"

    private static let readable: [(String, ShareLink)] = [
        ("https://calls.example.org/share/contact/\(token)", ShareLink.token(token, host: "calls.example.org")),
        ("HTTPS://Calls.Example.ORG/share/contact/\(token)", .token(token, host: "calls.example.org")),
        ("https://calls.example.org:8443/share/contact/\(token)/", .token(token, host: "calls.example.org")),
        ("https://calls.example.org/ecall/share/contact/\(token)?utm=1", .token(token, host: "calls.example.org")),
        ("http://127.0.0.1:8080/share/contact/\(token)", .token(token, host: "127.0.0.1")),
        ("http://[::1]:8080/share/contact/\(token)", .token(token, host: "::1")),
        ("ecall://contact/\(token)", .token(token, host: nil)), ("  \(token)\n", .token(token, host: nil)),
        ("ecall://contact/1042", .user(1042)), ("1042", .user(1042)),
        ("9007199254740991", .user(9_007_199_254_740_991)),
    ]

    private static let refused: [(String, ShareLink.Problem)] = [
        ("", ShareLink.Problem.empty), ("  ", .empty), ("hello", .notALink), ("0", .notALink), ("-5", .notALink),
        ("9007199254740992", .notALink), (String(token.dropLast()), .notALink), (token + "x", .notALink),
        (String(token.dropLast()) + "_", .notALink), ("https://calls.example.org/", .notAContactLink),
        ("https://calls.example.org/share/contact/", .notAContactLink),
        ("https://calls.example.org/share/room/\(token)", .notAContactLink),
        ("https://calls.example.org/share/contact/short", .malformedToken),
        ("ecall://call/\(token)", .notAContactLink),
        ("ecall://contact/", .notAContactLink), ("ecall://contact/a/b", .notAContactLink),
        ("ecall://contact/short", .malformedToken),
        ("ftp://calls.example.org/share/contact/\(token)", .notAContactLink),
        ("javascript:alert(1)", .notAContactLink), ("a/b", .notALink),
        ("https://x/" + String(repeating: "a", count: 5000), .notALink),
    ]

    @Test("what is read", arguments: readable)
    func reads(text: String, expected: ShareLink) throws {
        #expect(try ShareLink(text) == expected)
    }

    @Test("what is refused, and how", arguments: refused)
    func refuses(text: String, expected: ShareLink.Problem) {
        #expect(throws: expected) { try ShareLink(text) }
        #expect(!expected.message.isEmpty)
    }

    @Test("a link of another server is refused by name; bare tokens and app links are taken")
    func servers() throws {
        let server = try ServerAddress("https://calls.example.org")
        #expect(throws: ShareLink.Problem.otherServer(host: "evil.example.net")) {
            try ShareLink("https://evil.example.net/share/contact/\(Self.token)", server: server)
        }
        let own = ShareLink.universal(token: Self.token, server: server)
        #expect(own == "https://calls.example.org/share/contact/\(Self.token)")
        #expect(try ShareLink(own, server: server) == .token(Self.token, host: "calls.example.org"))
        #expect(try ShareLink(ShareLink.deep(token: Self.token), server: server) == .token(Self.token, host: nil))
    }
}
