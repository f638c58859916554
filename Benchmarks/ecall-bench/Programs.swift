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

/// What a process holds in memory, by /proc.
enum Memory {
    /// Kilobytes resident, of the process and all its children.
    static func resident(_ id: Int32) -> Int {
        own(id) + children(of: id).reduce(0) { $0 + resident($1) }
    }

    /// Of the process alone.
    static func own(_ id: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func children(of id: Int32) -> [Int32] {
        let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }
}
