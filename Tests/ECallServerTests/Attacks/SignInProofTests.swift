import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

/// Who: someone who reads the owner's mail, and knows the public keys of the owner's devices as every contact does.
/// With: the code that was sent there, a device's public key, and proofs of every kind but a valid one.
/// Gets: the device itself, with its number, no one warned and the list of devices unchanged (before) → a device of their
/// own, of which the others are warned (now).
@Suite("Attacks on being recognised at sign-in", .timeLimit(.minutes(1)))
struct SignInProofTests {
    private static let email = "ana@example.net"

    private static func run(_ body: @escaping @Sendable (TestApp) async throws -> Void) async throws {
        var limits = Limits.development
        // Allows many sign-ins.
        limits.codesPerIdentifier = Rate(count: 1000, seconds: 600)
        limits.codesPerIdentifierDaily = Rate(count: 1000, seconds: 86_400)
        try await TestApp.run(limits: limits, configure: { $0.publicURL = SigningDevice.origin + "/" }, body)
    }

    private static func challenge(_ app: TestApp) async throws -> String {
        try await app.call(.signInChallenge).value(SignInChallenge.self).challenge
    }

    private static func owner(_ app: TestApp) async throws -> SigningDevice {
        let key = TestKeys.rsa()
        return try await SigningDevice(app.signIn(email, publicKey: key), publicKey: key, in: app)
    }

    /// Signs in with the owner's public key; a proof is made after time has advanced.
    private static func signIn(_ app: TestApp, _ owner: SigningDevice, proof: String? = nil) async throws -> Person {
        try await app.signIn(email, publicKey: owner.publicKey, proof: proof)
    }

    private static func list(_ app: TestApp, as person: Person) async throws -> Set<DeviceID> {
        Set(try await app.call(.devices, as: person).value(DevicesResponse.self).devices.map(\.id))
    }

    /// Expects that the sign-in made another device, warned the owner's, and left the owner's unchanged.
    private static func expectNew(
        _ person: Person, beside owner: SigningDevice, _ app: TestApp, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(person.device != owner.person.device, sourceLocation: sourceLocation)
        let warnings = app.signals.takeDelivered()
        #expect(
            warnings.contains("login_warning \(person.id) → \(owner.person.device)"), sourceLocation: sourceLocation)
        #expect(
            try await list(app, as: owner.person).isSuperset(of: [person.device, owner.person.device]),
            sourceLocation: sourceLocation)
        let keys: PublicKeysResponse = try await app.call(
            .publicKeys, PublicKeysRequest(userIds: [person.id]), as: owner.person
        ).value()
        #expect(keys.identities == [owner.address: owner.identity], sourceLocation: sourceLocation)
    }

    @Test("a device that proves its key is recognised, and no one is warned")
    func findsDevice() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let alerts = app.push.alerts.count
            let proof = try await owner.proof(Self.challenge(app), app).text
            let again = try await Self.signIn(app, owner, proof: proof)
            #expect(again.device == owner.person.device)
            #expect(app.signals.takeDelivered() == [])
            #expect(app.push.alerts.count == alerts)
            #expect(try await Self.list(app, as: again) == [again.device])
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: owner.person.refreshToken))
                .expect(.refreshTokenExpired)
        }
    }

    @Test(
        "a device that keeps another account's keys is refused after the right code, which stays valid, without a warning"
    )
    func keptForAnother() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let alerts = app.push.alerts.count
            _ = app.signals.takeDelivered()
            app.clock.advance(seconds: 10)
            let kept = DevicePayload(publicKey: TestKeys.rsa(), keptAccount: UserID(owner.person.id.rawValue + 1))
            try await app.call(.login, LoginRequest(email: Self.email, device: kept)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            let wrong = code == "000000" ? "000001" : "000000"
            try await app.call(.verifyLogin, VerifyLoginRequest(code: wrong, email: Self.email, device: kept))
                .expect(.otpMismatched)
            var request = VerifyLoginRequest(code: code, email: Self.email, device: kept)
            for _ in 0..<2 { try await app.call(.verifyLogin, request).expect(.keptForAnother) }
            #expect(try await Self.list(app, as: owner.person) == [owner.person.device])
            #expect(app.push.alerts.count == alerts && app.signals.takeDelivered().isEmpty)
            request.device.keptAccount = owner.person.id
            try await app.call(.verifyLogin, request).expectOK()
        }
    }

    @Test("the mailbox and a device's public key make a new device, with a warning")
    func mailboxAndPublicKey() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let thief = try await Self.signIn(app, owner)
            try await Self.expectNew(thief, beside: owner, app)
            // The first is from the owner's own first sign-in.
            #expect(app.push.alerts.count { $0.alert == .warningLogin && $0.user == owner.person.id } == 2)
        }
    }

    enum Flaw: CaseIterable {
        case otherKey, otherRSA, otherOrigin, originInCapitals, otherAccount, earlyMoment, lateMoment, hugeMoment
        case vouch, identity, signin, inventedChallenge, changedChallenge, noChallenge, expiredChallenge
        case changedSignature, changedPayload
    }

    @Test("a proof with a flaw makes a new device, with a warning", arguments: Flaw.allCases)
    func flawedProof(flaw: Flaw) async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let challenge = try await Self.challenge(app)
            // The sign-in comes ten seconds later.
            if flaw == .expiredChallenge { app.clock.advance(seconds: 50) }
            var proof = owner.proof(challenge, app)
            switch flaw {
            case .otherKey: proof.key = Curve25519.Signing.PrivateKey()
            case .otherRSA: proof.rsa = SigningDevice.rsa(TestKeys.rsa())
            case .otherOrigin: proof.origin = "https://calls.example.net.evil.example"
            case .originInCapitals: proof.origin = proof.origin.uppercased()
            case .otherAccount: proof.account = UserID(proof.account.rawValue + 1)
            case .earlyMoment: proof.issuedAt -= 51_000
            case .lateMoment: proof.issuedAt += 71_000
            case .hugeMoment: proof.issuedAt = .max
            case .vouch: proof.type = "ecall-vouch"
            case .identity: proof.type = "ecall-identity"
            case .signin: proof.type = "signin"
            case .inventedChallenge:
                proof.challenge = SignInChallenges(key: SymmetricKey(size: .bits256)).issue(at: app.clock.now)
            case .changedChallenge: proof.challenge = (challenge.hasPrefix("A") ? "B" : "A") + challenge.dropFirst()
            case .noChallenge: proof.challenge = ""
            case .expiredChallenge, .changedSignature, .changedPayload: break
            }
            var parts = try proof.text.split(separator: ".").map(String.init)
            if flaw == .changedSignature { parts[2] = Base64URL.encode(Data(count: 64)) }
            if flaw == .changedPayload {
                let payload = try #require(Base64URL.decode(parts[1]))
                parts[1] = Base64URL.encode(payload.dropLast() + Data(#","x":1}"#.utf8))
            }
            let person = try await Self.signIn(app, owner, proof: parts.joined(separator: "."))
            try await Self.expectNew(person, beside: owner, app)
        }
    }

    @Test("a used proof is refused with the next code, whoever shows it")
    func replayed() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let proof = try await owner.proof(Self.challenge(app), app).text
            #expect(try await Self.signIn(app, owner, proof: proof).device == owner.person.device)
            try await Self.expectNew(Self.signIn(app, owner, proof: proof), beside: owner, app)
        }
    }

    @Test("a used challenge is refused in another proof by the same device")
    func usedChallenge() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let challenge = try await Self.challenge(app)
            let first = try owner.proof(challenge, app).text
            #expect(try await Self.signIn(app, owner, proof: first).device == owner.person.device)
            app.clock.advance(seconds: 1)
            try await Self.expectNew(
                Self.signIn(app, owner, proof: owner.proof(challenge, app).text), beside: owner, app)
        }
    }

    @Test("two outstanding challenges are each valid once")
    func twoChallenges() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let (first, second) = (try await Self.challenge(app), try await Self.challenge(app))
            #expect(first != second)
            for challenge in [second, first] {
                let proof = try owner.proof(challenge, app).text
                #expect(try await Self.signIn(app, owner, proof: proof).device == owner.person.device)
            }
        }
    }

    @Test("a proof is useless without the code, and still valid with the right one afterwards")
    func proofWithoutCode() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let proof = try await owner.proof(Self.challenge(app), app).text
            let device = DevicePayload(publicKey: owner.publicKey, signInProof: proof)
            app.clock.advance(seconds: 10)
            let asked = try await app.call(.login, LoginRequest(email: Self.email, device: device))
            #expect(
                try asked.value(AuthResponse.self)
                    == AuthResponse(userId: 0, email: Self.email, phoneNumber: "", displayName: ""))
            let code = try #require(app.outbox.lastCode(to: Self.email))
            let wrong = code == "000000" ? "000001" : "000000"
            // The answer is the same, whether or not the proof is valid.
            for shown in [device, DevicePayload(publicKey: owner.publicKey)] {
                let answer = try await app.call(
                    .verifyLogin, VerifyLoginRequest(code: wrong, email: Self.email, device: shown))
                answer.expect(.otpMismatched)
            }
            let right: VerifyLoginResponse = try await app.call(
                .verifyLogin, VerifyLoginRequest(code: code, email: Self.email, device: device)
            ).value()
            #expect(right.deviceId == owner.person.device)
        }
    }

    @Test("a proof that is not signed text is refused before the code is checked")
    func malformedProof() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            app.clock.advance(seconds: 10)
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            for text in ["x", "a.b", String(repeating: "A", count: 5000)] {
                let device = DevicePayload(publicKey: owner.publicKey, signInProof: text)
                try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email, device: device))
                    .expect(.registerDeviceFailed)
            }
            let device = DevicePayload(publicKey: owner.publicKey, signInProof: "")
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email, device: device))
                .expectOK()
        }
    }

    /// Who: someone who learned the code a moment after its owner used it.
    @Test("the answer to a sign-in is repeated only with the same proof")
    func repetition() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let proof = try await owner.proof(Self.challenge(app), app).text
            app.clock.advance(seconds: 10)
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            var request = VerifyLoginRequest(
                code: code, email: Self.email,
                device: DevicePayload(publicKey: owner.publicKey, signInProof: proof))
            for _ in 0..<2 {
                let answer: VerifyLoginResponse = try await app.call(.verifyLogin, request).value()
                #expect(answer.deviceId == owner.person.device)
            }
            let another = try await owner.proof(Self.challenge(app), app).text
            for shown in [nil, another] {
                request.device.signInProof = shown
                try await app.call(.verifyLogin, request).expect(.invalidOTP)
            }
        }
    }

    @Test("an earlier device with the owner's public key neither locks the owner out nor prevents recognition")
    func ownerComesLater() async throws {
        try await Self.run { app in
            let key = TestKeys.rsa()
            let thief = try await SigningDevice(
                app.signIn(Self.email, publicKey: key, deviceName: "thief"), publicKey: key, in: app)
            let owner = try await SigningDevice(app.signIn(Self.email, publicKey: key), publicKey: key, in: app)
            #expect(owner.person.device != thief.person.device)
            for one in [owner, thief] {
                let proof = try await one.proof(Self.challenge(app), app).text
                #expect(try await Self.signIn(app, one, proof: proof).device == one.person.device)
            }
        }
    }

    @Test("a device with two rows is recognised as the one that it registered last")
    func newestRow() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let person = try await Self.signIn(app, owner)
            let moved = try SigningDevice.identity(of: person, serial: 2, publicKey: owner.publicKey, key: owner.key)
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: moved), as: person).expectOK()
            let proof = try await owner.proof(Self.challenge(app), app).text
            #expect(try await Self.signIn(app, owner, proof: proof).device == person.device)
        }
    }

    @Test("a proof does not restore a device that was signed out")
    func signedOut() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let other = try await app.signIn(Self.email)
            try await app.call(.terminateSession, id: owner.person.device.rawValue, as: other).expectOK()
            let proof = try await owner.proof(Self.challenge(app), app).text
            #expect(try await Self.signIn(app, owner, proof: proof).device != owner.person.device)
        }
    }

    @Test("a stock client is a new device at each sign-in; beyond sixteen the least recently used goes, with a warning")
    func stockDevices() async throws {
        try await Self.run { app in
            let owner = try await Self.owner(app)
            let key = TestKeys.p256()
            var stock: [Person] = []
            for _ in 0..<16 { stock.append(try await app.signIn(Self.email, publicKey: key)) }
            #expect(Set(stock.map(\.device)).count == 16)
            #expect(app.signals.removed.isEmpty)
            // The first one is used, so the second is the least recently used now.
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: stock[0].refreshToken)).expectOK()
            _ = app.signals.takeDelivered()
            let late = try await app.signIn(Self.email, publicKey: key)
            #expect(app.signals.removed == [stock[1].identity] && app.signals.disconnected == [stock[1].identity])
            try await app.call(.user, as: stock[1]).expect(.deviceNotRegistered)
            let left = [owner.person, late] + stock[..<1] + stock[2...]
            #expect(try await Self.list(app, as: owner.person) == Set(left.map(\.device)))
            #expect(
                Set(app.signals.takeDelivered())
                    == Set(left.filter { $0.device != late.device }.map { "login_warning \(late.id) → \($0.device)" }))
            // A device with an identity is never removed, however long it is unused.
            for _ in 0..<16 { _ = try await app.signIn(Self.email, publicKey: key) }
            try await app.call(.user, as: owner.person).expectOK()
        }
    }
}
