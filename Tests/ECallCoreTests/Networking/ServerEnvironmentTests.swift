import ECallCore
import ECallLanguage
import Foundation
import Testing

@Suite("Environments of an app", .timeLimit(.minutes(1)))
struct ServerEnvironmentTests {
    private static let pins = [1, 2].map { "sha256/" + Data(repeating: $0, count: 32).base64EncodedString() }

    @Test("003-9: dev, staging and production each have their server and pins")
    func good() throws {
        let local = try ServerEnvironment(["ENVIRONMENT_NAME": "dev", "API_BASE_URL": "http://127.0.0.1:8080"])
        #expect(local.name == .development && local.server.isLoopback && local.pins == nil && local.trust == .system)
        let full = try ServerEnvironment([
            "ENVIRONMENT_NAME": "Production", "API_BASE_URL": "https://calls.example.org/",
            "SOCKET_BASE_URL": "wss://calls.example.org/ws", "JANUS_SOCKET_URL": "wss://calls.example.org/janus",
            "CERTIFICATE_PINS": Self.pins.joined(separator: ","),
        ])
        #expect(full.name == .production && full.server.description == "https://calls.example.org")
        #expect(try full.pins == CertificatePins(Self.pins) && full.trust.pins == full.pins)
    }

    @Test(
        "a missing or wrong value is reported, never made up",
        arguments: [
            ([:], ServerEnvironment.Problem.missing(.name)), (["API_BASE_URL": "https://a.example"], .missing(.name)),
            (["ENVIRONMENT_NAME": "", "API_BASE_URL": "https://a.example"], .missing(.name)),
            (["ENVIRONMENT_NAME": "prod", "API_BASE_URL": "https://a.example"], .unknownName("prod")),
            (["ENVIRONMENT_NAME": "staging"], .missing(.server)),
            (["ENVIRONMENT_NAME": "staging", "API_BASE_URL": "a.example"], .server(.notAnAddress)),
            (["ENVIRONMENT_NAME": "staging", "API_BASE_URL": "http://a.example"], .insecure(.staging)),
            (["ENVIRONMENT_NAME": "production", "API_BASE_URL": "http://127.0.0.1"], .insecure(.production)),
            (
                [
                    "ENVIRONMENT_NAME": "staging", "API_BASE_URL": "https://a.example",
                    "SOCKET_BASE_URL": "wss://b.example/ws/",
                ], .strayAddress(.signalingSocket, expected: "wss://a.example/ws/")
            ),
            (
                [
                    "ENVIRONMENT_NAME": "staging", "API_BASE_URL": "https://a.example",
                    "JANUS_SOCKET_URL": "ws://a.example/janus",
                ], .strayAddress(.janusSocket, expected: "wss://a.example/janus")
            ),
            (
                [
                    "ENVIRONMENT_NAME": "staging", "API_BASE_URL": "https://a.example", "CERTIFICATE_PINS": pins[0],
                ], .pins(.noBackup)
            ),
        ])
    func bad(values: [String: String], problem: ServerEnvironment.Problem) {
        #expect(throws: problem) { try ServerEnvironment(values) }
        #expect(Texts().string(problem.text).contains("_"), "it names the key")
    }
}
