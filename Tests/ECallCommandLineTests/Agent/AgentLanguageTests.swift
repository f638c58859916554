import ArgumentParser
import ECallAPI
import ECallCore
import Foundation
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCommandLine
@testable import ECallServerTestSupport

/// The language in which the server writes to the person of a profile, over the real server in this process.
@Suite("The agent tells the language", .timeLimit(.minutes(1)))
struct AgentLanguageTests {
    private static let (german, khmer) = ("Dein ECALL-Code: ", "កូដ ECALL របស់អ្នក៖ ")

    /// The languages that were reported to the server without being asked for.
    private static func told(_ fixture: AgentFixture) -> [String] {
        zip(fixture.server.requests, fixture.server.lines).filter { $0.1 == "POST /register_device" }.compactMap {
            (try? JSONDecoder().decode(RegisterDeviceRequest.self, from: $0.0.body ?? Data()))?.language
        }
    }

    /// 000-70
    @Test("the mail with the code is in the language of the terminal that asks, else in that of the agent")
    func signIn() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory, language: { "km" })
            try await fixture.run {
                try await fixture.connect { link in
                    _ = try await link.result(of: .requestCode(form: AgentFixture.form))
                    #expect(try await fixture.server.real.lastMail(to: AgentFixture.email).hasPrefix(Self.khmer))
                    try await fixture.server.real.letTimePass()
                    var form = AgentFixture.form
                    form.language = "de-AT"
                    _ = try await link.result(of: .requestCode(form: form))
                    #expect(try await fixture.server.real.lastMail(to: AgentFixture.email).hasPrefix(Self.german))
                    let code = try await fixture.server.real.code(to: AgentFixture.email)
                    _ = try await link.result(of: .verify(form: form, code: code))
                }
                let request = try #require(
                    zip(fixture.server.requests, fixture.server.lines).reversed().first { $0.1 == "POST /verify-login" }
                )
                let body = String(decoding: request.0.body ?? Data(), as: UTF8.self)
                #expect(body.contains(#""language":"de-AT""#) && request.0.headers["Accept-Language"] == "de-AT")
                #expect(Self.told(fixture).isEmpty)
            }
        }
    }

    /// 000-70
    @Test("a choice reaches the server at once through a running agent, else when the profile is opened next")
    func chosen() async throws {
        try await withTemporaryDirectory { directory in
            let kept = LockedValue<String?>("de")
            let fixture = try AgentFixture(in: directory, language: { kept.withLock(\.self) })
            let settings = Settings(
                try GlobalOptions.parse(["--home", directory.path, "--profile", "p"]), environment: [:])
            @Sendable func tell(_ language: String) async {
                await ConfigCommand.LanguageCommand.tell(language, fixture.profile, settings)
            }
            try await fixture.run {
                try await fixture.connect { link in try await fixture.signIn(link) }
                await tell("km")
                #expect(Self.told(fixture) == ["km"])
            }
            // No agent runs, and none is started for it.
            await tell("vi")
            #expect(Self.told(fixture) == ["km"])
            kept.withLock { $0 = "vi" }
            let again = try AgentFixture(in: directory, server: fixture.server, language: { kept.withLock(\.self) })
            try await again.run {
                try await again.connect { link in _ = try await link.result(of: .whoAmI) }
                while Self.told(fixture) != ["km", "vi"] { try await pause() }
            }
        }
    }
}
