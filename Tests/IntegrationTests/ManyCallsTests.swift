import ECallCalls
import Foundation
import GRDB
import MediaServers
import Processes
import Testing

@testable import ECallDemonstration

/// The number of calls in the first round.
private let most = ProcessInfo.processInfo.environment["MANY_CALLS"].flatMap { Int($0) }

/// A minute of ringing and minutes of setting up: `./test --only long`. `RecoveryServerTests` has the details of one call.
@Suite(
    "Many calls survive the end of the server", .timeLimit(.minutes(8)),
    .enabled(if: most != nil, "MANY_CALLS does not say how many: run by ./test --only long"))
struct ManyCallsTests {
    /// The load above which a machine carries no more calls, and missing audio is not the server's fault.
    private static let full = 0.85

    @Test(
        "kill -9 of the server during calls, and while one more rings: all continue, each is notified of its end once")
    func serverDies() async throws {
        for number in try Self.numbers() {
            let (problems, load) = try await round(number)
            print("measured: the machine was busy for \(Int(load * 100)) % of the time with \(number) calls")
            guard !problems.isEmpty else { return }
            guard load > Self.full, number > Self.fewest else {
                for problem in problems { Issue.record("\(problem)") }
                return
            }
            print("That was more than it carries (\(problems.joined(separator: ", "))): again, with half the calls.")
        }
    }

    private static let fewest = 5

    /// The given number of calls, then half as many, and half of these.
    private static func numbers() throws -> [Int] {
        let first = try #require(most)
        return [first, max(first / 2, fewest), max(first / 4, fewest)]
    }

    /// Runs one round. Returns the differences from an undisturbed run, and the load of the machine meanwhile.
    private func round(_ number: Int) async throws -> (problems: [String], load: Double) {
        try await onStage("many-calls") { stage, server in
            let began = ContinuousClock.now
            let pairs = try await concurrently(Array(1...(number + 1))) { try await stage.pair($0, at: server) }
            print(
                "measured: \(pairs.count * 2) people have signed in after \((ContinuousClock.now - began).milliseconds) ms"
            )
            let calls = try await concurrently(pairs.dropLast()) { try await SoundCall($0, $1) }
            print("measured: \(calls.count) calls run after \((ContinuousClock.now - began).milliseconds) ms")
            let (caller, callee) = try #require(pairs.last)
            let ringing = try await RingingCall(caller, callee)

            for call in calls { await call.forget() }
            let load = try MachineLoad()
            let killed = ContinuousClock.now
            kill(server.child.pid, SIGKILL)
            _ = await server.child.waitForExit()
            let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
            let again = try await stage.startServer(port: port)
            print("measured: the server is there again after \((ContinuousClock.now - killed).milliseconds) ms")
            do {
                // The timeout is longer than Janus keeps an unclaimed session.
                try await ringing.timesOut()
                let share = try load.share()
                var problems: [String] = []
                for call in calls { problems += await call.interruptions() }
                let losses = try await concurrently(calls) { try await $0.end() }.flatMap { $0 }
                let most = losses.map(\.milliseconds).max() ?? 0
                print("measured: at most \(most) ms of sound were missing of any call at any end")
                problems += losses.flatMap(\.problems)
                #expect(await ringing.isToldOnce())
                try Self.expectRecords(server, number)
                #expect(
                    try await JanusAdmin(access: again.operatorAccess()).emptied()
                        == JanusAdmin.Counts(sessions: 0, handles: 0))
                await again.child.stop()
                return (problems, share)
            } catch {
                await again.child.stop()
                throw error
            }
        }
    }

    /// Expects each call in the database, with its participants and its end.
    private static func expectRecords(_ server: DemoServer, _ number: Int) throws {
        let database = try DatabaseQueue(path: server.data + "/ecall.sqlite")
        func count(_ sql: String) throws -> Int? { try database.read { try Int.fetchOne($0, sql: sql) } }
        #expect(try count("SELECT COUNT(*) FROM calls WHERE ended_at IS NOT NULL") == number + 1)
        #expect(try count("SELECT COUNT(*) FROM calls WHERE answered_at IS NOT NULL") == number)
        #expect(try count("SELECT COUNT(*) FROM call_participants WHERE joined_at < left_at") == number * 2 + 1)
        #expect(try count("SELECT COUNT(*) FROM live_calls WHERE is_over = 0") == 0)
    }
}

/// A call of two command lines without video in which both hear each other. Packets are long, so that two slow cores carry
/// forty people in a debug build.
private struct SoundCall {
    private static let packetTime = 60
    private static let media = ["--packet-time", "\(packetTime)", "--test-source"]
    private let caller: Person
    private let callerEvents: Events
    private let calleeEvents: Events
    private let processes: [PipedProcess]
    private let began: ContinuousClock.Instant
    private var events: [Events] { [callerEvents, calleeEvents] }

    init(_ caller: Person, _ callee: Person) async throws {
        self.caller = caller
        let listening = try callee.start(["listen", "--auto-answer=anyone"] + Self.media + ["2"])
        calleeEvents = Events(listening)
        try await calleeEvents.wait(for: "listening", .seconds(60))
        let calling = try caller.start(["call", callee.name] + Self.media + ["1"])
        callerEvents = Events(calling)
        processes = [listening, calling]
        for events in [callerEvents, calleeEvents] { try await events.wait(for: "firstSound", .seconds(60)) }
        began = .now
    }

    func forget() async { for events in events { await events.forget() } }

    /// The notifications of all sides; empty if all calls continued.
    func interruptions() async -> [String] {
        var told: [String] = []
        for events in events {
            for name in ["ended", "connection", "participantLeft"] where await events.has(name) {
                told.append("\(caller.name): \(name)")
            }
        }
        return told
    }

    /// The audio that one side could not open and decode.
    struct Loss {
        let milliseconds: Int
        /// Frames whose key did not arrive in time, or worse.
        let bad: Int
        let drops: [String: Int]

        var problems: [String] {
            (milliseconds < 2000 ? [] : ["\(milliseconds) ms of sound are missing"])
                + (bad == 0 ? [] : ["frames were dropped: \(drops)"])
        }
    }

    /// Hangs up; returns the loss of each side.
    func end() async throws -> [Loss] {
        // A call that has ended already is an interruption, and cannot be hung up.
        for events in events where await events.has("ended") {
            for process in processes { process.interrupt() }
            return []
        }
        let took = (ContinuousClock.now - began).milliseconds
        try await caller.run(["hangup"])
        let ends = [try await callerEvents.end(), try await calleeEvents.end()]
        for events in events { #expect(await events.count("ended") == 1) }
        for process in processes { process.interrupt() }
        // Failures that load does not explain.
        for end in ends {
            #expect(end.openDrops["badTag", default: 0] == 0 && end.openDrops["replay", default: 0] == 0)
        }
        return ends.map {
            Loss(
                milliseconds: took - $0.audioFramesDecoded * Self.packetTime, bad: $0.framesDroppedBad,
                drops: $0.openDrops)
        }
    }
}

/// A call that is not answered.
private struct RingingCall {
    private let events: [Events]
    private let began: ContinuousClock.Instant

    init(_ caller: Person, _ callee: Person) async throws {
        let listening = Events(try callee.start(["listen", "--test-source", "2"]))
        try await listening.wait(for: "listening", .seconds(60))
        let calling = Events(try caller.start(["call", callee.name, "--test-source", "1"]))
        try await listening.wait(for: "incoming", .seconds(30))
        // On a full machine the command itself may have taken seconds to ask for it.
        began = .now
        events = [calling, listening]
    }

    /// Expects the end a minute after the start, on any clock, and by the server's signal: without one a client asks only
    /// after 65 s.
    func timesOut() async throws {
        do {
            for events in events { try await events.wait(for: "ended", .seconds(80)) }
        } catch {
            print("whom it rang was told of its end: \(await events[1].has("ended"))")
            throw error
        }
        let milliseconds = (ContinuousClock.now - began).milliseconds
        print("measured: the call that rang was over after \(milliseconds) ms")
        #expect((50_000...64_000).contains(milliseconds))
    }

    func isToldOnce() async -> Bool {
        for events in events where await events.count("ended") != 1 { return false }
        return true
    }
}

extension Stage {
    /// Two more people, signed in and friends.
    fileprivate func pair(_ number: Int, at server: DemoServer) async throws -> (Person, Person) {
        let people = ["Caller", "Callee"].enumerated().map { index, name in
            Person(
                "\(name)\(number)", number: index + 1, ecall: Self.binaries + "/ecall", home: directory + "/profiles",
                server: server.url)
        }
        for person in people { try await person.signIn { try server.code(for: $0) } }
        try await Demonstration.befriend(people[0], people[1])
        return (people[0], people[1])
    }
}

/// Runs two at a time: a machine has at least two cores.
private func concurrently<Item: Sendable, Value: Sendable>(
    _ items: some Collection<Item>, _ body: @escaping @Sendable (Item) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        var values: [Value] = []
        for (index, item) in items.enumerated() {
            if index >= 2, let value = try await group.next() { values.append(value) }
            group.addTask { try await body(item) }
        }
        for try await value in group { values.append(value) }
        return values
    }
}
