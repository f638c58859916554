import Foundation
import Processes

/// A server that is measured: a child process, ended by its id.
struct Program {
    struct Failed: Error, CustomStringConvertible { let description: String }

    /// The directory of this program, which SwiftPM builds the others into too.
    static var folder: String {
        URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().path
    }

    private let process: PipedProcess
    var id: Int32 { process.pid }

    /// Starts it, and hands it over with the first line that holds `ready`; it has ended when this returns.
    static func run<Value>(
        _ path: String, _ arguments: [String], ready: String,
        _ body: (_ program: Program, _ line: String) async throws -> Value
    ) async throws -> Value {
        let process = try PipedProcess(path, path, arguments)
        let program = Program(process: process)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(program, try await program.line(with: ready)))
        } catch {
            result = .failure(error)
        }
        // It ends the processes that it has started itself, however long that takes.
        if process.isRunning { kill(process.pid, SIGTERM) }
        _ = await process.waitForExit()
        return try result.get()
    }

    private func line(with part: String) async throws -> String {
        for await line in process.lines where line.contains(part) { return line }
        throw Failed(description: "\(process.name) ended before it said “\(part)”")
    }
}

/// The resources that processes have used, by /proc.
enum Usage {
    /// Kilobytes resident, of the process and all its children.
    static func memory(_ id: Int32) -> Int { family(id).reduce(0) { $0 + ownMemory($1) } }

    /// Seconds of processor time, of the process and all its children that still run.
    static func processor(_ id: Int32) -> Double { family(id).reduce(0) { $0 + ownProcessor($1) } }

    static func ownMemory(_ id: Int32) -> Int {
        let line = text(id, "status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// Processor time of the process alone: the measured processes are children of the generator.
    static func ownProcessor(_ id: Int32) -> Double {
        // After the name in brackets; user and system time are fields 14 and 15 of proc(5).
        let fields = text(id, "stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The descendants of a process that have this name.
    static func children(of id: Int32, named name: String) -> [Int32] {
        family(id).dropFirst().filter { text($0, "comm").hasPrefix(name) }
    }

    /// Each thread lists the children that it has started itself.
    private static func family(_ id: Int32) -> [Int32] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        let children = threads.flatMap { thread in
            text(id, "task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
        }
        return [id] + children.flatMap(family)
    }

    private static func text(_ id: Int32, _ name: String) -> String {
        (try? String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8)) ?? ""
    }
}
