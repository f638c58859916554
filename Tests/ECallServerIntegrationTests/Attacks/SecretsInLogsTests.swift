import Foundation
import Processes
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

@Suite("Attacks: secrets in the log of a real server", .timeLimit(.minutes(1)), .serialized)
struct SecretsInLogsTests {
    /// Who: anyone who reads logs.
    /// With: everything that the server logs at trace from the start to the stop, with a restart of Janus in between.
    /// Gets: Janus' secrets (`sl-service=MediaServers(…)`) → none, nor coturn's, nor the mail server's password.
    /// 003-29
    @Test("a start, a restart of Janus, SIGHUP and a stop log no secret at trace level")
    func trace() async throws {
        try await ServerProcess.withFolder { folder in
            let words = ["mail-password-3f9", "sms-token-3f9", "signing-secret-3f9"]
            let server = try await ServerProcess.start(
                in: folder,
                environment: [
                    "ECALL_SMTP_HOST": "127.0.0.1", "ECALL_SMTP_SENDER": "a@b.example", "ECALL_SMTP_USERNAME": "ecall",
                    "ECALL_SMTP_PASSWORD": words[0], "ECALL_TWILIO_ACCOUNT_SID": "AC1",
                    "ECALL_TWILIO_AUTH_TOKEN": words[1], "ECALL_TWILIO_SENDER": "+12025550100",
                    "ECALL_SIGNING_SECRETS": "ios:" + words[2], "ECALL_SIGNING_REQUIRED": "false",
                ], logLevel: "trace")
            let access = try JSONDecoder().decode(
                MediaServers.JanusAccess.self, from: Data(contentsOf: URL(filePath: server.data + "/run/janus.json")))
            let turn = try String(contentsOfFile: server.data + "/run/coturn.conf", encoding: .utf8)
            let turnSecret = try #require(turn.firstMatch(of: /static-auth-secret=(.*)/)?.output.1)
            let root = try String(contentsOfFile: server.data + "/secret", encoding: .utf8)
            let janus = try #require(server.child("janus"))
            kill(janus.pid, SIGKILL)
            var lines = server.said
            for await line in server.process.lines {
                lines.append(line)
                if line.contains("janus answers again.") { kill(server.pid, SIGHUP) }
                if line.contains("SIGHUP: ") { kill(server.pid, SIGTERM) }
            }
            _ = await server.process.waitForExit()
            let text = lines.joined(separator: "\n")
            #expect(text.contains("MediaServers(…)") && text.contains("SIGHUP"))
            let secrets = [
                access.secrets.adminKey, access.secrets.adminSecret, access.secrets.roomSecret,
                access.secrets.tokenSecret, String(turnSecret), root,
            ]
            for secret in secrets + words { #expect(!text.contains(secret)) }
        }
    }
}
