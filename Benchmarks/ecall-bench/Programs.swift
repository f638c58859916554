import Foundation
import Synchronization

/// A server that is measured: a child process, ended by its id.
final class Program: Sendable {
    struct Failed: Error, CustomStringConvertible { let description: String }

    private let process: Mutex<Process>
    let id: Int32

    private init(_ process: sending Process) {
        id = process.processIdentifier
        self.process = Mutex(process)
    }

    /// Starts it and returns with the first line that holds `ready`.
    static func start(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], ready: String
    ) async throws -> (program: Program, line: String) {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        let rest = Mutex("")
        pipe.fileHandleForReading.readabilityHandler = { file in
            let data = file.availableData
            guard !data.isEmpty else {
                file.readabilityHandler = nil
                return feed.finish()
            }
            rest.withLock { rest in
                rest += String(decoding: data, as: UTF8.self)
                while let end = rest.firstIndex(of: "\n") {
                    feed.yield(String(rest[..<end]))
                    rest = String(rest[rest.index(after: end)...])
                }
            }
        }
        try process.run()
        let program = Program(process)
        for await line in lines where line.contains(ready) { return (program, line) }
        throw Failed(description: "\(path) ended before it said “\(ready)”")
    }

    func stop() {
        process.withLock {
            $0.terminate()
            $0.waitUntilExit()
        }
    }
}

/// What processes have used, by /proc.
enum Usage {
    /// Kilobytes resident, of the process and all its children.
    static func memory(_ id: Int32) -> Int { family(id).reduce(0) { $0 + ownMemory($1) } }

    /// Seconds of processor time, of the process and all its children that still run.
    static func processor(_ id: Int32) -> Double { family(id).reduce(0) { $0 + ownProcessor($1) } }

    private static func ownMemory(_ id: Int32) -> Int {
        let line = text(id, "status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// Of the process alone: what is measured are children of the generator.
    static func ownProcessor(_ id: Int32) -> Double {
        // After the name in brackets; user and system time are fields 14 and 15 of proc(5).
        let fields = text(id, "stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func family(_ id: Int32) -> [Int32] {
        [id] + text(id, "task/\(id)/children").split(separator: " ").compactMap { Int32($0) }.flatMap(family)
    }

    private static func text(_ id: Int32, _ name: String) -> String {
        (try? String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8)) ?? ""
    }
}
