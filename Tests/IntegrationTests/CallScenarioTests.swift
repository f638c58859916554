import ECallCalls
import Foundation
import MediaServers
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Calls between two real command lines", .timeLimit(.minutes(3)), .serialized)
struct CallScenarioTests {
    /// 000-40, 000-43
    @Test("002-4: a call can be declined, cancelled and missed, and both sides are notified")
    func notAnswered() async throws {
        try await onStage("ring") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let listening = try bo.start(["listen", "--test-source", "2"])
            let boEvents = Events(listening)
            try await boEvents.wait(for: "listening", .seconds(30))

            let declined = Events(try ana.start(["call", "Bo", "--test-source", "1"]))
            try await boEvents.wait(for: "incoming", .seconds(20))
            try await declined.wait(for: "ringing", .seconds(20))
            try await bo.run(["decline"])
            #expect(try await declined.wait(for: "ended", .seconds(20)).text("reason") == "declined")
            #expect(try await boEvents.wait(for: "ended", .seconds(20)).text("reason") == "declined")
            await boEvents.forget()

            let cancelled = Events(try ana.start(["call", "Bo", "--test-source", "1"]))
            try await boEvents.wait(for: "incoming", .seconds(20))
            try await ana.run(["hangup"])
            #expect(try await cancelled.wait(for: "ended", .seconds(20)).text("reason") == "cancelled")
            #expect(try await boEvents.wait(for: "ended", .seconds(20)).text("reason") == "cancelled")
            listening.interrupt()
            _ = await listening.waitForExit()
        }
    }

    /// 000-29, 000-43, 000-46, 000-76, 002-14, 002-24, 002-26
    @Test(
        "002-5: the callee answers by hand, records, hangs up; the recording is played into a second call; Janus is left empty"
    )
    func audioWithRecording() async throws {
        try await onStage("audio") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let recordings = stage.directory + "/recordings"
            try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: true)
            let listening = try bo.start(["listen"])
            let boEvents = Events(listening)
            try await boEvents.wait(for: "listening", .seconds(30))
            let calling = Events(try ana.start(["call", "Bo", "--test-source", "1", "--check-content"]))
            try await boEvents.wait(for: "incoming", .seconds(20))
            let answering = try bo.start([
                "answer", "--test-source", "2", "--record", recordings, "--check-content", "--stay-on-line", "2",
            ])
            defer { answering.interrupt() }
            try await calling.wait(for: "firstSound", .seconds(20))
            try await boEvents.wait(for: "firstSound", .seconds(20))
            let heard = try await boEvents.end()
            let ended = try await calling.wait(for: "ended", .seconds(20))
            #expect(ended.text("reason") == "remoteHungUp")
            let atAna = try #require(try ended.statistics())
            #expect(heard.audioFramesDecoded > 50 && heard.videoFramesDecoded == 0)
            #expect(atAna.tonesHeard.keys.sorted() == ["2"] && heard.tonesHeard.keys.sorted() == ["1"])
            let files = try FileManager.default.contentsOfDirectory(atPath: recordings)
            #expect(files.count == 1 && files.allSatisfy { $0.hasSuffix(".ogg") })

            // The recording is sent in a second call: Bo hears the recorded tone.
            await boEvents.forget()
            let clip = recordings + "/" + (files.first ?? "")
            let replaying = Events(try ana.start(["call", "Bo", "--input", clip]))
            try await boEvents.wait(for: "incoming", .seconds(20))
            let again = try bo.start(["answer", "--check-content", "--stay-on-line", "2"])
            defer { again.interrupt() }
            _ = try await replaying.end()
            let replayed = try await boEvents.end()
            #expect(
                replayed.tonesHeard.keys.sorted() == ["1"] && replayed.tonesHeard["1", default: 0] >= 10,
                "\(replayed)")
            let left = try await JanusAdmin(access: try server.operatorAccess()).emptied()
            #expect(left == JanusAdmin.Counts(sessions: 0, handles: 0))
            listening.interrupt()
            _ = await listening.waitForExit()
        }
    }

    @Test("a call over VP8: the caller chooses, the callee follows; pictures and tones are read back on both sides")
    func vp8() async throws {
        try await onStage("vp8") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            let recordings = stage.directory + "/recordings"
            try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: true)
            let listening = try bo.start([
                "listen", "--auto-answer=anyone", "--test-source", "2", "--check-content", "--record", recordings,
            ])
            let boEvents = Events(listening)
            try await boEvents.wait(for: "listening", .seconds(30))
            let calling = Events(
                try ana.start([
                    "call", "Bo", "--video", "--codec", "vp8", "--test-source", "1", "--check-content",
                    "--stay-on-line", "3",
                ]))
            let (hers, his) = (try await calling.end(), try await boEvents.end())
            for (statistics, other) in [(hers, "2"), (his, "1")] {
                #expect(statistics.picturesRead.keys.sorted() == [other] && statistics.picturesUnreadable == 0)
                #expect(statistics.picturesRead[other, default: 0] >= 45)
                #expect(statistics.tonesHeard.keys.sorted() == [other])
                #expect(statistics.framesDroppedBad == 0)
            }
            // The extension of the file shows what arrived.
            let files = try FileManager.default.contentsOfDirectory(atPath: recordings)
            #expect(files.count { $0.hasSuffix(".webm") } == 1 && files.count { $0.hasSuffix(".ogg") } == 1)
            listening.interrupt()
            _ = await listening.waitForExit()
        }
    }

    /// 000-72, 002-9
    @Test("on an unpopulated server, refusals say what to type next", .timeLimit(.minutes(1)))
    func refusals() async throws {
        try await onStage("refusals") { stage, server in
            let cai = Person(
                "Cai", number: 3, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                server: server.url)
            let early = try cai.start(["call", "Bo"])
            #expect(await early.waitForExit() == 3)
            try await cai.signIn { try server.code(for: $0) }
            let stranger = try cai.start(["call", "Bo"])
            #expect(await stranger.waitForExit() != 0)
            let bad = try cai.start(["add", String(repeating: "x", count: 43)])
            #expect(await bad.waitForExit() == 1)
        }
    }
}
