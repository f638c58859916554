import ECallAPI
import ECallAuthentication
import ECallCore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Sign-in", .timeLimit(.minutes(1)))
struct SignInTests {
    private actor Keys: DeviceKeyProviding {
        private(set) var made = 0
        private(set) var isThere = false
        func publicKeyText() -> String {
            if !isThere { made += 1 }
            isThere = true
            return "PUBLIC\(made)"
        }
        func removeKeyPair() { isThere = false }
    }

    private struct Parts {
        let signIn: SignIn
        let storage: FileKeyStorage
        let keys: Keys
        let transport: ScriptedTransport
    }

    private func parts(_ directory: URL, isOnline: @escaping @Sendable () -> Bool = { true }) throws -> Parts {
        let transport = ScriptedTransport { (request) async throws(HTTPTransportError) in
            guard isOnline() else { throw .unreachable }
            return Self.serve(request)
        }
        let storage = try FileKeyStorage(directory: directory)
        let tokens = StoredTokens(storage: storage)
        let (keys, time) = (Keys(), ManualTime(skipping: .seconds(4)))
        let client = APIClient(server: try .test(), tokens: tokens, transport: transport, time: time)
        return Parts(
            signIn: SignIn(client: client, tokens: tokens, storage: storage, keys: keys, time: ManualTime()),
            storage: storage, keys: keys, transport: transport)
    }

    private static func serve(_ request: HTTPRequest) -> HTTPResponse {
        let path = request.url.replacing("https://calls.example.org/app/api", with: "")
        return switch path {
        case "/app-config":
            .json(#"{"twilioConfigured":false,"appleLoginConfigured":false,"emailConfigured":true}"#)
        case "/login": .json(#"{"userId":7,"email":"ana@example.net","phoneNumber":"","displayName":"Ana"}"#)
        case "/verify-login":
            request.body.map { String(decoding: $0, as: UTF8.self).contains(#""code":"123456""#) } == true
                ? .encoded(
                    VerifyLoginResponse(
                        accessToken: "ACCESS-TOKEN", refreshToken: "REFRESH-TOKEN", expiresIn: 900,
                        refreshExpiresIn: 2_592_000, userId: 7, deviceId: 8))
                : .refusal("ErrOTPMismatched", status: 400)
        case "/user":
            .encoded(
                UserResponse(
                    user: UserInfo(
                        id: 7, deviceId: 8, displayName: "Ana from the server", email: "ana@example.net",
                        phoneNumber: "")))
        case "/resend-otp", "/logout": .json(#""ok""#)
        default: .json("", status: 404)
        }
    }

    @Test("code, wrong code, right code: the account and the tokens are kept, the key went along silently")
    func signsIn() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try parts(directory)
            try await parts.signIn.requestCode(.email("ana@example.net"), name: "Ana")
            #expect(await parts.signIn.state == .codeSent(.email("ana@example.net")))
            try await parts.signIn.resend()
            await #expect(throws: SignInError.malformedCode) { try await parts.signIn.verify("12345") }
            let wrong = await #expect(throws: SignInError.self) { try await parts.signIn.verify("000000") }
            #expect(wrong?.code == .otpMismatched)
            #expect(wrong?.message == "Wrong code.")
            let account = try await parts.signIn.verify("123 456")
            #expect(account.displayName == "Ana from the server")
            #expect(account.deviceKey.description == "7_8")
            #expect(try Account.load(from: parts.storage) == account)
            #expect(
                parts.transport.lines == [
                    "GET /app-config", "POST /login", "POST /resend-otp", "POST /verify-login", "POST /verify-login",
                    "GET /user",
                ])
            let login = try JSONDecoder().decode(
                LoginRequest.self, from: try #require(parts.transport.requests[1].body))
            #expect(login.device.publicKey == "PUBLIC1")
            #expect(login.displayName == "Ana")
            #expect(login.phoneNumber == "")
            #expect(parts.transport.requests[5].headers["Authorization"] == "Bearer ACCESS-TOKEN")
            await #expect(throws: SignInError.alreadySignedIn) {
                try await parts.signIn.requestCode(.email("bo@example.net"))
            }
        }
    }

    @Test("signing out wipes tokens, account and keys: nothing of them is left in the store", arguments: [true, false])
    func signsOut(isOnline: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let online = Mutex(true)
            let parts = try parts(directory) { online.withLock { $0 } }
            try await parts.signIn.requestCode(.email("ana@example.net"), name: "Ana")
            try await parts.signIn.verify("123456")
            #expect(
                try bytes(in: directory).range(of: Data("REFRESH-TOKEN".utf8)) != nil, "the control search finds it")
            online.withLock { $0 = isOnline }
            let wasNotified = try await parts.signIn.signOut()
            #expect(wasNotified == isOnline)
            for trace in ["REFRESH-TOKEN", "ACCESS-TOKEN", "ana@example.net", "Ana"] {
                #expect(try bytes(in: directory).range(of: Data(trace.utf8)) == nil)
            }
            #expect(await parts.keys.isThere == false)
            #expect(try await parts.signIn.account() == nil)
            online.withLock { $0 = true }
            try await parts.signIn.requestCode(.email("ana@example.net"))
            #expect(await parts.keys.made == 2, "the next sign-in presents a new key")
        }
    }

    @Test("what the server ends keeps keys and account; the same account goes on with them, another one is refused")
    func endedByServer() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try parts(directory)
            try await parts.signIn.requestCode(.email("ana@example.net"), name: "Ana")
            let account = try await parts.signIn.verify("123456")
            try await parts.signIn.endedByServer()
            #expect(try await parts.signIn.account() == nil)
            #expect(try await parts.signIn.keptAccount() == account)
            #expect(await parts.keys.isThere)
            #expect(try parts.storage.read(.tokens) == nil)
            try await parts.signIn.requestCode(.email("ana@example.net"))
            #expect(try await parts.signIn.verify("123456") == account)
            #expect(await parts.keys.made == 1, "contacts see no new key")

            // The same device, kept for somebody else.
            try await parts.signIn.endedByServer()
            var other = account
            other.userId = 9
            other.email = "bo@example.net"
            try other.save(to: parts.storage)
            let refusal = SignInError.keptForAnother("bo@example.net")
            await #expect(throws: refusal) { try await parts.signIn.requestCode(.email("ana@example.net")) }
            await #expect(throws: refusal) {
                try await parts.signIn.verify("123456", for: .email("ana@example.net"))
            }
            #expect(parts.transport.lines.last == "POST /logout", "no device without a person is left at the server")
            #expect(try await parts.signIn.keptAccount() == other)
            try await parts.signIn.wipe()
            try await parts.signIn.requestCode(.email("ana@example.net"))
            #expect(await parts.keys.made == 2)
        }
    }

    /// Everything that the store holds.
    private func bytes(in directory: URL) throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .map { try Data(contentsOf: directory.appendingPathComponent($0)) }
            .reduce(Data(), +)
    }

    @Test("what cannot work is said before anything is sent")
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            let parts = try parts(directory)
            await #expect(throws: SignInError.identifier(.nameWithColon)) {
                try await parts.signIn.requestCode(.email("ana@example.net"), name: "a:b")
            }
            await #expect(throws: SignInError.noCodeRequested) { try await parts.signIn.verify("123456") }
            await #expect(throws: SignInError.noCodeRequested) { try await parts.signIn.resend() }
            #expect(parts.transport.lines.isEmpty)
            await #expect(throws: SignInError.methodUnavailable(.phone)) {
                try await parts.signIn.requestCode(.phone("+4915112345"))
            }
            #expect(parts.transport.lines == ["GET /app-config"])
            #expect(await parts.keys.made == 0)
        }
    }

    @Test("the kept key pair is the same after a restart, and gone when removed")
    func storedKeys() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try FileKeyStorage(directory: directory)
            let keys = StoredDeviceKeys(storage: storage)
            #expect(try await keys.keyPair() == nil)
            let text = try await keys.publicKeyText()
            #expect(text.count == 360, "base64 of a PKCS#1 RSA-2048 public key (wire-protocol 2.3)")
            #expect(try await StoredDeviceKeys(storage: storage).publicKeyText() == text)
            try await keys.removeKeyPair()
            #expect(try await keys.keyPair() == nil)
            #expect(try storage.read(.deviceKey) == nil)
            try storage.write(Data("junk".utf8), as: .deviceKey)
            await #expect(throws: SignInError.damagedKeys) { try await keys.publicKeyText() }
        }
    }
}
