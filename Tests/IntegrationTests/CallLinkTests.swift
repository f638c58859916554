import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

/// Call links between command lines (decision 76).
@Suite("A link to a call", .timeLimit(.minutes(2)))
struct CallLinkTests {
    private struct Asked: Decodable {
        let name: String
        let isInvited: Bool
    }

    /// The message to a person whom the link does not admit.
    private func refusal(of person: Person, by link: String) async throws -> String {
        do {
            try await person.run(["join", link, "--test-source", "\(person.number)"])
        } catch let failure as DemoFailure {
            return failure.description
        }
        return "was let in"
    }

    @Test("a link admits contacts only: at once if met before, after confirmation if not")
    func joins() async throws {
        try await onStage("call-link") { stage, server in
            let people = ["Ana", "Bo", "Cem", "Dee"].enumerated().map { index, name in
                Person(
                    name, number: index + 1, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                    server: server.url)
            }
            for person in people { try await person.signIn { try server.code(for: $0) } }
            let (ana, bo, cem, dee) = (people[0], people[1], people[2], people[3])
            for person in [bo, cem] { try await Demonstration.befriend(ana, person) }
            let listening = try bo.start([
                "listen", "--auto-answer=anyone", "--no-leave-with-caller", "--test-source", "2",
            ])
            try await Events(listening).wait(for: "listening", .seconds(30))
            let calling = try ana.start(["call", "Bo", "--test-source", "1"])
            let events = Events(calling)
            try await events.wait(for: "firstSound", .seconds(30))
            let shown = try await ana.run(["call-link"])
            let link = try #require(shown.last?.text("link"))
            #expect(try await ana.run(["call-link"]).last?.text("link") == link, "the same until it is withdrawn")

            // Not met before: Ana is asked.
            let first = try cem.start(["join", link, "--test-source", "3"])
            let coming = Events(first)
            let asked = try await events.wait(for: "invitationRequested", .seconds(20)).decoded(as: Asked.self)
            #expect(asked.name == "Cem" && !asked.isInvited)
            try await ana.run(["invite", "Cem"])
            try await coming.wait(for: "firstSound", .seconds(30))
            try await cem.run(["hangup"])
            _ = await first.waitForExit()

            // Met before.
            let second = try cem.start(["join", link, "--test-source", "3"])
            let back = Events(second)
            try await back.wait(for: "firstSound", .seconds(30))
            #expect(await events.count("invitationRequested") == 2)

            #expect(try await refusal(of: dee, by: link).contains("aren’t contacts"))
            #expect(await events.count("invitationRequested") == 2, "Ana is not told of strangers")
            try await ana.run(["call-link", "--withdraw"])
            #expect(try await ana.run(["call-link"]).last?.text("link") != link)
            try await ana.run(["hangup"])
            try await cem.run(["hangup"])
            for child in [calling, second] { _ = await child.waitForExit() }
            #expect(try await refusal(of: cem, by: link).contains("The call is over"))
            listening.interrupt()
            _ = await listening.waitForExit()
        }
    }
}
