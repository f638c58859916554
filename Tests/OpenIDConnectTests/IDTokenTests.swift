import Crypto
import ECallAPI
import Foundation
import Testing

@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

/// The parts of a token's verification that need no issuer.
@Suite("ID tokens: form and rules", .timeLimit(.minutes(1)))
struct IDTokenTests {
    static let now = Timestamp(milliseconds: 1_772_360_430_000)
    static let seconds = 1_772_360_430
    static let issuer = "https://issuer.example"
    static let algorithms: Set<String> = ["RS256", "ES256"]
    static let rules = IDTokenRules(issuer: issuer, algorithms: algorithms)

    private static func problem(_ body: () throws(IDTokenProblem) -> Void) -> IDTokenProblem? {
        do throws(IDTokenProblem) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "ASVS 9.1.2: the header only selects one of the known keys",
        arguments: [
            (#"{"alg":"RS256","kid":"k"}"#, nil), (#"{"alg":"ES256","kid":"k","typ":"jwt"}"#, nil),
            (#"{"alg":"none","kid":"k"}"#, .algorithmNotAllowed), (#"{"alg":"None","kid":"k"}"#, .algorithmNotAllowed),
            (#"{"alg":"HS256","kid":"k"}"#, .algorithmNotAllowed),
            (#"{"alg":"rs256","kid":"k"}"#, .algorithmNotAllowed),
            (#"{"alg":"PS256","kid":"k"}"#, .algorithmNotAllowed), (#"{"alg":"","kid":"k"}"#, .algorithmNotAllowed),
            (#"{"kid":"k"}"#, .malformed), (#"{"alg":["RS256"],"kid":"k"}"#, .malformed),
            (#"{"alg":"RS256"}"#, .noKeyID), (#"{"alg":"RS256","kid":""}"#, .noKeyID),
            (#"{"alg":"RS256","kid":null}"#, .noKeyID), (#"{"alg":"RS256","kid":7}"#, .malformed),
            (#"{"alg":"RS256","kid":"k","crit":["exp"]}"#, .malformed),
            (#"{"alg":"RS256","alg":"none","kid":"k"}"#, .duplicateMember),
            (#"{"alg":"RS256","\u0061lg":"RS256","kid":"k"}"#, .duplicateMember),
            (#"[]"#, .malformed), (#"RS256"#, .malformed), ("", .malformed),
        ] as [(String, IDTokenProblem?)])
    func header(header: String, expected: IDTokenProblem?) {
        let text = Base64URL.encode(Data(header.utf8)) + "." + Base64URL.encode(Data("{}".utf8)) + ".c2ln"
        #expect(
            Self.problem { () throws(IDTokenProblem) in _ = try CompactToken(text, algorithms: Self.algorithms) }
                == expected)
    }

    @Test(
        "ASVS 9.1.3: a key contained in the token is refused",
        arguments: ["jwk", "jku", "x5u", "x5c"])
    func keyInHeader(member: String) {
        let header = #"{"alg":"RS256","kid":"k","\#(member)":{"kty":"RSA"}}"#
        let text = Base64URL.encode(Data(header.utf8)) + ".e30.c2ln"
        #expect(
            Self.problem { () throws(IDTokenProblem) in _ = try CompactToken(text, algorithms: Self.algorithms) }
                == .keyInHeader)
    }

    @Test(
        "ASVS 9.2.2: access, refresh and logout tokens are not ID tokens",
        arguments: ["at+jwt", "logout+jwt", "JWS", ""])
    func types(type: String) {
        let text = Base64URL.encode(Data(#"{"alg":"RS256","kid":"k","typ":"\#(type)"}"#.utf8)) + ".e30.c2ln"
        #expect(
            Self.problem { () throws(IDTokenProblem) in _ = try CompactToken(text, algorithms: Self.algorithms) }
                == .wrongType)
    }

    @Test(
        "a malformed compact token is refused, and so is one that is too large",
        arguments: [
            "", ".", "..", "a.b", "e30.e30.c2ln.x", "e30=.e30.c2ln", "e3 0.e30.c2ln", "{}.{}.", "e30.gICA.c2ln",
        ])
    func forms(text: String) {
        #expect(
            Self.problem { () throws(IDTokenProblem) in _ = try CompactToken(text, algorithms: Self.algorithms) }
                == .malformed)
        let header = Base64URL.encode(Data(#"{"alg":"RS256","kid":"k"}"#.utf8))
        for (size, expected) in [(16 * 1024, nil), (16 * 1024 + 1, IDTokenProblem.tooLarge)] {
            let filler = String(repeating: "A", count: size - header.utf8.count - 5)
            let large = header + ".e30." + filler
            #expect(large.utf8.count == size)
            let found = Self.problem { () throws(IDTokenProblem) in
                _ = try CompactToken(large, algorithms: Self.algorithms)
            }
            // A signature of this length may be invalid base64; the size must be checked first.
            #expect(expected == nil ? found != .tooLarge : found == expected)
        }
    }

    @Test(
        "objects that name a member twice are found, whatever the spelling",
        arguments: [
            ("{}", true), (#"{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}"#, true), (#"{"a":1,"a":1}"#, false),
            (#"{"a":1,"\u0061":1}"#, false), (#"{"x":{"a":1,"a":2}}"#, false), (#"{"x":[{"a":1,"a":2}]}"#, false),
            (#"{"a":"{\"a\":1,\"a\":2}"}"#, true), (#"{"a":",\"a\":"}"#, true), (#"{"a":"a","b":"a"}"#, true),
            (#"["a","a"]"#, true), (#"{"a" : 1 , "a" : 2}"#, false), (#"{"a\\":1,"a\\":2}"#, false),
            (#"{"a":"b\\","c":1}"#, true), (#"{"a"#, false),
        ])
    func uniqueMembers(json: String, expected: Bool) {
        let problem = StrictJSON.problem(in: json.utf8)
        #expect(problem == (expected ? nil : json == #"{"a"# ? .malformed : .duplicateMember))
    }

    /// Changes of valid claims, and the expected problem.
    static let cases: [(String, [String: any Sendable], IDTokenProblem?)] = [
        ("as it should be", [:], nil),
        ("another issuer", ["iss": "https://issuer.example/"], .wrongIssuer),
        ("the issuer without its scheme", ["iss": "issuer.example"], .wrongIssuer),
        ("no issuer", ["iss": NSNull()], .malformed),
        ("another audience", ["aud": "someone-else"], .wrongAudience),
        ("no audience", ["aud": NSNull()], .malformed), ("an empty audience", ["aud": [String]()], .wrongAudience),
        ("a list of one audience", ["aud": ["one"]], nil),
        ("two of ours and the party", ["aud": ["one", "two"], "azp": "two"], nil),
        ("two of ours without a party", ["aud": ["one", "two"]], .wrongAudience),
        ("two of ours and a foreign party", ["aud": ["one", "two"], "azp": "three"], .wrongAudience),
        ("ours and a foreign one", ["aud": ["one", "three"], "azp": "one"], .wrongAudience),
        ("an audience that begins like ours", ["aud": "one.evil"], .wrongAudience),
        ("expired within the leeway", ["exp": seconds - 59], nil), ("expired", ["exp": seconds - 60], .expired),
        ("no expiry", ["exp": NSNull()], .malformed), ("an expiry in words", ["exp": "\(seconds + 60)"], .malformed),
        ("an endless expiry", ["exp": 1e300], .malformed), ("a negative expiry", ["exp": -1], .malformed),
        ("made soon", ["iat": seconds + 60], nil), ("made later", ["iat": seconds + 61], .notYetValid),
        ("made an hour ago", ["iat": seconds - 3660], nil), ("made long ago", ["iat": seconds - 3661], .tooOld),
        ("made at no time", ["iat": NSNull()], .malformed),
        ("valid soon", ["nbf": seconds + 60], nil), ("not yet valid", ["nbf": seconds + 61], .notYetValid),
        ("no subject", ["sub": NSNull()], .malformed), ("an empty subject", ["sub": ""], .badSubject),
        ("a number for a subject", ["sub": 17], .malformed),
        ("a subject with a space", ["sub": "a b"], .badSubject),
        ("the longest subject", ["sub": String(repeating: "s", count: 255)], nil),
        ("too long a subject", ["sub": String(repeating: "s", count: 256)], .badSubject),
        ("a logout token", ["events": ["http://schemas.openid.net/event/backchannel-logout": "x"]], .wrongType),
    ]

    @Test("ASVS 9.2.1, 9.2.3, 9.2.4: issuer, audience, times and subject are exact", arguments: cases.indices)
    func claims(index: Int) throws {
        let (what, changes, expected) = Self.cases[index]
        var members: [String: Any] = [
            "iss": Self.issuer, "sub": "s", "aud": "one", "iat": Self.seconds, "exp": Self.seconds + 3600,
        ]
        for (name, value) in changes { members[name] = value }
        let json = Data(try TestSigner.json(members).utf8)
        let found = Self.problem { () throws(IDTokenProblem) in
            try Self.rules.check(IDTokenClaims(json: json), audiences: ["one", "two"], nonce: nil, at: Self.now)
        }
        #expect(found == expected, "\(what)")
    }

    @Test(
        "ASVS 10.5.1: the returned nonce must match the sent one",
        arguments: [("n-1", nil), ("n-2", .wrongNonce), ("", .wrongNonce), (nil, .wrongNonce)]
            as [(String?, IDTokenProblem?)])
    func nonce(given: String?, expected: IDTokenProblem?) throws {
        var members: [String: Any] = [
            "iss": Self.issuer, "sub": "s", "aud": "one", "iat": Self.seconds, "exp": Self.seconds + 3600,
        ]
        members["nonce"] = given
        let json = Data(try TestSigner.json(members).utf8)
        let found = Self.problem { () throws(IDTokenProblem) in
            try Self.rules.check(IDTokenClaims(json: json), audiences: ["one"], nonce: "n-1", at: Self.now)
        }
        #expect(found == expected)
    }

    /// Issuer, address, whether it is verified, domain; the resulting address, and whether the issuer is authoritative for it.
    static let addresses: [(LoginMethodType, [String: any Sendable], String?, Bool)] = [
        (.google, ["email": "Ana@Gmail.com", "email_verified": true], "ana@gmail.com", true),
        (.google, ["email": "ana@googlemail.com", "email_verified": "true"], "ana@googlemail.com", true),
        (
            .google, ["email": "ana@firm.example", "email_verified": true, "hd": "firm.example"], "ana@firm.example",
            true
        ),
        (.google, ["email": "ana@firm.example", "email_verified": true], "ana@firm.example", false),
        (.google, ["email": "ana@firm.example", "email_verified": true, "hd": ""], "ana@firm.example", false),
        (
            .google, ["email": "ana@gmail.com.evil.example", "email_verified": true], "ana@gmail.com.evil.example",
            false
        ),
        (.google, ["email": "ana@gmail.com", "email_verified": false], nil, false),
        (.google, ["email": "ana@gmail.com", "email_verified": "yes"], nil, false),
        (.google, ["email": "ana@gmail.com", "email_verified": 1], nil, false),
        (.google, ["email": "ana@gmail.com"], nil, false), (.google, [:], nil, false),
        (.google, ["email": "no address", "email_verified": true], nil, false),
        (
            .apple, ["email": "x@privaterelay.appleid.com", "email_verified": "true"], "x@privaterelay.appleid.com",
            true
        ),
        (.apple, ["email": "ana@icloud.com", "email_verified": true], "ana@icloud.com", true),
        (.apple, ["email": "ana@gmail.com", "email_verified": true], "ana@gmail.com", false),
        (
            .apple, ["email": "ana@firm.example", "email_verified": true, "hd": "firm.example"], "ana@firm.example",
            false
        ),
    ]

    @Test(
        "an address counts if it is verified, and is authoritative if the issuer assigns it",
        arguments: addresses.indices)
    func authority(index: Int) throws {
        let (type, changes, email, isAuthoritative) = Self.addresses[index]
        var members: [String: Any] = ["iss": "i", "sub": "s", "aud": "a", "iat": 1, "exp": 2]
        for (name, value) in changes { members[name] = value }
        let identity = ExternalIdentity(try IDTokenClaims(json: Data(TestSigner.json(members).utf8)), type: type)
        #expect(identity.email == email && identity.isEmailAuthoritative == isAuthoritative)
    }

    @Test("ASVS 9.1.3: only strong signing keys of known types are accepted from a key set")
    func keySet() async throws {
        let (rsa, elliptic) = (try TestSigner.rsa.get(), TestSigner.p256())
        let weak = Base64URL.encode(Data([0x80] + [UInt8](repeating: 1, count: 127)))
        let refused: [[String: String]] = [
            try rsa.jwk(["use": "enc"]), try rsa.jwk(["alg": "HS256"]), try rsa.jwk(["alg": "RS512"]),
            try rsa.jwk(["kid": nil]), try rsa.jwk(["n": weak]), try rsa.jwk(["e": "AQ"]),
            try rsa.jwk(["n": nil]), try elliptic.jwk(["crv": "P-384"]), try elliptic.jwk(["x": "AAAA"]),
            ["kty": "oct", "kid": "h", "alg": "HS256", "k": "c2VjcmV0"], ["kty": "OKP", "kid": "o"], [:],
        ]
        for record in refused { #expect(await KeySet(json: try TestSigner.keySet([record])) == nil, "\(record)") }
        let set = try #require(
            await KeySet(json: try TestSigner.keySet(refused + [rsa.jwk(["alg": nil]), elliptic.jwk()])))
        let message = Data("message".utf8)
        for signer in [rsa, elliptic] {
            let key = try #require(set[.init(id: signer.id, algorithm: signer.algorithm)])
            #expect(key.verifies(try signer.signature(of: message), of: message))
            #expect(!key.verifies(try signer.signature(of: message), of: Data("other".utf8)))
            #expect(!key.verifies(Data(), of: message))
        }
        #expect(set[.init(id: rsa.id, algorithm: "ES256")] == nil && set[.init(id: rsa.id, algorithm: "HS256")] == nil)
        for garbage in ["", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[]}"#] {
            #expect(await KeySet(json: Data(garbage.utf8)) == nil)
        }
        let many = try (0..<65).map { try rsa.jwk(["kid": "k\($0)"]) }
        #expect(await KeySet(json: try TestSigner.keySet(many)) == nil)
    }
}
