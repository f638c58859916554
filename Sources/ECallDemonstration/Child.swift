import Foundation
import Synchronization

/// A process that the demonstration started: its standard output line by line, its end, its resources.
final class Child: Sendable {
    let name: String
    /// Every line of standard output, in order; ends when the process has closed it. One consumer.
    let lines: AsyncStream<String>
    private let process: Process
    private let input = Pipe()
    private let errors: Mutex<[String]>
    private let exit: AsyncStream<Int32>

    init(_ name: String, _ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        self.name = name
        process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let diagnostics = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = diagnostics
        errors = Mutex([])

        let (lines, lineContinuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        let (exit, exitContinuation) = AsyncStream<Int32>.makeStream()
        self.exit = exit
        process.terminationHandler = {
            exitContinuation.yield($0.terminationStatus)
            exitContinuation.finish()
        }
        try process.run()
        LineReader(output.fileHandleForReading).start(
            each: { lineContinuation.yield($0) }, end: { lineContinuation.finish() })
        LineReader(diagnostics.fileHandleForReading).start(
            each: { [weak self] line in
                self?.errors.withLock {
                    $0.append(line)
                    if $0.count > 200 { $0.removeFirst(100) }
                }
            }, end: {})
    }

    var pid: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    /// The last lines of standard error.
    var diagnostics: [String] { errors.withLock { Array($0.suffix(12)) } }

    func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func closeInput() {
        try? input.fileHandleForWriting.close()
    }

    /// Waits for the end and returns the exit status.
    func waitForExit() async -> Int32 {
        for await status in exit { return status }
        return process.terminationStatus
    }

    /// Does what Ctrl-C does; nothing when it has ended.
    func interrupt() {
        if process.isRunning { kill(pid, SIGINT) }
    }

    /// Ends the process by its id: politely, and after three seconds by force.
    func stop() async {
        guard process.isRunning else { return }
        process.terminate()
        let pid = pid
        let force = Task {
            try await Task.sleep(for: .seconds(3))
            kill(pid, SIGKILL)
        }
        _ = await waitForExit()
        force.cancel()
    }
}

/// Cuts what a pipe delivers into lines.
private struct LineReader: Sendable {
    private let handle: FileHandle

    init(_ handle: FileHandle) { self.handle = handle }

    func start(each: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void) {
        let rest = Mutex(Data())
        handle.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else {
                handle.readabilityHandler = nil
                let last = rest.withLock { $0 }
                if !last.isEmpty { each(String(decoding: last, as: UTF8.self)) }
                end()
                return
            }
            let complete = rest.withLock { rest in
                rest.append(data)
                var lines: [Data] = []
                while let newline = rest.firstIndex(of: 0x0A) {
                    lines.append(Data(rest[rest.startIndex..<newline]))
                    rest = Data(rest[(newline + 1)...])
                }
                return lines
            }
            for line in complete { each(String(decoding: line, as: UTF8.self)) }
        }
    }
}

/// What a process has used so far.
struct ProcessUsage: Sendable {
    let name: String
    let peakMegabytes: Double
    let cpuSeconds: Double

    /// Reads `/proc`; nil once the process is gone.
    init?(name: String, pid: Int32) {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
            let peak = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = Double(peak.split(whereSeparator: \.isWhitespace)[1]),
            let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let afterName = stat.split(separator: ")").last
        else { return nil }
        let fields = afterName.split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        self.name = name
        peakMegabytes = kilobytes / 1024
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
