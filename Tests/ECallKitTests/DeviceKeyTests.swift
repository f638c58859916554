import ECallAPI
import ECallAuthentication
import ECallCore
import ECallLanguage
import ECallSecurity
import Foundation
import TestSupport
import Testing

@testable import ECallKit
@testable import ECallServerTestSupport

/// The key pair of a device that a person imports, saves and restores, with the real server in this process.
@Suite("Keys of a device, imported and saved", .timeLimit(.minutes(1)))
struct DeviceKeyTests {
    private static let email = "ana@example.net"
    private static let code = "7K2M-4567-89AB-CDEF-GHJK-1100"

    private struct Parts {
        let server = ObservedServer()
        let directory: URL

        func device(_ name: String) throws -> ECallClient {
            try ECallClient(
                storage: ProfileStore(try ProfileDirectory(at: directory.appending(path: name)), secret: nil).storage,
                server: nil, defaultServer: try ServerAddress("http://127.0.0.1"),
                device: .current(),
                environment: ClientEnvironment(
                    transport: server, dialer: server, time: ManualTime(skipping: .seconds(4)),
                    makeCalls: { CallsDouble($0) }))
        }

        func signIn(_ client: ECallClient) async throws -> Account {
            try await server.real.letTimePass()
            let identifier = LoginIdentifier.email(DeviceKeyTests.email)
            try await client.signIn.requestCode(identifier)
            return try await client.signIn.verify(try await server.real.code(to: DeviceKeyTests.email))
        }

        func published(of client: ECallClient, _ account: Account) async throws -> (key: String?, sign: SignedIdentity?)
        {
            let answer: PublicKeysResponse = try await client.api.send(
                .publicKeys, body: PublicKeysRequest(userIds: [account.userId]))
            let name = "\(account.userId)_\(account.deviceId)"
            return (
                answer.publicKeys[name], try answer.identities?[name].map { try SignedIdentity(verifying: $0) }
            )
        }
    }

    private static func withParts(_ body: (Parts) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-keys-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(Parts(directory: directory))
    }

    private static func failure(_ work: () async throws(KeyTransferError) -> Void) async -> KeyTransferError? {
        do throws(KeyTransferError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    /// A pair that openssl has made, and its public key as it travels.
    private static func pair() throws -> (privateKey: String, publicKey: String, text: String) {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/key-pairs.json").standardizedFileURL
        let vectors = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let row = try #require((vectors?["pairs"] as? [[String: Any]])?.first)
        return (
            try #require(row["privateKey"] as? String), try #require(row["publicKey"] as? String),
            try #require(row["text"] as? String)
        )
    }

    /// 000-25
    @Test("an imported pair is the device's from its first sign-in, and no later one is accepted")
    func imported() async throws {
        let pair = try Self.pair()
        try await Self.withParts { parts in
            let ana = try parts.device("ana")
            #expect(
                await Self.failure { () async throws(KeyTransferError) in
                    try await ana.deviceKeys.importKeyPair("Hello")
                } == .pair(.privateUnreadable))
            try await ana.deviceKeys.importKeyPair(pair.privateKey, matching: pair.publicKey)
            // No one knows it yet: another one may replace it.
            try await ana.deviceKeys.importKeyPair(pair.privateKey)
            let account = try await parts.signIn(ana)
            let published = try await parts.published(of: ana, account)
            #expect(published.key == pair.text)
            #expect(try await ana.deviceKeys.signingKeyPair().publicKey == published.sign?.sign)
            #expect(
                await Self.failure { () async throws(KeyTransferError) in
                    try await ana.deviceKeys.importKeyPair(pair.privateKey)
                } == .inUse)
            _ = try await ana.signIn.signOut()
            try await ana.deviceKeys.importKeyPair(pair.privateKey)
            await ana.close()
        }
    }

    /// 000-24, 001-17
    @Test("a saved pair works elsewhere as another device with the same RSA key, beside the first one")
    func restored() async throws {
        try await Self.withParts { parts in
            let phone = try parts.device("phone")
            #expect(
                await Self.failure { () async throws(KeyTransferError) in
                    _ = try await phone.deviceKeys.recoveryPackage(under: Self.code)
                } == .noKeys)
            let account = try await parts.signIn(phone)
            let before = try await parts.published(of: phone, account)
            let package = try await phone.deviceKeys.recoveryPackage(under: Self.code)
            let laptop = try parts.device("laptop")
            #expect(
                await Self.failure { () async throws(KeyTransferError) in
                    try await laptop.deviceKeys.restore(package, with: String(Self.code.dropLast()) + "1")
                } == .package(.wrongCodeOrChanged))
            try await laptop.deviceKeys.restore(package, with: Self.code.lowercased())
            let moved = try await parts.signIn(laptop)
            #expect(moved.userId == account.userId && moved.deviceId != account.deviceId)
            let after = try await parts.published(of: laptop, moved)
            #expect(after.key == before.key && after.sign?.sign != nil && after.sign?.sign != before.sign?.sign)
            #expect(
                await Self.failure { () async throws(KeyTransferError) in
                    try await phone.deviceKeys.restore(package, with: Self.code)
                } == .inUse)
            try await parts.server.real.letTimePass(seconds: 3600)
            _ = try await phone.api.send(.user, as: UserResponse.self)
            #expect(try await parts.published(of: phone, account) == before)
            // The private half was not sent to the server.
            let secret = try #require(try await laptop.deviceKeys.keyPair()).exportDER()
            let private64 = secret.withUnsafeBytes { Data($0).base64EncodedString() }
            let sent = parts.server.bodies.joined()
            #expect(!sent.contains(private64.suffix(200)) && !sent.contains(private64.dropFirst(400).prefix(200)))
            await phone.close()
            await laptop.close()
        }
    }

    @Test("each reason has a text of its own")
    func words() {
        let reasons: [KeyTransferError] =
            KeyPairProblem.allCases.map { .pair($0) } + [
                .package(.malformedCode), .package(.malformed), .package(.unsupportedVersion),
                .package(.wrongCodeOrChanged), .package(.failed), .inUse, .noKeys, .damagedKeys,
            ]
        let sentences = reasons.map { Texts(.english).string($0.text) }
        #expect(
            Set(sentences).count == reasons.count
                && sentences.allSatisfy { $0.hasSuffix(".") || $0.contains("openssl") })
        #expect(KeyTransferError.package(.keys(.notRSA)).text == KeyTransferError.pair(.notRSA).text)
    }
}
