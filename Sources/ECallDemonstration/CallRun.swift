import ECallAPI
import ECallCalls
import Foundation
import Processes

/// A call of the demonstration, from pressing call to the last counter.
struct CallRun: Sendable {
    struct Outcome: Sendable {
        /// Starting `ecall call` → the line that reports the first decrypted video frame.
        var setupMilliseconds = 0
        var caller = CallStatistics()
        var callee = CallStatistics()
        var caught = Eavesdropper.Captured()
        var usage: [ProcessUsage] = []
        /// How often the call key was found in the caller's own memory during the call, and after it.
        var keyCopies = (during: 0, after: 0)
        /// Seconds of wall time between the first video frame and hanging up.
        var seconds = 0.0
    }

    let caller: Person
    let callee: Person
    let server: DemoServer
    let relayOnly: Bool
    let eavesdrop: Bool
    /// How long both see each other at least.
    let duration: Duration
    let progress: @Sendable (String) -> Void

    func run() async throws -> Outcome {
        var outcome = Outcome()
        let options = ["--check-content"] + (relayOnly ? ["--relay-only"] : [])
        let answering = try callee.start(
            ["listen", "--auto-answer=anyone", "--test-source", "\(callee.number)"] + options)
        let calleeEvents = Events(answering)
        defer { answering.interrupt() }
        try await calleeEvents.wait(for: "listening", .seconds(30))

        let pressed = ContinuousClock.now
        let calling = try caller.start(
            ["call", callee.name, "--video", "--test-source", "\(caller.number)"] + options)
        let callerEvents = Events(calling)
        defer { calling.interrupt() }
        let incoming = try await calleeEvents.wait(for: "incoming", .seconds(30))
        progress("\(callee.name)'s device rings, and answers at once")
        try await callerEvents.wait(for: "firstPicture", .seconds(30))
        outcome.setupMilliseconds = (ContinuousClock.now - pressed).milliseconds
        progress("\(caller.name) sees \(callee.name) after \(outcome.setupMilliseconds) ms")
        try await calleeEvents.wait(for: "firstPicture", .seconds(30))
        progress("\(callee.name) sees \(caller.name)")
        let firstPicture = ContinuousClock.now

        if eavesdrop { outcome.caught = try await listenIn(incoming) }
        let rest = duration - (ContinuousClock.now - firstPicture)
        if rest > .zero { try await Task.sleep(for: rest) }
        outcome.usage = usage()
        outcome.seconds = Double((ContinuousClock.now - firstPicture).milliseconds) / 1000

        outcome.keyCopies.during = try await keyCopies()
        try await caller.run(["hangup"])
        outcome.caller = try await callerEvents.end()
        outcome.callee = try await calleeEvents.end()
        outcome.keyCopies.after = try await keyCopies()
        progress("hung up after \(Int(outcome.seconds)) s")
        return outcome
    }

    /// The caller's agent searches its own memory for the newest call key.
    private func keyCopies() async throws -> Int {
        guard let copies = try await caller.run(["diagnose-memory"]).compactMap({ $0.number("copies") }).first else {
            throw DemoFailure("\(caller.name)'s agent did not search its memory")
        }
        return Int(copies)
    }

    private func listenIn(_ incoming: Line) async throws -> Eavesdropper.Captured {
        guard let room = incoming.number("roomId").map({ RoomID($0) }) else { throw DemoFailure("no room was named") }
        let eavesdropper = try Eavesdropper(access: try server.operatorAccess())
        try await eavesdropper.listen(to: room)
        progress("somebody with the operator's secrets is in the room and receives everything")
        let caught = try await within(.seconds(60), "200 pictures and 400 sounds at the eavesdropper") {
            while true {
                let caught = await eavesdropper.caught()
                if caught.videoFrames >= 200 && caught.audioFrames >= 400 { return caught }
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        await eavesdropper.leave()
        return caught
    }

    /// The resources that the processes of the call have used, by name.
    private func usage() -> [ProcessUsage] {
        let agents = Dictionary(
            AgentProcesses(home: caller.home).all().map { ($0.pid, $0.profile) },
            uniquingKeysWith: { first, _ in first })
        var usage: [ProcessUsage] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = Int32(name), let raw = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                continue
            }
            let words = raw.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard let program = words.first?.split(separator: "/").last.map(String.init) else { continue }
            let label: String? =
                switch program {
                case "ecall-server", "janus", "turnserver": program
                case "ecall": words.contains("agent") ? agents[pid].map { "agent of \($0)" } : nil
                default: nil
                }
            if let label, let found = ProcessUsage(name: label, pid: pid) { usage.append(found) }
        }
        return usage.sorted { $0.name < $1.name }
    }
}

extension Duration {
    var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}
