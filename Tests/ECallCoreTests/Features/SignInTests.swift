import ECallAPI
import ECallAuthentication
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

@Suite("Sign-in", .timeLimit(.minutes(1)))
struct SignInTests {
    private actor Keys: DeviceKeyProviding {
        private(set) var made: [String] = []
        private(set) var isThere = false
        func publicKeyText() -> String {
            if isThere, let key = made.last { return key }
            let key = TestKeys.p256()
            made.append(key)
            isThere = true
            return key
        }
        func removeKeyPair() { isThere = false }
    }

    /// A device that is not signed in, and the real server.
    private struct Parts {
        let client: APIClient
        let signIn: SignIn
        let storage: FileKeyStorage
        let keys = Keys()
        let server: ObservedServer

        init(_ directory: URL, sendsTexts: Bool = true) throws {
            server = ObservedServer(sendsTexts: sendsTexts)
            storage = try FileKeyStorage(directory: directory)
            let tokens = StoredTokens(storage: storage)
            client = APIClient(
                server: try .test(), tokens: tokens, transport: server, time: ManualTime(skipping: .seconds(4)))
            signIn = SignIn(client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime())
        }

        /// Asks for a code, as a person who did not request one a moment ago. Returns the code.
        func requestCode(name: String = "") async throws -> String {
            let real = try await server.real
            real.letTimePass()
            try await signIn.requestCode(.email(SignInTests.email), name: name)
            return try real.code(to: SignInTests.email)
        }

        /// Another device of the same account.
        func signInElsewhere(name: String? = nil) async throws -> Person {
            try await server.real.app.signIn(SignInTests.email, name: name)
        }
    }

    private static let email = "ana@example.net"

    /// 000-14, 000-20, 000-27, 001-21, 001-26, 001-29, 001-34
    @Test("code, wrong code, right code: the account and the tokens are kept, the key went along silently")
    func signsIn() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory)
            let (server, elsewhere) = (parts.server, try await parts.signInElsewhere(name: "Ana from the server"))
            let first = try await parts.requestCode(name: "Ana")
            #expect(await parts.signIn.state == .codeSent(.email(Self.email)))
            let real = try await server.real
            real.letTimePass()
            try await parts.signIn.resend()
            #expect(real.app.outbox.messages.count == 3)
            await #expect(throws: SignInError.malformedCode) { try await parts.signIn.verify("12345") }
            let code = try real.code(to: Self.email)
            let wrong = await #expect(throws: SignInError.self) {
                try await parts.signIn.verify(["000000", "111111", "222222"].first { $0 != code && $0 != first } ?? "")
            }
            #expect(wrong?.code == .otpMismatched)
            #expect(wrong.map { Texts(.english).string($0.text) } == "That code isn’t right. Check it, then try again.")
            let account = try await parts.signIn.verify("\(code.prefix(3)) \(code.suffix(3))")
            #expect(account.displayName == "Ana from the server")
            #expect(account.userId == elsewhere.id)
            let devices: DevicesResponse = try await real.app.call(.devices, as: elsewhere).value()
            #expect(Set(devices.devices.map(\.id)) == [elsewhere.device, account.deviceId])
            #expect(account.deviceKey.description == "\(account.userId)_\(account.deviceId)")
            #expect(try Account.load(from: parts.storage) == account)
            #expect(
                server.lines == [
                    "GET /app-config", "POST /login", "POST /login", "POST /verify-login", "POST /verify-login",
                    "GET /user",
                ])
            let login = try JSONDecoder().decode(LoginRequest.self, from: try #require(server.requests[1].body))
            #expect(await login.device.publicKey == parts.keys.made.first)
            #expect(login.displayName == "Ana")
            #expect(login.phoneNumber == "")
            let signedIn = try #require(server.signedIn)
            #expect(server.requests[5].headers["Authorization"] == "Bearer \(signedIn.accessToken)")
            await #expect(throws: SignInError.alreadySignedIn) {
                try await parts.signIn.requestCode(.email("bo@example.net"))
            }
        }
    }

    /// 000-3, 000-14
    @Test("a new person gets an account under the name given")
    func signsUp() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory)
            let account = try await parts.signIn.verify(parts.requestCode(name: "Ana"))
            #expect(account.displayName == "Ana" && account.email == Self.email)
            #expect(try await parts.client.send(.user, as: UserResponse.self).user.id == account.userId)
        }
    }

    /// 003-21
    @Test(
        "signing out wipes tokens, account and keys: nothing of them is left in the store",
        arguments: [nil, .unreachable, .refused(.deviceNotRegistered)] as [ObservedServer.Fault?])
    func signsOut(fault: ObservedServer.Fault?) async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory)
            try await parts.signIn.verify(parts.requestCode(name: "Ana"))
            let signedIn = try #require(parts.server.signedIn)
            #expect(
                try bytes(in: directory).range(of: Data(signedIn.refreshToken.utf8)) != nil,
                "the control search finds it")
            parts.server.fail(fault)
            let wasNotified = try await parts.signIn.signOut()
            #expect(wasNotified == (fault == nil))
            for trace in [signedIn.refreshToken, signedIn.accessToken, Self.email, "Ana"] {
                #expect(try bytes(in: directory).range(of: Data(trace.utf8)) == nil)
            }
            #expect(await parts.keys.isThere == false)
            #expect(try await parts.signIn.account() == nil)
            let answer = try await parts.server.real.app.call(.user, token: signedIn.accessToken)
            #expect(answer.status == (wasNotified ? ErrorCode.deviceNotRegistered.status : 200))
            parts.server.fail(nil)
            _ = try await parts.requestCode()
            #expect(await parts.keys.made.count == 2, "the next sign-in presents a new key")
        }
    }

    @Test("a sign-in that the server ends keeps keys and account, which only the same account can use")
    func endedByServer() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory)
            let account = try await parts.signIn.verify(parts.requestCode(name: "Ana"))
            let (elsewhere, app) = (try await parts.signInElsewhere(), try await parts.server.real.app)
            try await app.call(.terminateOthers, as: elsewhere).expectOK()
            await #expect(throws: APIClientError.signedOut(.deviceNotRegistered)) {
                try await parts.client.send(.user, as: UserResponse.self)
            }
            try await parts.signIn.endedByServer()
            #expect(try await parts.signIn.account() == nil)
            #expect(try await parts.signIn.keptAccount() == account)
            #expect(await parts.keys.isThere)
            #expect(try parts.storage.read(.tokens) == nil)
            // The server has lost the device, which returns as a new one of the same person.
            let again = try await parts.signIn.verify(parts.requestCode())
            var expected = account
            expected.deviceId = again.deviceId
            #expect(again == expected)
            #expect(await parts.keys.made.count == 1, "contacts see no new key")
        }
    }

    @Test("keys kept for one account are not used for another: it is refused, and its new device is removed")
    func keptForAnother() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory)
            let elsewhere = try await parts.signInElsewhere(name: "Ana")
            var other = try await parts.signIn.verify(parts.requestCode())
            try await parts.signIn.endedByServer()
            other.userId = 9
            other.email = "bo@example.net"
            try other.save(to: parts.storage)
            let refusal = SignInError.keptForAnother("bo@example.net")
            // Before the code is entered, anyone could read the server's answers about an address.
            let code = try await parts.requestCode()
            let before: DevicesResponse = try await parts.server.real.app.call(.devices, as: elsewhere).value()
            await #expect(throws: refusal) { try await parts.signIn.verify(code, for: .email(Self.email)) }
            #expect(parts.server.lines.last == "POST /verify-login")
            let after: DevicesResponse = try await parts.server.real.app.call(.devices, as: elsewhere).value()
            #expect(after.devices.map(\.id) == before.devices.map(\.id), "no device without a person is left there")
            #expect(try await parts.signIn.keptAccount() == other)
            try await parts.signIn.wipe()
            _ = try await parts.requestCode()
            #expect(await parts.keys.made.count == 2)
        }
    }

    /// Everything that the store holds.
    private func bytes(in directory: URL) throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .map { try Data(contentsOf: directory.appendingPathComponent($0)) }
            .reduce(Data(), +)
    }

    @Test("a sign-in that cannot work is refused before anything is sent")
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory, sendsTexts: false)
            await #expect(throws: SignInError.identifier(.nameWithColon)) {
                try await parts.signIn.requestCode(.email("ana@example.net"), name: "a:b")
            }
            await #expect(throws: SignInError.noCodeRequested) { try await parts.signIn.verify("123456") }
            await #expect(throws: SignInError.noCodeRequested) { try await parts.signIn.resend() }
            #expect(parts.server.lines.isEmpty)
            await #expect(throws: SignInError.methodUnavailable(.phone)) {
                try await parts.signIn.requestCode(.phone("+4915112345"))
            }
            #expect(parts.server.lines == ["GET /app-config"])
            #expect(await parts.keys.made.isEmpty)
        }
    }

    /// 001-1, 001-35
    @Test("the kept key pair is the same after a restart, and gone when removed")
    func storedKeys() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try FileKeyStorage(directory: directory)
            let keys = StoredDeviceKeys(storage: storage)
            #expect(try await keys.keyPair() == nil)
            let text = try await keys.publicKeyText()
            #expect(text.count == 360, "base64 of a PKCS#1 RSA-2048 public key (wire-protocol 2.3)")
            #expect(try await StoredDeviceKeys(storage: storage).publicKeyText() == text)
            let (address, date) = (DeviceAddress(userID: 1, deviceID: 11), Date(timeIntervalSince1970: 1))
            let identity = try #require(try await keys.identity(at: address, date: date))
            #expect(identity.rsa.text == text && identity.serial == 1 && identity.createdAt == 1_000)
            let again = try await StoredDeviceKeys(storage: storage).identity(at: address, date: .now)
            #expect(again == identity)
            let moved = try await keys.identity(at: DeviceAddress(userID: 1, deviceID: 12), date: date)
            #expect(moved?.sign == identity.sign && moved?.serial == 2)
            try await keys.removeKeyPair()
            #expect(try await keys.keyPair() == nil)
            for name in [SecretName.deviceKey, .signingKey, .identity] { #expect(try storage.read(name) == nil) }
            try storage.write(Data("junk".utf8), as: .deviceKey)
            await #expect(throws: SignInError.damagedKeys) { try await keys.publicKeyText() }
        }
    }

    /// A device whose server is known as `https://calls.example.org`, and reached under an address that its person typed.
    private struct Prover {
        let server = ObservedServer(publicURL: "https://calls.example.org")
        let client: APIClient
        let keys: StoredDeviceKeys
        let signIn: SignIn

        init(_ directory: URL, address: String = "https://calls.example.org") throws {
            let storage = try FileKeyStorage(directory: directory)
            let tokens = StoredTokens(storage: storage)
            keys = StoredDeviceKeys(storage: storage)
            client = APIClient(
                server: try ServerAddress(address), tokens: tokens, transport: server,
                time: ManualTime(skipping: .seconds(4)))
            let registration = IdentityRegistration(client: client, keys: keys, storage: storage)
            signIn = SignIn(
                client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime(),
                signedIn: { _ = try? await registration.register($0) })
        }

        func signsIn() async throws -> Account {
            let real = try await server.real
            real.letTimePass()
            try await signIn.requestCode(.email(SignInTests.email))
            return try await signIn.verify(try real.code(to: SignInTests.email))
        }
    }

    @Test("a device that the server signed out proves its key with the code, and is found again under its number")
    func provesKey() async throws {
        try await withTemporaryDirectory { directory in
            let prover = try Prover(directory)
            let account = try await prover.signsIn()
            #expect(!prover.server.lines.contains("POST /sign-in-challenge"), "there is nothing to prove at first")
            try await prover.signIn.endedByServer()
            let before = prover.server.requests.count
            #expect(try await prover.signsIn().deviceId == account.deviceId)
            let lines = Array(prover.server.lines.dropFirst(before))
            #expect(
                lines.prefix(4)
                    == ["GET /app-config", "POST /login", "POST /sign-in-challenge", "POST /verify-login"])
            let sent = prover.server.requests.dropFirst(before)
            let login = try #require(sent.first { $0.url.hasSuffix("/login") }?.body)
            #expect(try JSONDecoder().decode(LoginRequest.self, from: login).device.signInProof == nil)
            let verify = try #require(sent.first { $0.url.hasSuffix("/verify-login") }?.body)
            let shown = try JSONDecoder().decode(VerifyLoginRequest.self, from: verify).device.signInProof
            let proof = try SignInProof(text: #require(shown))
            #expect(proof.origin == "https://calls.example.org" && proof.account == account.userId.rawValue)
            #expect(try await proof.isSigned(by: prover.keys.signingKeyPair().publicKey))
        }
    }

    @Test("a proof is bound to the typed address: an attacker who relays it gets another device")
    func relayed() async throws {
        try await withTemporaryDirectory { directory in
            let prover = try Prover(directory, address: "https://calls.example.org.evil.example")
            let account = try await prover.signsIn()
            try await prover.signIn.endedByServer()
            #expect(try await prover.signsIn().deviceId != account.deviceId)
            #expect(prover.server.lines.contains("POST /sign-in-challenge"))
        }
    }

    @Test("a restored key makes another device, which can be registered beside the first")
    func restoredKey() async throws {
        try await withTemporaryDirectory { directory in
            let prover = try Prover(directory)
            let account = try await prover.signsIn()
            let code = RecoveryCode.generate()
            let package = try await prover.keys.recoveryPackage(under: code)
            try await withTemporaryDirectory { other in
                let storage = try FileKeyStorage(directory: other)
                let (tokens, keys) = (StoredTokens(storage: storage), StoredDeviceKeys(storage: storage))
                try await keys.restore(package, with: code)
                let client = APIClient(
                    server: try .test(), tokens: tokens, transport: prover.server, time: ManualTime())
                let registration = IdentityRegistration(client: client, keys: keys, storage: storage)
                let signIn = SignIn(client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime())
                let real = try await prover.server.real
                real.letTimePass()
                try await signIn.requestCode(.email(Self.email))
                let second = try await signIn.verify(try real.code(to: Self.email))
                #expect(second.userId == account.userId && second.deviceId != account.deviceId)
                #expect(try await registration.register(second) != nil)
                #expect(try await prover.client.send(.user, as: UserResponse.self).user.id == account.userId)
            }
        }
    }

    @Test("the server is told the identity once; others then have it")
    func registers() async throws {
        try await withTemporaryDirectory { directory in
            let server = ObservedServer(sendsTexts: true)
            let storage = try FileKeyStorage(directory: directory)
            let (tokens, keys) = (StoredTokens(storage: storage), StoredDeviceKeys(storage: storage))
            let client = APIClient(server: try .test(), tokens: tokens, transport: server, time: ManualTime())
            let registration = IdentityRegistration(client: client, keys: keys, storage: storage)
            let signIn = SignIn(
                client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime(),
                signedIn: { _ = try? await registration.register($0) })
            try await signIn.requestCode(.email(Self.email))
            let real = try await server.real
            let account = try await signIn.verify(try real.code(to: Self.email))
            let told = { server.lines.filter { $0 == "POST /register_device" }.count }
            #expect(told() == 1)
            let identity = try #require(try await registration.register(account))
            #expect(told() == 1)
            let answer: PublicKeysResponse = try await client.send(
                .publicKeys, body: PublicKeysRequest(userIds: [account.userId]))
            #expect(answer.identities == [account.deviceKey.description: identity.text])
        }
    }
}
