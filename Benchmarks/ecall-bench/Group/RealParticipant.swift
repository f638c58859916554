import Foundation
import Processes
import Synchronization

/// A participant with the command line: an agent in a process of its own, with encoder, decoder and test picture and tone.
struct RealParticipant: Sendable {
    let name: String
    let number: Int
    let program: String
    let home: String
    let server: String

    private func start(_ arguments: [String]) throws -> PipedProcess {
        try PipedProcess(
            "\(name)'s ecall \(arguments[0])", program, arguments + ["--json"],
            environment: ["ECALL_HOME": home, "ECALL_PROFILE": name, "ECALL_SERVER": server])
    }

    /// A command that keeps running.
    func follow(_ arguments: [String]) throws -> EventLog {
        EventLog(try start(arguments + ["--test-source", "\(number)"]))
    }

    /// A command that ends.
    func run(_ arguments: [String]) async throws {
        let child = try start(arguments)
        child.closeInput()
        for await _ in child.lines {}
        guard await child.waitForExit() == 0 else {
            throw Program.Failed(description: "\(child.name): \(child.diagnostics.joined(separator: " · "))")
        }
    }

    func signIn(code: (String) throws -> String) async throws {
        let address = "\(name)@example.org"
        let child = try start(["login", "--email", address, "--name", name])
        for await line in child.lines where line.contains("codeSent") {
            try child.write(try code(address) + "\n")
            child.closeInput()
        }
        guard await child.waitForExit() == 0 else {
            throw Program.Failed(description: "\(child.name): \(child.diagnostics.joined(separator: " · "))")
        }
    }

    /// The process of each agent under a directory of profiles, by profile.
    static func agents(home: String) -> [String: Int32] {
        var found: [String: Int32] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = Int32(name), let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
                words.split(separator: 0).contains(where: { String(decoding: $0, as: UTF8.self) == "agent" }),
                let raw = FileManager.default.contents(atPath: "/proc/\(name)/environ")
            else { continue }
            let variables = raw.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard variables.contains("ECALL_HOME=\(home)"),
                let profile = variables.first(where: { $0.hasPrefix("ECALL_PROFILE=") })
            else { continue }
            found[String(profile.dropFirst("ECALL_PROFILE=".count))] = id
        }
        return found
    }
}

final class EventLog: Sendable {
    private struct Event: Decodable {
        let event: String?
        let milliseconds: Int?
    }

    let child: PipedProcess
    private let seen = Mutex<[Event]>([])

    init(_ child: PipedProcess) {
        self.child = child
        Task {
            for await line in child.lines {
                guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { continue }
                seen.withLock { $0.append(event) }
            }
        }
    }

    func forget() { seen.withLock { $0 = [] } }

    /// Waits for an event; answers its milliseconds.
    @discardableResult
    func wait(for name: String, _ limit: Duration) async throws -> Int? {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let event = seen.withLock({ $0.first { $0.event == name } }) { return event.milliseconds }
            // Polls a counter.
            try await Task.sleep(for: .milliseconds(10))
        }
        let said = seen.withLock { $0.compactMap(\.event).suffix(8) }
        throw Program.Failed(description: "\(child.name): no \(name); \(said) \(child.diagnostics)")
    }

    func end() async {
        child.interrupt()
        _ = await child.waitForExit()
    }
}
