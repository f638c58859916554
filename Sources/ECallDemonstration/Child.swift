import Foundation
import Synchronization

/// A process that the demonstration started: its standard output line by line, its end, its resources.
///
/// Spawned with no signal blocked and no descriptor but its three; threads of its own read from it and wait for it.
final class Child: Sendable {
    let name: String
    let pid: Int32
    /// Every line of standard output, in order; ends when the process has closed it. One consumer.
    let lines: AsyncStream<String>
    private let input: Mutex<Int32?>
    private let errors = Mutex<[String]>([])
    private let status = Mutex<Int32?>(nil)
    private let exit: AsyncStream<Int32>

    /// - Parameter log: a file for everything that comes on standard error; its last lines are kept in any case.
    init(
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
        pid = try Self.spawn(
            executable, arguments, variables.map { "\($0)=\($1)" },
            descriptors: [input.read, output.write, diagnostics.write])
        for descriptor in [input.read, output.write, diagnostics.write] { close(descriptor) }
        self.input = Mutex(input.write)
        let (lines, lineContinuation) = AsyncStream<String>.makeStream()
        let (exit, exitContinuation) = AsyncStream<Int32>.makeStream()
        self.lines = lines
        self.exit = exit

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
        }
        Thread.detachNewThread { [self] in
            let ended = Self.wait(pid)
            status.withLock { $0 = ended }
            exitContinuation.yield(ended)
            exitContinuation.finish()
        }
    }

    deinit { closeInput() }

    var isRunning: Bool { status.withLock { $0 == nil } }
    /// The last lines of standard error.
    var diagnostics: [String] { errors.withLock { Array($0.suffix(12)) } }

    func write(_ text: String) throws {
        try input.withLock { descriptor in
            guard let descriptor else { return }
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
        }
    }

    func closeInput() {
        input.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    /// Waits for the end and returns the exit status; -1 when the waiting was cancelled.
    func waitForExit() async -> Int32 {
        for await status in exit { return status }
        return status.withLock { $0 } ?? -1
    }

    /// Does what Ctrl-C does; nothing when it has ended.
    func interrupt() { signal(SIGINT) }

    /// Ends the process by its id: politely, and after three seconds by force.
    func stop() async {
        guard isRunning else { return }
        signal(SIGTERM)
        let force = Task {
            try await Task.sleep(for: .seconds(3))
            signal(SIGKILL)
        }
        _ = await waitForExit()
        force.cancel()
    }

    private func signal(_ number: Int32) {
        status.withLock { if $0 == nil { kill(pid, number) } }
    }

    private static func makePipe() throws -> (read: Int32, write: Int32) {
        var descriptors: [Int32] = [0, 0]
        guard pipe(&descriptors) == 0, descriptors.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw DemoFailure("no pipe could be made")
        }
        return (descriptors[0], descriptors[1])
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], _ environment: [String], descriptors: [Int32]
    ) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var pid: Int32 = 0
        guard posix_spawn(&pid, executable, &actions, &attributes, words, variables) == 0 else {
            throw DemoFailure("\(executable) could not be started")
        }
        return pid
    }

    private static func wait(_ pid: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1 {
            guard errno == EINTR else { return -1 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
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
