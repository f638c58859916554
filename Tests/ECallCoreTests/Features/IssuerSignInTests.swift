import ECallAPI
import ECallAuthentication
import ECallCore
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

/// The library against the real server in this process and an issuer on this machine, which plays Google and Apple.
@Suite("Client sign-in with Google and Apple", .timeLimit(.minutes(1)))
struct IssuerSignInTests {
    /// A device that is not signed in.
    private struct Parts: Sendable {
        let client: APIClient
        let signIn: SignIn
        let storage: FileKeyStorage
        let keys: StoredDeviceKeys
        let server: ObservedServer
        let world: ExternalWorld

        init(_ directory: URL, _ server: ObservedServer, _ world: ExternalWorld) throws {
            (self.server, self.world) = (server, world)
            storage = try FileKeyStorage(directory: directory)
            let tokens = StoredTokens(storage: storage)
            keys = StoredDeviceKeys(storage: storage)
            client = APIClient(
                server: try .test(), tokens: tokens, transport: server, time: ManualTime(skipping: .seconds(4)))
            signIn = SignIn(client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime())
        }

        func apple(_ subject: String = "001234.ana", name: String = "", code: String? = nil) throws -> IssuerCredential
        {
            let claims = ExternalWorld.address("x@privaterelay.appleid.com")
            return .apple(
                subject: subject, identityToken: Data(try world.appleToken(subject, claims).utf8),
                authorizationCode: Data((code ?? world.appleCode(subject)).utf8), name: name)
        }

        func google(_ subject: String = "g-1", _ email: String = "ana@gmail.com") throws -> IssuerCredential {
            .google(idToken: try world.googleToken(subject, ExternalWorld.address(email, ["name": "Ana G."])))
        }

        /// This device as the server lists it.
        func listed(_ account: Account) async throws -> DeviceInfo? {
            try await client.send(.devices, as: DevicesResponse.self).devices.first { $0.id == account.deviceId }
        }
    }

    private static func withParts(_ body: @escaping @Sendable (Parts) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await ExternalWorld.observed { server, world in try await body(Parts(directory, server, world)) }
        }
    }

    private static func account(_ outcome: SignIn.IssuerOutcome) throws -> Account {
        guard case .signedIn(let account) = outcome else { throw Unexpected(what: "\(outcome)") }
        return account
    }

    private struct Unexpected: Error { let what: String }

    /// 001-15, 001-39, 001-41, 000-21
    @Test("Apple's token and code sign in: device and key are registered, account and method kept for later")
    func apple() async throws {
        try await Self.withParts { parts in
            let account = try Self.account(await parts.signIn.signIn(with: parts.apple(name: "Ana Apple")))
            #expect(account.displayName == "Ana Apple" && account.email == "x@privaterelay.appleid.com")
            #expect(account.method == .apple && account.appleSubject == "001234.ana")
            #expect(parts.server.lines == ["GET /app-config", "POST /apple-login", "GET /user"])
            #expect(parts.world.app.outbox.messages.isEmpty, "no code of ours")
            #expect(parts.world.exchangedCodes == 1, "the server has verified the code with Apple")
            let sent = try JSONDecoder().decode(
                AppleLoginRequest.self, from: try #require(parts.server.requests[1].body))
            #expect(try await sent.device.publicKey == parts.keys.publicKeyText() && sent.displayName == "Ana Apple")
            #expect(try await parts.listed(account)?.deviceName == DeviceDescription.current().name)

            // The next start reads them, and the tokens are good.
            let tokens = StoredTokens(storage: parts.storage)
            let signIn = SignIn(client: parts.client, tokens: tokens, storage: parts.storage, keys: parts.keys)
            #expect(try await signIn.account() == account)
            #expect(try await parts.client.send(.user, as: UserResponse.self).user.id == account.userId)

            // The same person is found again; Apple gives no name any more. The device has registered no identity to be found
            // by.
            try await parts.signIn.endedByServer()
            parts.world.advance(seconds: 200)
            let again = try Self.account(await parts.signIn.signIn(with: parts.apple()))
            var expected = account
            expected.deviceId = again.deviceId
            #expect(again == expected && again.deviceId != account.deviceId)
            await #expect(throws: SignInError.alreadySignedIn) {
                try await parts.signIn.signIn(with: parts.apple())
            }
            // Signing out leaves nothing of it.
            try await parts.signIn.signOut()
            #expect(try await parts.signIn.account() == nil)
            #expect(try Account.load(from: parts.storage) == nil)
        }
    }

    /// 001-12, 001-16, 001-42
    @Test("Google's ID token signs in at once: user found or made, device and key registered, account and method kept")
    func google() async throws {
        try await Self.withParts { parts in
            let offer = try await parts.signIn.offer()
            #expect(offer.offers(.google) && offer.offers(.apple) && offer.googleClientId == "web-client")
            let account = try Self.account(await parts.signIn.signIn(with: parts.google()))
            #expect(account.email == "ana@gmail.com" && account.displayName == "Ana G.")
            #expect(account.method == .google && account.appleSubject == nil)
            #expect(parts.server.lines.suffix(3) == ["GET /app-config", "POST /login", "GET /user"])
            #expect(parts.world.app.outbox.messages.isEmpty)
            let sent = try JSONDecoder().decode(LoginRequest.self, from: try #require(parts.server.requests[2].body))
            #expect(try await sent.device.publicKey == parts.keys.publicKeyText() && sent.verified == false)
            #expect(try await parts.listed(account) != nil)
            let kept = try #require(try Account.load(from: parts.storage))
            #expect(kept == account && kept.method == .google)
            #expect(try await StoredTokens(storage: parts.storage).tokens() != nil)

            try await parts.signIn.signOut()
            parts.world.advance(seconds: 200)
            let again = try Self.account(await parts.signIn.signIn(with: parts.google()))
            #expect(again.userId == account.userId && again.deviceId != account.deviceId, "another key, another device")
        }
    }

    @Test("an address without an issuer of its own is linked only by the code that the server sent there")
    func linked() async throws {
        try await Self.withParts { parts in
            let ana = try await parts.world.app.signIn("ana@firm.example", name: "Ana")
            parts.world.advance(seconds: 20)
            let email = LoginIdentifier.email("ana@firm.example")
            let asked = try await parts.signIn.signIn(with: parts.google("g-2", "ana@firm.example"))
            #expect(asked == .codeSent(email))
            #expect(await parts.signIn.state == .codeSent(email))
            #expect(try await parts.signIn.account() == nil)
            parts.world.advance(seconds: 40)
            try await parts.signIn.resend()
            let code = try #require(parts.world.app.outbox.lastCode(to: "ana@firm.example"))
            let account = try await parts.signIn.verify(code)
            #expect(account.userId == ana.id && account.method == .google)
            // From now on without a code.
            try await parts.signIn.signOut()
            parts.world.advance(seconds: 200)
            let again = try Self.account(
                await parts.signIn.signIn(with: parts.google("g-2", "ana@firm.example")))
            #expect(again.userId == ana.id)
            // A code that was requested by hand afterwards links nothing.
            try await parts.signIn.signOut()
            parts.world.advance(seconds: 200)
            _ = try await parts.signIn.signIn(with: parts.google("g-3", "ana@firm.example"))
            parts.world.advance(seconds: 40)
            try await parts.signIn.requestCode(email)
            let plain = try #require(parts.world.app.outbox.lastCode(to: "ana@firm.example"))
            #expect(try await parts.signIn.verify(plain).method == .email)
            let verified = try #require(parts.server.requests.last { $0.url.hasSuffix("/verify-login") }?.body)
            #expect(try JSONDecoder().decode(VerifyLoginRequest.self, from: verified).linkToken == nil)
        }
    }

    @Test(
        "a refusal of the server is reported with its reason, and nothing is kept", arguments: IdentityIssuer.allCases)
    func refused(issuer: IdentityIssuer) async throws {
        try await Self.withParts { parts in
            let forged: IssuerCredential =
                issuer == .google
                ? .google(idToken: "a.b.c") : try parts.apple(code: parts.world.appleCode("somebody else"))
            let failure = await #expect(throws: SignInError.self) { try await parts.signIn.signIn(with: forged) }
            #expect(failure?.code == (issuer == .google ? .loginFailed : .appleLoginFailed))
            let sentence = failure.map { Texts(.english).string($0.text) } ?? ""
            #expect(sentence.contains(issuer.name) && sentence.contains("could not be verified"))
            #expect(try await parts.signIn.account() == nil)
            #expect(try await parts.signIn.keptAccount() == nil)
            // A lost answer: the same credential again.
            parts.server.fail(.unreachable)
            let credential = issuer == .google ? try parts.google() : try parts.apple()
            await #expect(throws: SignInError.self) { try await parts.signIn.signIn(with: credential) }
            parts.server.fail(nil)
            #expect(try Self.account(await parts.signIn.signIn(with: credential)).method == issuer.method)
        }
    }

    @Test("keys kept for one account are not used for another, whoever vouches for it, and no device is made there")
    func keptForAnother() async throws {
        try await Self.withParts { parts in
            let ana = try Self.account(await parts.signIn.signIn(with: parts.google()))
            try await parts.signIn.endedByServer()
            await #expect(throws: SignInError.keptForAnother("ana@gmail.com")) {
                try await parts.signIn.signIn(with: parts.apple())
            }
            #expect(try await parts.signIn.account() == nil)
            #expect(try await parts.signIn.keptAccount() == ana)
            #expect(parts.server.lines.last == "POST /apple-login")
        }
    }

    @Test("a server without Google and Apple is not asked, and the person reads what to do instead")
    func unavailable() async throws {
        try await withTemporaryDirectory { directory in
            let (server, storage) = (ObservedServer(), try FileKeyStorage(directory: directory))
            let tokens = StoredTokens(storage: storage)
            let client = APIClient(server: try .test(), tokens: tokens, transport: server, time: ManualTime())
            let keys = StoredDeviceKeys(storage: storage)
            let signIn = SignIn(client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime())
            for credential in [
                IssuerCredential.google(idToken: "a.b.c"),
                .apple(subject: "", identityToken: nil, authorizationCode: nil),
            ] {
                let method = credential.issuer.method
                await #expect(throws: SignInError.methodUnavailable(method)) {
                    try await signIn.signIn(with: credential)
                }
                let sentence = Texts(.english).string(SignInError.methodUnavailable(method).text)
                #expect(
                    sentence
                        == "You can’t sign in with \(credential.issuer.name) on this server. Sign in with a code.")
            }
            #expect(server.lines == ["GET /app-config", "GET /app-config"])
        }
    }

    @Test("a credential is never printed, and an older account has no method")
    func unprinted() throws {
        let credential = IssuerCredential.apple(
            subject: "s-1", identityToken: Data("secret-token".utf8), authorizationCode: Data("secret-code".utf8),
            name: "Ana")
        var dumped = ""
        dump(credential, to: &dumped)
        dump(SignIn.IssuerOutcome?.none, to: &dumped)
        for text in [dumped, "\(credential)", String(reflecting: credential), "\(Optional(credential) as Any)"] {
            #expect(!text.contains("secret") && !text.contains("Ana"))
        }
        let server = String(decoding: try JSONEncoder().encode(ServerAddress.test()), as: UTF8.self)
        let members = #""userId":1,"deviceId":2,"displayName":"Ana","email":"","phoneNumber":"""#
        let account = try JSONDecoder().decode(Account.self, from: Data("{\(members),\"server\":\(server)}".utf8))
        #expect(account.method == nil && account.appleSubject == nil)
    }
}
