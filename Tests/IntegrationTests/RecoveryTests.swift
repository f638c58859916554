import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Calls survive the end of Janus and coturn", .timeLimit(.minutes(3)), .serialized)
struct RecoveryTests {
    /// Milliseconds from the kill to the first decrypted picture on both sides.
    private static let limit = 5000

    @Test("kill -9 of Janus during a call: both see each other again within 5 s, and no end is signalled")
    func janusDies() async throws {
        try await onStage("recover-janus") { stage, server in
            let call = try await RunningCall(stage, server)
            for round in 1...2 {
                let took = try await call.recovery(from: SIGKILL, at: "janus")
                print("measured kill of Janus, round \(round): \(took) ms until both see each other")
                #expect(took < Self.limit)
            }
            try await call.endsWell()
        }
    }

    @Test("a hung Janus is ended during a call, and both see each other again before their clients give up")
    func janusHangs() async throws {
        try await onStage("recover-hung-janus") { stage, server in
            let call = try await RunningCall(stage, server)
            let took = try await call.recovery(from: SIGSTOP, at: "janus")
            print("measured Janus hangs: \(took) ms until both see each other")
            #expect(took < 17_000)
            try await call.endsWell()
        }
    }

    /// Janus misses both within 2 s, and neither hears anything: noticed earlier than silence alone would be.
    @Test("kill -9 of coturn during a relayed call: both see each other again within 5 s")
    func coturnDies() async throws {
        try await onStage("recover-coturn") { stage, server in
            let call = try await RunningCall(stage, server, "--relay-only")
            var took: [Int] = []
            // A second attempt if other processes used the machine meanwhile.
            repeat {
                took.append(try await call.recovery(from: SIGKILL, at: "coturn"))
                print("measured kill of coturn: \(took.last ?? 0) ms until both see each other")
            } while took.count < 3 && took.allSatisfy { $0 >= Self.limit }
            #expect(took.contains { $0 < Self.limit })
            let (hers, his) = try await call.endsWell()
            #expect((hers.candidatePairs + his.candidatePairs).allSatisfy { $0.hasPrefix("relay/") })
        }
    }
}

/// A video call of two command lines in which both see each other.
struct RunningCall {
    let server: DemoServer
    let ana: Person
    let anaEvents: Events
    let boEvents: Events
    private let processes: [PipedProcess]

    init(_ stage: Stage, _ server: DemoServer, _ options: String...) async throws {
        self.server = server
        let (ana, bo) = try await stage.friends(at: server)
        self.ana = ana
        let options = options + ["--check-content"]
        let listening = try bo.start(["listen", "--auto-answer=anyone", "--test-source", "2"] + options)
        boEvents = Events(listening)
        try await boEvents.wait(for: "listening", .seconds(30))
        let calling = try ana.start(["call", "Bo", "--video", "--test-source", "1"] + options)
        anaEvents = Events(calling)
        processes = [listening, calling]
        for name in ["firstPicture", "firstSound"] {
            for events in [anaEvents, boEvents] { try await events.wait(for: name, .seconds(30)) }
        }
    }

    /// Sends a signal to a child of the server; returns the milliseconds until both sides have a decrypted picture again.
    func recovery(from signal: Int32, at program: String) async throws -> Int {
        for events in [anaEvents, boEvents] { await events.forget() }
        let text = try String(contentsOfFile: "\(server.data)/run/\(program).pid", encoding: .utf8)
        // The number, and below it the start time, which distinguishes it from a later process with that number.
        guard let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) }), pid > 1 else {
            throw DemoFailure("\(program) has no process id")
        }
        let killed = ContinuousClock.now
        kill(pid, signal)
        let ends = [anaEvents, boEvents]
        for events in ends { _ = try await events.wait(for: "firstPicture", .seconds(30)) }
        let took = (ContinuousClock.now - killed).milliseconds
        for events in ends { _ = try await events.wait(for: "firstSound", .seconds(30)) }
        print("measured: both hear each other again after \((ContinuousClock.now - killed).milliseconds) ms")
        for events in [anaEvents, boEvents] {
            #expect(try await events.wait(for: "connection", .seconds(1)).text("state") == "reconnecting")
        }
        // The present state persists.
        await #expect(throws: DemoFailure.self) { try await anaEvents.wait(for: "ended", .seconds(3)) }
        #expect(await !boEvents.has("ended"))
        return took
    }

    /// Hangs up; both have seen and heard the other, and nothing was sealed wrongly.
    @discardableResult
    func endsWell() async throws -> (caller: CallStatistics, callee: CallStatistics) {
        try await ana.run(["hangup"])
        let (hers, his) = (try await anaEvents.end(), try await boEvents.end())
        for (statistics, other) in [(hers, "2"), (his, "1")] {
            #expect(statistics.picturesRead.keys.sorted() == [other])
            #expect(statistics.picturesRead[other, default: 0] >= 60)
            #expect(statistics.tonesHeard.keys.sorted() == [other])
            #expect(statistics.openDrops[OpenDropName.badTag, default: 0] == 0)
            #expect(statistics.keys == 1, "the keys stay")
        }
        for process in processes { process.interrupt() }
        return (hers, his)
    }
}

private enum OpenDropName { static let badTag = "badTag" }
