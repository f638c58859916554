import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

@Suite("Sign-in with Google", .timeLimit(.minutes(1)))
struct GoogleSignInTests {
    @Test("001-12: a verified Google token signs in at once, and the same subject finds its account again")
    func signsIn() async throws {
        try await ExternalWorld.run { world in
            let config: AppConfig = try await world.app.call(.appConfig).value()
            #expect(config.googleLoginConfigured == true && config.googleClientId == "web-client")
            #expect(config.appleLoginConfigured && config.pageSignIn == ["google", "apple"])
            let token = try world.googleToken("s", ExternalWorld.address("Ana@Gmail.com", ["name": "Ana G."]))
            let answer: AuthResponse = try await world.google(token, key: TestKeys.p256()).value()
            #expect(answer.email == "ana@gmail.com" && answer.displayName == "Ana G." && answer.phoneNumber == "")
            #expect(answer.expiresIn == 900 && answer.refreshExpiresIn == 2_592_000 && answer.deviceId != nil)
            #expect(answer.appleSubId == nil && answer.linkToken == nil)
            let user = try await world.user(answer)
            #expect(user.id == answer.userId && user.email == "ana@gmail.com" && user.displayName == "Ana G.")
            let refreshed = try await world.app.call(
                .refreshToken, RefreshTokenRequest(refreshToken: try #require(answer.refreshToken)))
            refreshed.expectOK()
            // Name and address at Google change: the account stays, and keeps its name.
            world.advance(seconds: 100)
            let later = try world.googleToken("s", ExternalWorld.address("other@gmail.com", ["name": "Mallory"]))
            let again: AuthResponse = try await world.google(later, name: "Eve", key: TestKeys.p256()).value()
            #expect(again.userId == answer.userId && again.displayName == "Ana G." && again.deviceId != answer.deviceId)
        }
    }

    @Test("the other client's tokens are accepted too, and members of requirement 001 may be in deviceInfo")
    func shapes() async throws {
        try await ExternalWorld.run { world in
            let key = TestKeys.p256()
            let token = try world.issuer.token("s", audience: "ios-client", at: world.app.clock.now)
            let body = try JSONSerialization.data(withJSONObject: [
                "email": "ignored@example.net", "displayName": "Ana", "verified": true, "googleIdToken": token,
                "deviceName": "", "deviceInfo": ["publicKey": key, "deviceName": "Nested", "systemName": "iOS"],
                "systemName": "Flat",
            ])
            let answer: AuthResponse = try await world.app.send(.post, "/api/login", body).value()
            #expect(answer.email == "" && answer.displayName == "Ana")
            let devices: DevicesResponse = try await world.app.call(.devices, token: answer.accessToken).value()
            #expect(devices.devices.map(\.deviceName) == ["Nested"] && devices.devices.map(\.systemName) == ["Flat"])
        }
    }

    /// The world's own signer signs it unless stated otherwise.
    enum Flaw: String, CaseIterable {
        case wrongAudience, wrongIssuer, expired, notYetValid, tooOld, noKeyID, unknownKeyID, otherKey, tampered, cut
        case algorithmNone, hmacWithPublicKey, hmacWithSecret, ownAccessToken, duplicateClaim, duplicateHeader,
            oversized
        case ownKeyInHeader, ellipticSignature, appleAudience, emptySignature, accessTokenType
    }

    private static func token(_ flaw: Flaw, _ world: ExternalWorld) async throws -> String {
        let (now, signer) = (world.app.clock.now, world.issuer.signer)
        let (good, seconds) = (world.issuer.claims(at: now), Int(now.milliseconds / 1000))
        func with(_ changes: [String: Any]) throws -> String { try world.issuer.token(at: now, changes) }
        func plain(_ algorithm: String, signedBy sign: (Data) throws -> Data) throws -> String {
            let header = Data(try TestSigner.json(["alg": algorithm, "kid": signer.id]).utf8)
            let input = Base64URL.encode(header) + "." + Base64URL.encode(Data(try TestSigner.json(good).utf8))
            return try input + "." + Base64URL.encode(sign(Data(input.utf8)))
        }
        func hmac(_ key: String) throws -> String {
            try plain("HS256") {
                Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: Data(key.utf8))))
            }
        }
        switch flaw {
        case .wrongAudience: return try with(["aud": "someone-else"])
        case .appleAudience: return try with(["aud": ExternalWorld.appleClients[0]])
        case .wrongIssuer: return try with(["iss": "https://accounts.google.com"])
        case .expired: return try with(["iat": seconds - 3000, "exp": seconds - 61])
        case .notYetValid: return try with(["nbf": seconds + 100])
        case .tooOld: return try with(["iat": seconds - 4000, "exp": seconds + 4000])
        case .noKeyID: return try signer.token(good, header: ["kid": NSNull()])
        case .unknownKeyID: return try signer.token(good, header: ["kid": "unknown"])
        case .otherKey: return try TestSigner(id: signer.id, key: TestSigner.otherRSA.get().key).token(good)
        case .tampered:
            let parts = try signer.token(good).split(separator: ".")
            let claims = try TestSigner.json(good.merging(["sub": "victim"]) { $1 })
            return "\(parts[0]).\(Base64URL.encode(Data(claims.utf8))).\(parts[2])"
        case .cut: return String(try signer.token(good).dropLast(40))
        case .emptySignature: return try signer.token(good).split(separator: ".").prefix(2).joined(separator: ".") + "."
        case .algorithmNone: return try plain("none") { _ in Data() }
        case .hmacWithPublicKey: return try hmac(signer.publicPEM)
        case .hmacWithSecret: return try hmac(TestIssuer.secret)
        case .ownAccessToken: return try await world.app.signIn("ana@example.net").accessToken
        case .duplicateClaim:
            let text = try TestSigner.json(good)
            return try signer.token(
                header: #"{"alg":"RS256","kid":"\#(signer.id)"}"#, claims: #"{"sub":"victim",\#(text.dropFirst())"#)
        case .duplicateHeader:
            return try signer.token(
                header: #"{"alg":"none","alg":"RS256","kid":"\#(signer.id)"}"#, claims: TestSigner.json(good))
        case .oversized: return try with(["padding": String(repeating: "x", count: 16_384)])
        case .ownKeyInHeader:
            let own = TestSigner(id: signer.id, key: try TestSigner.otherRSA.get().key)
            return try own.token(good, header: ["jwk": own.jwk()])
        case .ellipticSignature: return try TestSigner.p256(signer.id).token(good)
        case .accessTokenType: return try signer.token(good, header: ["typ": "at+jwt"])
        }
    }

    @Test("ASVS 9.1.1, 9.1.2, 9.1.3, 9.2.1-9.2.4, 6.8.2: a token with a flaw signs no one in", arguments: Flaw.allCases)
    func refuses(flaw: Flaw) async throws {
        try await ExternalWorld.run { world in
            let token = try await Self.token(flaw, world)
            let answer = try await world.google(token, key: TestKeys.p256())
            answer.expect(.loginFailed)
            #expect(!answer.text.contains("accessToken") && !world.app.log.text.contains(token.suffix(40)))
            #expect(world.app.log.text.contains("sign-in refused"))
            // The same world accepts a valid token, so the flaw was the reason of the refusal.
            #expect(try await world.google(world.googleToken("control")).status == 200)
        }
    }

    @Test("an identity token is not accepted as a bearer token")
    func noBearer() async throws {
        try await ExternalWorld.run { world in
            let token = try world.googleToken()
            try await world.app.call(.user, token: token).expect(.accessTokenExpired)
        }
    }

    @Test(
        "a token is valid for one device, which can repeat it briefly, and no repetition makes a second account")
    func singleUse() async throws {
        try await ExternalWorld.run { world in
            let (key, token) = (TestKeys.p256(), try world.googleToken())
            let first: AuthResponse = try await world.google(token, key: key).value()
            let second: AuthResponse = try await world.google(token, key: key).value()
            #expect(second.userId == first.userId && second.deviceId == first.deviceId)
            #expect(try await world.user(second).id == first.userId)
            try await world.google(token, key: TestKeys.p256()).expect(.loginFailed)
            try await world.google(token).expect(.loginFailed)
            world.advance(seconds: 131)
            try await world.google(token, key: key).expect(.loginFailed)
            // Without a key, devices are indistinguishable.
            let keyless = try world.googleToken("keyless")
            #expect(try await world.google(keyless).status == 200)
            try await world.google(keyless).expect(.loginFailed)
            // Simultaneous requests give one account and one device.
            let (rush, rushKey) = (try world.googleToken("rush"), TestKeys.p256())
            let answers = try await atOnce(6) { _ in
                try await world.google(rush, key: rushKey).value(AuthResponse.self)
            }
            #expect(Set(answers.map(\.userId)).count == 1 && Set(answers.compactMap(\.deviceId)).count == 1)
            let devices = try await atOnce(6) { _ in
                try await world.google(try world.googleToken("race"), key: TestKeys.p256()).status
            }
            #expect(devices.contains(200))
        }
    }

    @Test("another spelling of the same token counts as the same token")
    func respelled() async throws {
        try await ExternalWorld.run(signers: [TestSigner.p256()]) { world in
            // Google does not use ES256; the Apple side accepts it.
            let token = try world.appleToken()
            #expect(try await world.apple(token: token, key: TestKeys.p256()).status == 200)
            let parts = token.split(separator: ".").map(String.init)
            let signature = try #require(Base64URL.decode(parts[2]))
            // (r, n - s) signs the same (SEC 1, section 4.1.4).
            let mirrored = signature.prefix(32) + Self.negated(Array(signature.suffix(32)))
            let respelled = "\(parts[0]).\(parts[1]).\(Base64URL.encode(Data(mirrored)))"
            #expect(respelled != token)
            try await world.apple(token: respelled, key: TestKeys.p256()).expect(.appleLoginFailed)
            #expect(world.app.log.text.contains("replayed"))
        }
    }

    /// n - s for the order n of P-256.
    private static func negated(_ number: [UInt8]) -> [UInt8] {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD,
            0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        var (result, borrow) = (order, 0)
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(number[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(difference & 0xFF)
        }
        return result
    }

    @Test("sign-ins from one address are limited")
    func limited() async throws {
        var limits = Limits.development
        limits.externalSignInsPerAddress = Rate(count: 2, seconds: 60)
        try await ExternalWorld.run(limits: limits) { world in
            for index in 0..<2 { #expect(try await world.google(world.googleToken("s\(index)")).status == 200) }
            let refused = try await world.google(world.googleToken("s3"))
            refused.expect(.loginFailed)
            #expect(refused.text.contains("Too many"))
            world.advance(seconds: 61)
            #expect(try await world.google(world.googleToken("s3")).status == 200)
        }
    }

    @Test("without Google there is no sign-in with Google, and the configuration says so")
    func off() async throws {
        try await TestApp.run { app in
            let config: AppConfig = try await app.call(.appConfig).value()
            #expect(config.googleLoginConfigured == false && config.googleClientId == nil && config.pageSignIn == [])
            #expect(!config.appleLoginConfigured)
            try await app.call(.login, LoginRequest(googleIdToken: "a.b.c")).expect(.loginFailed)
            try await app.call(.appleLogin, AppleLoginRequest(code: "c")).expect(.appleLoginFailed)
            #expect(try await app.send(.get, "/sign-in/google").status == 404)
        }
    }

    @Test("001-13: a claim to be verified signs in only if the operator allows it, which logs a warning")
    func claimed() async throws {
        try await TestApp.run(configure: { $0.trustsVerifiedClaim = true }) { app in
            #expect(app.log.text.contains("INSECURE"))
            let request = LoginRequest(email: "Ana@example.net", displayName: "Ana", verified: true)
            let answer: AuthResponse = try await app.call(.login, request).value()
            #expect(answer.accessToken != nil && answer.email == "ana@example.net" && answer.displayName == "Ana")
            let again: AuthResponse = try await app.call(.login, request).value()
            #expect(again.userId == answer.userId && app.outbox.messages.isEmpty)
            let unclaimed: AuthResponse = try await app.call(.login, LoginRequest(email: "bob@example.net")).value()
            #expect(unclaimed.accessToken == nil)
            let phone: AuthResponse = try await app.call(
                .login, LoginRequest(phoneNumber: "+12025550123", verified: true)
            ).value()
            #expect(phone.accessToken == nil)
        }
        try await TestApp.run { app in #expect(!app.log.text.contains("INSECURE")) }
    }
}
