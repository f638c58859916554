import ECallCalls
import Foundation
import Processes

/// The events of a running command, awaited one after another.
actor Events {
    private let child: PipedProcess
    private var seen: [Line] = []
    private var waiters: [Int: (name: String, continuation: CheckedContinuation<Line?, Never>)] = [:]
    private var count = 0
    private var isOver = false

    init(_ child: PipedProcess) {
        self.child = child
        Task {
            for await text in child.lines { if let line = Line(text) { await take(line) } }
            await over()
        }
    }

    /// The first event of that name, now or later.
    @discardableResult
    func wait(for name: String, _ limit: Duration) async throws -> Line {
        let found: Line?
        do {
            found = try await within(limit, "'\(name)' of \(child.name)") { await self.next(name) }
        } catch let failure as DemoFailure {
            throw DemoFailure("\(failure); events before it: \(happened())")
        }
        guard let found else {
            throw DemoFailure("\(child.name) ended before '\(name)': \(said())")
        }
        return found
    }

    /// The counters of the call once it is over.
    func end() async throws -> CallStatistics {
        let line = try await wait(for: "ended", .seconds(30))
        if let problem = line.text("problem") { throw DemoFailure("\(child.name): \(problem)") }
        guard let statistics = try line.statistics() else { throw DemoFailure("\(child.name) reported no counters") }
        return statistics
    }

    func has(_ name: String) -> Bool { seen.contains { $0.text("event") == name } }

    func count(_ name: String) -> Int { seen.count { $0.text("event") == name } }

    func said(_ part: String) -> Bool { seen.contains { $0.text("text")?.contains(part) ?? false } }

    /// Ignores earlier events.
    func forget() { seen = [] }

    private func happened() -> String {
        seen.suffix(20).map { line in
            [line.text("event"), line.text("state"), line.text("message"), line.text("text")].compactMap { $0 }.joined(
                separator: " ")
        }.joined(separator: ", ")
    }

    private func said() -> String {
        (seen.compactMap { $0.text("message") ?? $0.text("problem") } + child.diagnostics).joined(separator: " · ")
    }

    private func next(_ name: String) async -> Line? {
        if let line = seen.first(where: { $0.text("event") == name }) { return line }
        if isOver { return nil }
        count += 1
        let id = count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                } else {
                    waiters[id] = (name, continuation)
                }
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
    }

    private func giveUp(_ id: Int) {
        waiters.removeValue(forKey: id)?.continuation.resume(returning: nil)
    }

    private func take(_ line: Line) {
        seen.append(line)
        let name = line.text("event")
        for (id, waiter) in waiters where waiter.name == name {
            waiters[id] = nil
            waiter.continuation.resume(returning: line)
        }
    }

    private func over() {
        isOver = true
        for waiter in waiters.values { waiter.continuation.resume(returning: nil) }
        waiters = [:]
    }
}
