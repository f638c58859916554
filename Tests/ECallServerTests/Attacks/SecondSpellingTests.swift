import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import SignalRouting

/// Proofs in base64, each spelled in a second way: the last character of an unpadded group has bits that no byte of the
/// value uses.
@Suite("Attack: a second spelling of a proof", .timeLimit(.minutes(1)))
struct SecondSpellingTests {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// The same value in base64url, spelled differently; nil if every bit counts.
    private static func respelled(_ text: String) -> String? {
        let slack = [0, nil, 16, 4][text.utf8.count % 4]
        guard let slack, slack > 1, let last = text.last, let index = alphabet.firstIndex(of: last) else { return nil }
        return String(text.dropLast()) + String(alphabet[index ^ 1])
    }

    private static func parts(of token: String) -> [String] { token.split(separator: ".").map(String.init) }

    /// Who: someone with a signalling token whose text was revoked or logged.
    /// With: the same token with other slack bits in its signature.
    /// Gets: access (before) → nothing, because it is another text and not a proof (now).
    @Test("a passcode has only one valid spelling")
    func passcode() throws {
        let signalingTokens = SignalingTokens(key: SymmetricKey(size: .bits256))
        let now = Timestamp(milliseconds: 1_772_360_430_000)
        for user in 1...50 as ClosedRange<UInt64> {
            let identity = DeviceIdentity(user: UserID(user), device: DeviceID(7))
            let text = signalingTokens.issue(to: identity, at: now).passcode
            var parts = Self.parts(of: text)
            parts[3] = try #require(Self.respelled(parts[3]))
            #expect(signalingTokens.identity(in: text, at: now) == identity)
            #expect(signalingTokens.identity(in: parts.joined(separator: "."), at: now) == nil)
        }
    }

    /// Who: a signed-in device, or a thief of one of its tokens.
    /// With: access and refresh tokens with a respelled signature, whose text the server does not know.
    /// Gets: access with the one, and the family revoked with the other (before) → refused without effect (now).
    @Test("access and refresh tokens have only one valid spelling")
    func tokens() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let spelled = try [ana.accessToken, ana.refreshToken].map { token in
                var parts = Self.parts(of: token)
                parts[2] = try #require(Self.respelled(parts[2]))
                return parts.joined(separator: ".")
            }
            try await app.call(.user, token: spelled[0]).expect(.accessTokenExpired)
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: spelled[1])).expect(
                .refreshTokenExpired)
            try await app.call(.user, as: ana).expectOK()
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: ana.refreshToken)).expectOK()
        }
    }

    /// Who: a device that wants to be found under two hashes of one key.
    /// With: its public key, respelled.
    /// Gets: a second text of the same key (before) → no key (now).
    @Test("a public key has only one valid spelling")
    func publicKey() throws {
        let text = TestKeys.p256()
        #expect(text.hasSuffix("==") && PublicKeyText(text) != nil)
        let plain = text.replacingOccurrences(of: "=", with: "").replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
        let other = try #require(Self.respelled(plain)).replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        #expect(Data(base64Encoded: other + "==") == Data(base64Encoded: text))
        #expect(PublicKeyText(other + "==") == nil)
    }

    /// Who: a client that sends JSON that parsers read differently.
    /// With: a duplicate member, also inside an ignored member; a lone surrogate; an extra comma.
    /// Gets: one of the two readings (before) → 400 with the reason (now).
    @Test("ambiguous JSON is refused")
    func json() async throws {
        try await TestApp.run { app in
            for body in [
                #"{"email":"a@example.net","email":"b@example.net"}"#,
                #"{"email":"a@example.net","\u0065mail":"b@example.net"}"#,
                #"{"email":"a@example.net","x":{"y":1,"y":2}}"#, #"{"email":"a@example.net","x":"\ud800"}"#,
                #"{"email":"a@example.net","x":"\udc00\ud800"}"#, #"{"email":"a@example.net",}"#,
                #"{"email":"a@example.net","x":[1,]}"#, #"{"email":"a@example.net","x":01}"#,
                #"{"email":"a@example.net"/**/}"#, "\u{FEFF}{\"email\":\"a@example.net\"}",
                "{\"email\":\"a@example.net\",\"x\":\"\u{1}\"}",
            ] {
                let answer = try await app.send(.post, "/login", Data(body.utf8))
                answer.expect(.badRequest)
                #expect(answer.text.contains("JSON"), "\(body)")
            }
            #expect(app.outbox.messages.isEmpty)
        }
    }
}
