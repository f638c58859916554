import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Challenges and origins of sign-ins", .timeLimit(.minutes(1)))
struct SignInChallengeTests {
    private let challenges = SignInChallenges(key: SymmetricKey(size: .bits256))
    private let now = Timestamp(milliseconds: 1_700_000_000_000)

    @Test("a challenge is valid for a minute from its issue, even if the clock goes back")
    func lifetime() {
        let challenge = challenges.issue(at: now)
        #expect(challenge.utf8.count == 75)
        let end = now.advanced(bySeconds: 60)
        for (milliseconds, isGood) in [(-1, false), (0, true), (59_999, true), (60_000, false), (3_600_000, false)] {
            let moment = Timestamp(milliseconds: now.milliseconds + Int64(milliseconds))
            #expect(challenges.end(of: challenge, at: moment) == (isGood ? end : nil), "\(milliseconds)")
        }
    }

    @Test("no part of a challenge can be changed, and none is valid under another key")
    func forged() throws {
        let challenge = challenges.issue(at: now)
        let bytes = try #require(Base64URL.decode(challenge))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(challenges.end(of: Base64URL.encode(changed), at: now) == nil)
        }
        let others = [
            "", "A", challenge + "A", String(challenge.dropLast()), challenge + "=", String(repeating: "A", count: 75),
        ]
        for text in others {
            #expect(challenges.end(of: text, at: now) == nil)
        }
        #expect(SignInChallenges(key: SymmetricKey(size: .bits256)).end(of: challenge, at: now) == nil)
    }

    @Test(
        "a configured origin is serialized as browsers do",
        arguments: [
            ("https://calls.example.org", "https://calls.example.org"),
            ("https://Calls.Example.org:443/", "https://calls.example.org"),
            ("https://calls.example.org:8443", "https://calls.example.org:8443"),
            ("http://localhost:80", "http://localhost"), ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
            ("https://[::1]", "https://[::1]"),
        ])
    func configured(publicURL: String, expected: String) {
        var settings = ServerSettings(dataDirectory: "/nonexistent")
        settings.publicURL = publicURL
        let origin = SignInOrigin(PublicOrigin(settings), certificate: nil)
        for authority in ["evil.example", "", "calls.example.org"] {
            #expect(origin.origin(for: authority) == expected)
        }
    }

    @Test("without a configured origin, the request's authority counts if the certificate covers it, or without TLS")
    func unconfigured() async throws {
        let clear = SignInOrigin(PublicOrigin(ServerSettings(dataDirectory: "/nonexistent")), certificate: nil)
        #expect(clear.origin(for: "LOCALHOST:8080") == "http://localhost:8080")
        for authority in ["", "a b", "a/b", "user@a"] { #expect(clear.origin(for: authority) == nil) }
        let authority = try await TestAuthority.common()
        var settings = ServerSettings(dataDirectory: "/nonexistent")
        let files = TLSFiles(certificate: authority.certificate, key: authority.key)
        settings.tls = files
        let sealed = SignInOrigin(PublicOrigin(settings), certificate: try ServerCertificate(files))
        #expect(sealed.origin(for: "localhost:8443") == "https://localhost:8443")
        #expect(sealed.origin(for: "127.0.0.1") == "https://127.0.0.1")
        #expect(sealed.origin(for: "evil.example") == nil)
    }
}
