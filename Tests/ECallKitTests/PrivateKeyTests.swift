import ECallAPI
import ECallAuthentication
import ECallCore
import ECallSecurity
import Foundation
import TestSupport
import Testing

@testable import ECallKit
@testable import ECallServerTestSupport

/// Access of an app to the private keys of its device: objects, never their text.
@Suite("Private keys are objects", .timeLimit(.minutes(1)))
struct PrivateKeyTests {
    private static let email = "ana@example.net"

    /// The bytes of a private key as a string could contain them.
    private struct Traces {
        private let texts: [String]

        /// - Parameter bytes: of the private part alone; the middle of it is looked for.
        init(_ secret: SecretBytes) {
            let bytes = secret.withUnsafeBytes { Array($0) }
            let middle = Array(bytes.dropFirst(bytes.count / 3).prefix(18))
            // Base64 of the same bytes looks different at each of three places.
            let base64 = (0..<3).map { Data(middle.dropFirst($0).prefix(15)).base64EncodedString() }
            texts =
                base64 + base64.map { $0.replacing("+", with: "-").replacing("/", with: "_") }
                + [
                    middle.map { String(format: "%02x", $0) }.joined(),
                    middle.map { String(format: "%02X", $0) }.joined(),
                    middle.map { String($0) }.joined(separator: ", "),
                ]
        }

        func areIn(_ text: String) -> Bool { texts.contains { text.contains($0) } }
    }

    /// All strings that Swift makes of a value, alone and inside of others.
    private static func texts(of value: Any) -> [String] {
        var dumped = ""
        // Without the whole server that a client of these tests reaches.
        dump(value, to: &dumped, maxDepth: 4, maxItems: 400)
        return [
            "\(value)", String(reflecting: value), "\([value])", "\(Optional(value) as Any)", "\((1, value))", dumped,
        ]
    }

    private struct Parts {
        let server = ObservedServer()
        let profile: ProfileDirectory
        let client: ECallClient

        init(_ directory: URL, secret: String?) throws {
            profile = try ProfileDirectory(at: directory.appending(path: "p"))
            client = try ECallClient(
                storage: ProfileStore(profile, secret: secret.map { SecretBytes(utf8: $0) }).storage,
                server: nil, defaultServer: try ServerAddress("http://127.0.0.1"),
                device: .current(),
                environment: ClientEnvironment(
                    transport: server, dialer: server, time: ManualTime(skipping: .seconds(4)),
                    makeCalls: { CallsDouble($0) }))
        }

        func signIn() async throws -> Account {
            try await client.signIn.requestCode(.email(PrivateKeyTests.email))
            return try await client.signIn.verify(try await server.real.code(to: PrivateKeyTests.email))
        }
    }

    private static func withParts(secret: String? = nil, _ body: (Parts) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let parts = try Parts(directory, secret: secret)
            try await body(parts)
            await parts.client.close()
        }
    }

    /// 003-10
    @Test("no holder, request or error contains a private key as text")
    func texts() async throws {
        try await Self.withParts { parts in
            let account = try await parts.signIn()
            let pair = try #require(try await parts.client.deviceKeys.keyPair())
            let signing = try await parts.client.deviceKeys.signingKeyPair()
            let traces = [Traces(pair.exportDER()), Traces(signing.exportSeed())]
            // The search finds an existing key.
            let exposed = pair.exportDER().withUnsafeBytes { Data($0) }
            let found = Traces(pair.exportDER())
            #expect(found.areIn(exposed.base64EncodedString()) && found.areIn("\(Array(exposed))"))

            let device = try await parts.client.goOnline()
            let join = try #require(JoinSecrets(xSeed: signing.exportSeed(), mSeed: nil))
            let holders: [Any] = [
                pair, signing, pair.exportDER(), signing.exportSeed(), join, parts.client, parts.client.deviceKeys,
                parts.client.signIn, device, account, SignInError.damagedKeys, DeviceKeyError.notAKey,
            ]
            for holder in holders {
                for text in Self.texts(of: holder) {
                    #expect(!traces.contains { $0.areIn(text) }, "\(type(of: holder))")
                }
                // An encoder that takes any value cannot output it either.
                #expect(holder is Account || !(holder is any Encodable), "\(type(of: holder))")
            }
            for body in parts.server.bodies { #expect(!traces.contains { $0.areIn(body) }) }
        }
    }

    /// 003-10
    @Test(
        "on disk a private key is a file of its owner alone and not text; a sealed one is not readable",
        arguments: [nil, "a passphrase"])
    func kept(secret: String?) async throws {
        try await Self.withParts(secret: secret) { parts in
            _ = try await parts.signIn()
            let keys = parts.client.deviceKeys
            let secrets = [
                try #require(try await keys.keyPair()).exportDER(), try await keys.signingKeyPair().exportSeed(),
            ]
            let files = try FileManager.default.contentsOfDirectory(
                at: parts.profile.secrets, includingPropertiesForKeys: nil)
            #expect(files.count >= 5)
            var holding: Set<String> = []
            for file in files {
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(file.lastPathComponent)")
                let content = try Data(contentsOf: file)
                let text = String(decoding: content, as: UTF8.self)
                #expect(!text.contains("PRIVATE KEY"), "\(file.lastPathComponent)")
                for secret in secrets {
                    #expect(!Traces(secret).areIn(text), "\(file.lastPathComponent)")
                    let bytes = secret.withUnsafeBytes { Data($0) }
                    if content.range(of: bytes.suffix(20)) != nil { holding.insert(file.lastPathComponent) }
                }
            }
            #expect(holding == (secret == nil ? ["device-key.secret", "signing-key.secret"] : []))
            let folder = try FileManager.default.attributesOfItem(atPath: parts.profile.secrets.path)
            #expect(folder[.posixPermissions] as? Int == 0o700)
        }
    }

    /// The interface that an app can call, read from the sources. 003-10
    @Test("no public interface gives out a private key as text or bytes")
    func interface() throws {
        let sources = URL(fileURLWithPath: #filePath).appending(path: "../../../Sources").standardizedFileURL
        let modules = [
            "ECallKit", "ECallFlows", "ECallCalls", "ECallAccount", "ECallAuthentication", "ECallContacts", "ECallCore",
            "ECallSecurity", "KeyDistribution",
        ]
        var read = 0
        for module in modules {
            let folder = sources.appending(path: module)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    read += 1
                    #expect(!Self.givesOut(line), "\(file.lastPathComponent): \(line)")
                }
            }
        }
        #expect(read > 10_000)
        for line in [
            "public func exportPEM() -> String {", "public var privateKey: Data {", "public let seed: [UInt8]",
            "public static func secret(of key: Key) throws(E) -> String?",
        ] { #expect(Self.givesOut(line[...])) }
    }

    /// Whether a public declaration that is named after a private key has the type of a string or of bytes.
    private static func givesOut(_ line: Substring) -> Bool {
        let named = #/^\s*public .*\b(func|var|let) \w*([Pp]rivate|[Ss]ecret|[Ss]eed|PEM|pem|DER)\w*\b(?<rest>.*)/#
        guard let match = try? named.firstMatch(in: line) else { return false }
        return match.rest.contains(#/(->|^:) *(String|Data|\[UInt8\])/#)
    }
}
