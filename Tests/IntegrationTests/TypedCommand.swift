import Foundation
import Synchronization

@testable import ECallDemonstration
@testable import Processes

/// A running `ecall` whose output goes to a terminal of its own, to a pipe that can be closed, or to a file.
final class TypedCommand: Sendable {
    enum Output: Sendable {
        /// Input, output and diagnostics, including the echo of typed text.
        case terminal
        case pipe
        case file(String)
    }

    let pid: pid_t
    private let written = Mutex("")
    private let end = ProcessEnd()
    /// The terminal's own side, or the reading end of the pipe.
    private let near: Int32
    /// The command's side of the terminal; kept open, so that its modes can be read.
    private let far: Int32?
    /// Closed to end the reading.
    private let stop: Mutex<Int32?>

    /// - Parameter environment: added to that of the person.
    init(_ person: Person, _ arguments: [String], to output: Output, environment: [String: String] = [:]) throws {
        var variables = ProcessInfo.processInfo.environment.merging(person.environment) { $1 }
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { variables[name] = nil }
        variables = variables.merging(["TERM": "xterm-256color"].merging(environment) { $1 }) { $1 }
        let (stopped, stopper) = try Self.makePipe()
        stop = Mutex(stopper)
        let descriptors: [Int32]
        switch output {
        case .terminal:
            let (master, slave) = try Self.openTerminal()
            (near, far) = (master, slave)
            descriptors = [slave, slave, slave]
        case .pipe:
            let (reading, writing) = try Self.makePipe()
            (near, far) = (reading, nil)
            descriptors = [open("/dev/null", O_RDONLY | O_CLOEXEC), writing, writing]
        case .file(let path):
            let (reading, writing) = try Self.makePipe()
            (near, far) = (reading, nil)
            descriptors = [open("/dev/null", O_RDONLY | O_CLOEXEC), open(path, O_WRONLY | O_CLOEXEC), writing]
        }
        let isTyped = far != nil
        pid = try Spawn.start(
            isTyped ? "/usr/bin/setsid" : person.ecall, (isTyped ? ["--ctty", person.ecall] : []) + arguments,
            environment: variables, descriptors: descriptors, ownGroup: false
        ).pid
        if !isTyped { for descriptor in Set(descriptors) { close(descriptor) } }
        Spawn.watch(pid) { [end] in end.set($0) }
        Thread.detachNewThread { [self] in read(until: stopped) }
    }

    deinit {
        end.whileRunning { _ = kill(pid, SIGKILL) }
        closeOutput()
        if let far { close(far) }
    }

    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw DemoFailure("no pipe")
        }
        return (ends[0], ends[1])
    }

    private static func openTerminal() throws -> (Int32, Int32) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN: posix_openpt(3) and its relatives are not available in Swift.
        var (lock, number) = (Int32(0), UInt32(0))
        guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            throw DemoFailure("no terminal")
        }
        var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        return (master, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC))
    }

    private func read(until stopped: Int32) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        var files = [pollfd(fd: near, events: Int16(POLLIN), revents: 0), pollfd(fd: stopped, events: 0, revents: 0)]
        while poll(&files, 2, -1) > 0, files[1].revents == 0 {
            let count = Glibc.read(near, &bytes, bytes.count)
            guard count > 0 else { break }
            written.withLock { $0 += String(decoding: bytes[..<count], as: UTF8.self) }
        }
        for descriptor in [near, stopped] { close(descriptor) }
    }

    /// Its output so far.
    var text: String { written.withLock { $0 } }

    /// Returns once that was written.
    func until(_ part: String, _ limit: Duration = .seconds(20)) async throws {
        do {
            try await within(limit, "'\(part)'") {
                // Polls what a thread reads.
                while !self.text.contains(part) { try await Task.sleep(for: .milliseconds(5)) }
            }
        } catch {
            throw DemoFailure("\(error); it wrote: \(text.suffix(500))")
        }
    }

    func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(near, $0.baseAddress, $0.count) } }

    /// Closes the reading end.
    func closeOutput() {
        stop.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    func signal(_ number: Int32) { end.whileRunning { _ = kill(pid, number) } }

    /// The status as in a shell; fails if it takes longer.
    func status(within limit: Duration) async throws -> Int32 {
        do {
            return try await end(within: limit)
        } catch {
            throw DemoFailure("\(error); it wrote: \(text.suffix(500))")
        }
    }

    private func end(within limit: Duration) async throws -> Int32 {
        let end = end
        return try await within(limit, "the end of the command") { await end.valueUnlessCancelled()?.status ?? -1 }
    }

    /// Whether the terminal echoes, waits for whole lines, shows its cursor, and scrolls as a whole.
    var isSane: Bool {
        guard let far else { return true }
        var modes = termios()
        tcgetattr(far, &modes)
        func isLast(_ one: String, _ other: String) -> Bool {
            guard let last = text.range(of: other, options: .backwards) else { return true }
            return text.range(of: one, options: .backwards).map { $0.lowerBound > last.lowerBound } ?? false
        }
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return modes.c_lflag & wanted == wanted && isLast("\u{1B}[?25h", "\u{1B}[?25l")
            && isLast("\u{1B}[?1049l", "\u{1B}[?1049h")
    }
}
