import ECallAPI
import ECallCalls
import ECallCore
import Foundation
import TestSupport
import Testing

@testable import ECallCommandLine
@testable import ECallServerTestSupport

@Suite("The agent's account commands", .timeLimit(.minutes(1)))
struct AgentAccountTests {
    /// 000-3, 000-14, 000-27
    @Test("a code signs in, and whoami prints the account")
    func signIn() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    await #expect(throws: CommandFailure.notSignedIn) { try await link.result(of: .whoAmI) }
                    let sent = try await link.result(of: .requestCode(form: AgentFixture.form))
                    #expect(sent == .codeSent(to: AgentFixture.email))
                    let code = try await fixture.server.real.code(to: AgentFixture.email)
                    await #expect(throws: CommandFailure.self) {
                        let wrong = code == "000000" ? "111111" : "000000"
                        return try await link.result(of: .verify(form: AgentFixture.form, code: wrong))
                    }
                    _ = try await link.result(of: .verify(form: AgentFixture.form, code: code))
                    guard case .account(let account) = try await link.result(of: .whoAmI) else {
                        Issue.record("no account")
                        return
                    }
                    let signedIn = try #require(fixture.server.signedIn)
                    #expect(account.userId == signedIn.userId && account.deviceId == signedIn.deviceId)
                    #expect(account.name == "Alice Test" && account.email == AgentFixture.email)
                    #expect(account.server == "http://127.0.0.1:9" && account.keys == .plain)
                }
            }
        }
    }

    /// 003-21
    @Test(
        "logout deletes tokens, user data and keys from the disk", arguments: [nil, "correct horse"])
    func signOut(secret: String?) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect(secret: secret) { link in
                    try await fixture.signIn(link)
                    let before = try fixture.storedBytes()
                    #expect(before.keys.contains { $0.hasPrefix("secrets/device-key") })
                    let token = Data(try #require(fixture.server.signedIn).refreshToken.utf8)
                    let found = before.values.contains { $0.range(of: token) != nil }
                    #expect(found == (secret == nil))
                    let answer = try await link.result(of: .signOut)
                    #expect(answer == .done)
                    await #expect(throws: CommandFailure.notSignedIn) { try await link.result(of: .whoAmI) }
                }
                #expect(fixture.server.lines.last == "POST /logout")
                let token = try #require(fixture.server.signedIn).accessToken
                try await fixture.server.real.app.call(.user, token: token).expect(.deviceNotRegistered)
                let after = try fixture.storedBytes()
                #expect(after.keys.filter { $0.hasPrefix("secrets/") }.isEmpty)
                for secret in try await fixture.secrets() {
                    for (name, data) in after {
                        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name) holds what was wiped")
                    }
                }
            }
        }
    }

    /// 000-14
    @Test("a sign-out by the server keeps the keys, and the same account signs in with them")
    func signedOutByServer() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    let before = try fixture.storedBytes()
                    try await fixture.signOutElsewhere()
                    for command in [AgentCommand.contacts(language: nil), .contacts(language: nil), .whoAmI] {
                        await #expect(throws: CommandFailure.signedOutByServer) { try await link.result(of: command) }
                    }
                    let after = try fixture.storedBytes()
                    #expect(!after.keys.contains { $0.hasPrefix("secrets/tokens") })
                    for (name, data) in before where !name.hasPrefix("secrets/tokens") && name.hasPrefix("secrets/") {
                        #expect(after[name] == data, "\(name)")
                    }
                    try await fixture.signIn(link)
                    let key = before.keys.filter { $0.hasPrefix("secrets/device-key") }
                    #expect(try fixture.storedBytes()[try #require(key.first)] == before[try #require(key.first)])
                }
            }
        }
    }

    @Test("logout removes the keys kept after a sign-out by the server")
    func removesKept() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    try await fixture.signOutElsewhere()
                    await #expect(throws: CommandFailure.self) { try await link.result(of: .contacts(language: nil)) }
                    #expect(try await link.result(of: .signOut) == .done)
                    #expect(try fixture.storedBytes().keys.filter { $0.hasPrefix("secrets/") }.isEmpty)
                    await #expect(throws: CommandFailure.notSignedIn) { try await link.result(of: .whoAmI) }
                }
            }
        }
    }

    /// 000-71
    @Test("a server that does not answer is reported in one sentence")
    func unreachable() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory, environmentTime: ManualTime(skipping: .seconds(4)))
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    fixture.server.fail(.unreachable)
                    do throws(CommandFailure) {
                        _ = try await link.result(of: .contacts(language: nil))
                        Issue.record("no failure")
                    } catch {
                        #expect(error.status == .unreachable)
                    }
                }
            }
        }
    }

    @Test("sealed keys open only with their secret, in a new agent")
    func sealed() async throws {
        try await withTemporaryDirectory { directory in
            let first = try AgentFixture(in: directory)
            try await first.run {
                try await first.connect(secret: "correct horse") { try await first.signIn($0) }
            }
            let second = try AgentFixture(in: directory, server: first.server)
            try await second.run {
                await #expect(throws: CommandFailure.locked) { try await second.connect { _ in } }
                await #expect(throws: CommandFailure.wrongSecret) {
                    try await second.connect(secret: "wrong horse") { _ in }
                }
                try await second.connect(secret: "correct horse") { link in
                    _ = try await link.result(of: .whoAmI)
                }
                // Once open, the socket is the guard.
                try await second.connect { link in _ = try await link.result(of: .whoAmI) }
            }
        }
    }

    /// 004-11
    @Test("many contacts come in pages that fit into lines")
    func pages() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    let names = (1...950).map { String(repeating: "ü", count: 40) + "\($0)" }
                    let user = try #require(fixture.server.signedIn).userId
                    try await fixture.server.real.addFriends(names, of: user)
                    var people: [String] = []
                    let last = try await link.result(of: .contacts(language: nil)) { content in
                        if case .page(.contacts(let page)) = content { people += page.map(\.name) }
                    }
                    if case .contacts(let page) = last { people += page.map(\.name) }
                    #expect(people.count == 950 && Set(people) == Set(names))
                }
            }
        }
    }

    @Test("diagnostics are refused unless the agent was started for them")
    func diagnostics() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    await #expect(throws: CommandFailure.self) { try await link.result(of: .diagnoseMemory) }
                }
            }
        }
    }
}
