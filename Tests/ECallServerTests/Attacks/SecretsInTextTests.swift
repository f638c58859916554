import Crypto
import Foundation
import Testing

@testable import ECallServer
@testable import MediaServers
@testable import Notifications
@testable import OpenIDConnect
@testable import ServerFoundation

@Suite("Attacks: secrets in texts", .timeLimit(.minutes(1)))
struct SecretsInTextTests {
    private static let canary = "canary-7Qx"

    private static func values() throws -> [any Sendable] {
        let canary = Self.canary
        let secrets = JanusSecrets(tokenSecret: canary, adminSecret: canary, adminKey: canary, roomSecret: canary)
        var providers = ProviderSettings()
        providers.smtp = SMTPSettings(
            host: "a.example", port: 1, username: "a", password: canary, sender: "a@b.example")
        providers.twilio = TwilioSettings(accountSID: "AC1", authToken: canary, sender: "+1")
        providers.google = GoogleSettings(clientIDs: ["a"], clientSecret: canary)
        var settings = ServerSettings(dataDirectory: "/data")
        settings.providers = providers
        settings.requestSigning = ["ios": canary]
        let coturn = CoturnConfiguration(
            secret: canary, addresses: try #require(MediaAddresses(["127.0.0.1"])), port: 1, relayPorts: 2...3,
            folder: "/run",
            tls: .init(pem: PEMPair(certificate: canary, key: canary), port: 4))
        let message = OutgoingMessage(channel: .email, to: canary, code: canary, subject: nil, body: canary)
        return [
            secrets, providers, settings, coturn, message, JanusTokens(secret: canary), TURNCredentials(secret: canary),
            MediaServers.JanusAccess(secrets: secrets, webSocketPort: 1, adminPort: 2, mediaAddress: "a"),
            JanusConfiguration(
                secrets: secrets, addresses: try #require(MediaAddresses(["127.0.0.1"])), webSocketPort: 1,
                adminPort: 2, mediaPorts: 3...4, libraries: "/",
                folder: "/"),
            SupervisedProgram(
                name: "a", executable: "/a", arguments: [], marker: "", files: [("a", coturn.text)], check: {}),
            try SMTPSender(settings: try #require(providers.smtp), clock: .system),
            PEMPair(certificate: canary, key: canary), ServerSecrets(root: SymmetricKey(data: Data(canary.utf8))),
        ]
    }

    /// Who: anyone who reads logs, which are sent to more people and kept longer than secrets.
    /// With: a value that holds a secret, made part of a message or of metadata, alone or inside of others.
    /// Gets: the secret (Janus' at debug) → the name of the type.
    @Test("a value with a secret prints only its type's name")
    func texts() throws {
        for value in try Self.values() {
            for text in [
                "\(value)", String(reflecting: value), "\([value])", "\(Optional(value) as Any)", "\((1, value))",
            ] {
                #expect(!text.contains(Self.canary), "\(type(of: value))")
            }
        }
    }

    /// Who: the same. With: `dump`, as a debugging line may. Gets: the same.
    @Test("dumping a confidential value does not reveal its secret")
    func dumps() throws {
        for value in try Self.values() where value is any Confidential {
            var text = ""
            dump(value, to: &text)
            #expect(!text.contains(Self.canary), "\(type(of: value))")
        }
    }
}
