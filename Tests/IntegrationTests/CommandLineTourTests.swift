import Foundation
import Processes
import Testing

@testable import ECallDemonstration

/// Runs the commands of docs/command-line.md that follow a prompt with a name.
@Suite("The tour of the command line", .timeLimit(.minutes(2)))
struct CommandLineTourTests {
    private struct Step {
        let person: String
        let words: [String]
    }

    private static func steps() throws -> [Step] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "docs/command-line.md"), encoding: .utf8)
        return page.matches(of: /(?m)^ {4}(ana|bo)\$ ecall ([^#\n]+)/).map { match in
            Step(person: String(match.1), words: match.2.split(separator: " ").map(String.init))
        }
    }

    @Test("leads two people from sign-in into a call and out of it")
    func runs() async throws {
        let steps = try Self.steps()
        #expect(steps.count >= 15)
        try await onStage("tour") { stage, server in
            let people = Dictionary(
                uniqueKeysWithValues: [("Ana", 1), ("Bo", 2)].map { name, number in
                    (
                        name.lowercased(),
                        Person(
                            name, number: number, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                            server: server.url)
                    )
                })
            var link: String?
            var running: [(command: String, child: PipedProcess)] = []
            for step in steps {
                let person = try #require(people[step.person])
                let words = try step.words.map { $0 == "LINK" ? try #require(link) : $0 }
                switch words[0] {
                case "login":
                    #expect(words == ["login", "--email", person.email, "--name", person.name])
                    try await person.signIn { try server.code(for: $0) }
                case "listen", "call":
                    // In place of a camera and a microphone, which the machine may lack.
                    let child = try person.start(words + ["--test-source", "\(person.number)"])
                    running.append((words[0], child))
                    let events = Events(child)
                    for name in words[0] == "listen" ? ["listening"] : ["firstSound", "firstPicture"] {
                        try await events.wait(for: name, .seconds(30))
                    }
                default:
                    let lines = try await person.run(words)
                    if words[0] == "share" { link = lines.last?.text("link") ?? lines.last?.text("token") }
                }
            }
            #expect(running.map(\.command) == ["listen", "call"])
            // The tour hangs up, and leaves Bo waiting.
            for (command, child) in running.reversed() {
                if command == "listen" { child.interrupt() }
                let status = try await within(.seconds(20), "the end of \(command)") { await child.waitForExit() }
                #expect(status == (command == "listen" ? 130 : 0), "\(command)")
            }
        }
    }
}
