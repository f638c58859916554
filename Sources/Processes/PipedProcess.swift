import Foundation
import Glibc
import Synchronization

/// A program with a writable standard input, whose output is read line by line on separate threads.
public final class PipedProcess: Sendable {
    public let name: String
    public let pid: Int32
    /// Every line of standard output, in order; ends when the process has closed it. One consumer.
    public let lines: AsyncStream<String>
    private let input: Mutex<Int32?>
    private let errors = Mutex<[String]>([])
    private let end = ProcessEnd()
    private let silence = ProcessEnd()

    /// - Parameters:
    ///   - environment: added to this process's own.
    ///   - log: a file for all of standard error; its last lines are kept in any case.
    public init(
        _ name: String, _ executable: String, _ arguments: [String], environment: [String: String] = [:],
        log: String? = nil
    ) throws {
        self.name = name
        let logFile = try log.map { path in
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        }
        let (input, output, diagnostics) = (try Self.makePipe(), try Self.makePipe(), try Self.makePipe())
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let theirs = [input.read, output.write, diagnostics.write]
        defer { for descriptor in theirs { close(descriptor) } }
        do throws(ProcessFailure) {
            pid = try Spawn.start(executable, arguments, environment: variables, descriptors: theirs, ownGroup: false)
                .pid
        } catch {
            for descriptor in [input.write, output.read, diagnostics.read] { close(descriptor) }
            throw error
        }
        self.input = Mutex(input.write)
        let (lines, lineContinuation) = AsyncStream<String>.makeStream()
        self.lines = lines

        Thread.detachNewThread {
            Self.readLines(output.read) { lineContinuation.yield($0) }
            lineContinuation.finish()
        }
        Thread.detachNewThread { [self] in
            Self.readLines(diagnostics.read) { line in
                try? logFile?.write(contentsOf: Data((line + "\n").utf8))
                errors.withLock {
                    $0.append(line)
                    if $0.count > 200 { $0.removeFirst(100) }
                }
            }
            silence.set(.code(0))
        }
        Spawn.watch(pid) { [end] in end.set($0) }
    }

    deinit { closeInput() }

    public var isRunning: Bool { !end.isSet }
    /// The last lines of standard error.
    public var diagnostics: [String] { errors.withLock { Array($0.suffix(12)) } }

    /// Waits until standard error was read to its end.
    public func diagnosticsEnded() async { _ = await silence.value() }

    public func write(_ text: String) throws {
        try input.withLock { descriptor in
            guard let descriptor else { return }
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
        }
    }

    public func closeInput() {
        input.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    /// Waits for the end and returns the exit status in a shell's convention; -1 if the wait was cancelled.
    public func waitForExit() async -> Int32 { await end.valueUnlessCancelled()?.status ?? -1 }

    /// Interrupts the program as Ctrl-C does, unless it has ended.
    public func interrupt() { signal(SIGINT) }

    /// Ends the process by its id: with SIGTERM, and after three seconds with SIGKILL.
    public func stop() async {
        guard isRunning else { return }
        signal(SIGTERM)
        let force = Task {
            try await Task.sleep(for: .seconds(3))
            signal(SIGKILL)
        }
        _ = await end.value()
        force.cancel()
    }

    private func signal(_ number: Int32) {
        end.whileRunning { _ = kill(pid, number) }
    }

    private static func makePipe() throws(ProcessFailure) -> (read: Int32, write: Int32) {
        var descriptors: [Int32] = [0, 0]
        guard pipe(&descriptors) == 0, descriptors.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw .noPipe
        }
        return (descriptors[0], descriptors[1])
    }

    /// Reads until the end, then closes the descriptor.
    private static func readLines(_ descriptor: Int32, each: (String) -> Void) {
        defer { close(descriptor) }
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += buffer[..<count]
            while let newline = rest.firstIndex(of: 0x0A) {
                each(String(decoding: rest[..<newline], as: UTF8.self))
                rest.removeSubrange(...newline)
            }
        }
        if !rest.isEmpty { each(String(decoding: rest, as: UTF8.self)) }
    }
}
