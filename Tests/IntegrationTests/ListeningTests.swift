import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Listening outlives its agent and server", .timeLimit(.minutes(3)), .serialized)
struct ListeningTests {
    private func notice(_ part: String, _ events: Events) async throws {
        try await within(.seconds(60), "“\(part)”") {
            // Polls what came from another program.
            while await !events.said(part) { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// Makes a call that is heard; then the listener hangs up automatically.
    private func rings(_ ana: Person, _ events: Events, _ options: String...) async throws {
        await events.forget()
        let calling = try ana.start(["call", "Bo", "--test-source", "1"] + options)
        defer { calling.interrupt() }
        try await events.wait(for: "firstSound", .seconds(60))
        #expect(try await events.wait(for: "ended", .seconds(30)).text("reason") == "hungUp")
        _ = await calling.waitForExit()
    }

    @Test(
        "kill -9 of the agent, then of the server: a listener reports both, and takes the next call; limits end calls only"
    )
    func survives() async throws {
        try await onStage("listening") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let listening = try bo.start([
                "listen", "--auto-answer=anyone", "--test-source", "2", "--stay-on-line", "1",
            ])
            let events = Events(listening)
            try await events.wait(for: "listening", .seconds(30))
            try await rings(ana, events, "--video")

            await events.forget()
            kill(try AgentProcesses(home: stage.directory + "/profiles").agent(of: "bo"), SIGKILL)
            try await events.wait(for: "listening", .seconds(30))
            #expect(listening.diagnostics.contains { $0.contains("The agent was killed. Starting it again at once") })
            try await rings(ana, events)

            kill(server.child.pid, SIGKILL)
            _ = await server.child.waitForExit()
            try await notice("The server isn’t responding, so no calls come in.", events)
            let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
            let again = try await stage.startServer(port: port)
            do {
                try await notice("Connected to the server again. Calls come in.", events)
                try await rings(ana, events)

                // Signed out in another terminal, the listener reports why it ends.
                try await bo.run(["logout"])
                #expect(await listening.waitForExit() == 3)
                await listening.diagnosticsEnded()
                #expect(listening.diagnostics.contains { $0.contains("This profile was signed out") })
            } catch {
                await again.child.stop()
                throw error
            }
            await again.child.stop()
        }
    }

    @Test("a new contact rings and is not answered automatically; a verified one is, and by name one met before")
    func trusted() async throws {
        try await onStage("answering") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let listening = try bo.start(["listen", "--auto-answer", "--test-source", "2"])
            let events = Events(listening)
            try await events.wait(for: "listening", .seconds(30))
            let refused = Events(try ana.start(["call", "Bo", "--test-source", "1"]))
            try await notice("You haven’t met them on any device", events)
            try await bo.run(["decline"])
            _ = try await refused.wait(for: "ended", .seconds(30))
            // Bo compares numbers while he listens.
            try await bo.run(["verify", "Ana"])
            try await bo.run(["verify", "Ana", "--yes"])
            await events.forget()
            let calling = try ana.start(["call", "Bo", "--test-source", "1"])
            try await events.wait(for: "firstSound", .seconds(30))
            try await ana.run(["hangup"])
            #expect(try await events.wait(for: "ended", .seconds(30)).text("reason") == "remoteHungUp")
            for child in [calling, listening] {
                child.interrupt()
                _ = await child.waitForExit()
            }
            let named = try ana.start(["listen", "--auto-answer", "--from", "Bo", "--test-source", "1"])
            let atAna = Events(named)
            try await atAna.wait(for: "listening", .seconds(30))
            let back = try bo.start(["call", "Ana", "--test-source", "2"])
            try await atAna.wait(for: "firstSound", .seconds(30))
            for child in [back, named] {
                child.interrupt()
                _ = await child.waitForExit()
            }
        }
    }

    @Test("a listener's codec determines what it sends, whatever the caller sends")
    func codec() async throws {
        try await onStage("codec") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let recordings = stage.directory + "/recordings"
            let listening = try bo.start(["listen", "--auto-answer=anyone", "--test-source", "2", "--codec", "vp8"])
            try await Events(listening).wait(for: "listening", .seconds(30))
            let calling = Events(
                try ana.start([
                    "call", "Bo", "--video", "--test-source", "1", "--check-content", "--record", recordings,
                    "--stay-on-line", "2",
                ]))
            let statistics = try await calling.end()
            #expect(statistics.picturesRead["2", default: 0] >= 20)
            let files = try FileManager.default.contentsOfDirectory(atPath: recordings)
            #expect(files.contains { $0.hasSuffix(".webm") } && !files.contains { $0.hasSuffix(".mp4") }, "\(files)")
            listening.interrupt()
            _ = await listening.waitForExit()
        }
    }
}
