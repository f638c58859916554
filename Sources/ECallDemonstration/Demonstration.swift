import ECallCalls
import Foundation
import MediaServers
import Processes

/// The whole demonstration: a server, two people, a call, the same call through the TURN server, and an eavesdropper.
struct Demonstration: Sendable {
    let binaries: String
    /// The directory for data, profiles and logs.
    let directory: String
    let mediaAddress: String
    let duration: Duration
    let say: @Sendable (String) -> Void

    func run() async throws -> Verdict {
        say("Starting the server with Janus and coturn")
        let server = try await DemoServer.start(
            binaries: binaries, data: directory + "/server", mediaAddress: mediaAddress)
        do {
            let verdict = try await call(through: server)
            await agents.end()
            await server.child.stop()
            return verdict
        } catch {
            for line in server.child.diagnostics { say("  server: \(line)") }
            await agents.end()
            await server.child.stop()
            throw error
        }
    }

    private var agents: AgentProcesses { AgentProcesses(home: directory + "/profiles") }

    private func call(through server: DemoServer) async throws -> Verdict {
        let people = [("Ana", 1), ("Bo", 2)].map { name, number in
            Person(
                name, number: number, ecall: binaries + "/ecall", home: directory + "/profiles", server: server.url)
        }
        let (ana, bo) = (people[0], people[1])
        for person in people {
            try await person.signIn { try server.code(for: $0) }
            say("\(person.name) signed in with a one-time code")
        }
        try await Self.befriend(ana, bo)
        say("\(bo.name) added \(ana.name) by a share token, \(ana.name) accepted")

        say("\(ana.name) calls \(bo.name)")
        let direct = try await run(ana, bo, server, relayOnly: false)
        say("\(ana.name) calls \(bo.name) again, all media through coturn")
        let relayed = try await run(ana, bo, server, relayOnly: true)

        let left = try await JanusAdmin(access: try server.operatorAccess()).emptied()
        for person in people { try await person.run(["logout"]) }
        // coturn writes an allocation's counters when it has ended.
        let bytes = await settled { server.relayedBytes() }
        table(direct, relayed, bytes)
        return Verdict.judge(
            direct: direct, relayed: relayed, relayedBytes: bytes, numbers: (ana.number, bo.number), left: left)
    }

    private func run(_ caller: Person, _ callee: Person, _ server: DemoServer, relayOnly: Bool) async throws
        -> CallRun.Outcome
    {
        try await CallRun(
            caller: caller, callee: callee, server: server, relayOnly: relayOnly, eavesdrop: !relayOnly,
            duration: duration, progress: { say("  \($0)") }
        ).run()
    }

    /// Makes two people contacts: one makes a share token, the other adds it, the first accepts.
    static func befriend(_ one: Person, _ other: Person) async throws {
        guard let token = try await one.run(["share"]).compactMap({ $0.text("token") }).first else {
            throw DemoFailure("no share token was made")
        }
        try await other.run(["add", token])
        try await one.run(["accept", other.name])
    }

    /// Waits until both allocations have been counted, at most five seconds.
    private func settled(_ read: () -> [String: Int]) async -> [String: Int] {
        for _ in 0..<25 {
            let bytes = read()
            if bytes.values.filter({ $0 >= Verdict.relayedBytes }).count >= 2 { return bytes }
            try? await Task.sleep(for: .milliseconds(200))
        }
        return read()
    }

    private func table(_ direct: CallRun.Outcome, _ relayed: CallRun.Outcome, _ bytes: [String: Int]) {
        func line(_ title: String, _ first: String, _ second: String) {
            say(
                "  " + title.padding(toLength: 44, withPad: " ", startingAt: 0)
                    + first.padding(toLength: 22, withPad: " ", startingAt: 0) + second)
        }
        func row(_ title: String, _ value: (CallRun.Outcome) -> String) {
            line(title, value(direct), value(relayed))
        }
        func reasons(_ statistics: CallStatistics) -> String {
            let drops = statistics.openDrops.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
            return drops.isEmpty ? "-" : drops.joined(separator: ", ")
        }
        func delay(_ statistics: CallStatistics) -> String {
            statistics.pictureDelayMilliseconds.map { String(format: "%.0f", $0) } ?? "-"
        }
        say("")
        line("", "direct", "through coturn")
        row("pressing call → first picture, ms") { "\($0.setupMilliseconds)" }
        row("capture → decoded picture, ms (Ana / Bo)") { "\(delay($0.caller)) / \(delay($0.callee))" }
        row("pictures decoded (Ana / Bo)") { "\($0.caller.videoFramesDecoded) / \($0.callee.videoFramesDecoded)" }
        row("sounds decoded (Ana / Bo)") { "\($0.caller.audioFramesDecoded) / \($0.callee.audioFramesDecoded)" }
        row("bad frames (Ana / Bo)") { "\($0.caller.framesDroppedBad) / \($0.callee.framesDroppedBad)" }
        row("not opened (Ana / Bo)") { "\(reasons($0.caller)) / \(reasons($0.callee))" }
        row("keys taken (Ana / Bo)") { "\($0.caller.keys) / \($0.callee.keys)" }
        row("key found in Ana's memory (during / after)") { "\($0.keyCopies.during) / \($0.keyCopies.after)" }
        row("candidate pairs of Ana") { Set($0.caller.candidatePairs).sorted().joined(separator: " ") }
        row("eavesdropper: pictures, sounds received") { "\($0.caught.videoFrames), \($0.caught.audioFrames)" }
        row("eavesdropper: opened, understood") { "\($0.caught.opened), \($0.caught.understood)" }
        say("  coturn carried: " + bytes.map { "\($1 / 1000) kB for device \($0)" }.sorted().joined(separator: ", "))
        for process in direct.usage {
            say(
                String(
                    format: "  %@: %.0f MB at most, %.1f s of CPU by the end of the first call",
                    process.name.padding(toLength: 16, withPad: " ", startingAt: 0), process.peakMegabytes,
                    process.cpuSeconds))
        }
        say("")
    }
}

extension JanusAdmin {
    /// The counts once nothing is left, or after five seconds the remaining ones.
    func emptied() async throws -> Counts {
        var last = try await counts()
        for _ in 0..<25 where last != Counts(sessions: 0, handles: 0) {
            try await Task.sleep(for: .milliseconds(200))
            last = try await counts()
        }
        return last
    }
}
