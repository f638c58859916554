import ECallAPI
import ECallCalls
import Foundation

/// One call of the demonstration, from pressing call to the last counter.
struct CallRun: Sendable {
    struct Outcome: Sendable {
        /// Starting `ecall call` → the line that tells of the first decrypted picture.
        var setupMilliseconds = 0
        var caller = CallStatistics()
        var callee = CallStatistics()
        var caught = Eavesdropper.Catch()
        var usage: [ProcessUsage] = []
        /// How often the call key was found in the caller's own memory during the call, and after it.
        var keyCopies = (during: 0, after: 0)
        /// Seconds of wall time between the first picture and hanging up.
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
        let answering = try callee.start(["listen", "--auto-answer", "--test-source", "\(callee.number)"] + options)
        let calleeEvents = Events(answering)
        defer { kill(answering.pid, SIGINT) }
        try await calleeEvents.wait(for: "listening", .seconds(30))

        let pressed = ContinuousClock.now
        let calling = try caller.start(
            ["call", callee.name, "--video", "--test-source", "\(caller.number)"] + options)
        let callerEvents = Events(calling)
        defer { if calling.isRunning { kill(calling.pid, SIGTERM) } }
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

    private func listenIn(_ incoming: Line) async throws -> Eavesdropper.Catch {
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

    /// What the processes of the call have used, by name.
    private func usage() -> [ProcessUsage] {
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
                case "ecall": words.contains("agent") ? agentLabel(pid) : nil
                default: nil
                }
            if let label, let found = ProcessUsage(name: label, pid: pid) { usage.append(found) }
        }
        return usage.sorted { $0.name < $1.name }
    }

    private func agentLabel(_ pid: Int32) -> String? {
        let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ") ?? Data()
        for person in [caller, callee] {
            let mark = Data("ECALL_PROFILE=\(person.name.lowercased())".utf8)
            if environment.range(of: mark) != nil { return "agent of \(person.name)" }
        }
        return nil
    }
}

/// The events of a running command, awaited one after another.
private actor Events {
    private let child: Child
    private var seen: [Line] = []
    private var waiters: [(name: String, continuation: CheckedContinuation<Line?, Never>)] = []
    private var isOver = false

    init(_ child: Child) {
        self.child = child
        Task {
            for await text in child.lines { if let line = Line(text) { await take(line) } }
            await over()
        }
    }

    /// The first event of that name, now or later.
    @discardableResult
    func wait(for name: String, _ limit: Duration) async throws -> Line {
        let found: Line? = try await within(limit, "'\(name)' of \(child.name)") { await self.next(name) }
        guard let found else {
            throw DemoFailure("\(child.name) ended before '\(name)': \(told())")
        }
        return found
    }

    /// The counters of the call once it is over.
    func end() async throws -> CallStatistics {
        let line = try await wait(for: "ended", .seconds(30))
        if let problem = line.text("problem") { throw DemoFailure("\(child.name): \(problem)") }
        guard let statistics = try line.statistics() else { throw DemoFailure("\(child.name) told no counters") }
        return statistics
    }

    private func told() -> String {
        (seen.compactMap { $0.text("message") ?? $0.text("problem") } + child.diagnostics).joined(separator: " · ")
    }

    private func next(_ name: String) async -> Line? {
        if let line = seen.first(where: { $0.text("event") == name }) { return line }
        if isOver { return nil }
        return await withCheckedContinuation { waiters.append((name, $0)) }
    }

    private func take(_ line: Line) {
        seen.append(line)
        let name = line.text("event")
        for waiter in waiters where waiter.name == name { waiter.continuation.resume(returning: line) }
        waiters.removeAll { $0.name == name }
    }

    private func over() {
        isOver = true
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
        waiters = []
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}
