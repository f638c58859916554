import Foundation
import Glibc
import Synchronization

/// A program started in a process group of its own, with its output in a file.
///
/// It inherits no descriptors, no blocked signals and no ignored ones, so that it ends when it is told to.
final class ChildProcess: Sendable {
    enum Failure: Error, Equatable {
        /// `errno` of what went wrong.
        case notStarted(Int32)
        case logNotWritable(String)
    }

    /// How a process ended.
    enum Exit: Sendable, Equatable, CustomStringConvertible {
        case code(Int32)
        case signal(Int32)

        init(status: Int32) {
            let signal = status & 0x7f
            self = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
        }

        var description: String {
            switch self {
            case .code(let code): "exit status \(code)"
            case .signal(let signal): "signal \(signal)"
            }
        }
    }

    let pid: pid_t
    private let ended = ExitBox()

    private init(pid: pid_t) { self.pid = pid }

    /// Starts `executable`; its standard output and error are appended to `log` (mode 0600).
    static func start(
        _ executable: String, _ arguments: [String], log: String
    ) throws(Failure) -> ChildProcess {
        let output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw .logNotWritable(log) }
        defer { close(output) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        for descriptor in openDescriptors() where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let words = ([executable] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, executable, &actions, &attributes, words + [nil], environ)
        guard result == 0 else { throw .notStarted(result) }
        let child = ChildProcess(pid: pid)
        child.watch()
        return child
    }

    /// How it ended; waits until it has.
    func exit() async -> Exit { await ended.value() }

    /// Whether it has ended and been seen to.
    var hasExited: Bool { ended.isSet }

    /// Asks it to end, and ends it if it has not after `grace`.
    func stop(grace: Duration = .seconds(3)) async {
        guard !hasExited else { return }
        kill(pid, SIGTERM)
        let killer = Task { [pid, ended] in
            guard (try? await Task.sleep(for: grace)) != nil, !ended.isSet else { return }
            kill(pid, SIGKILL)
        }
        _ = await exit()
        killer.cancel()
    }

    /// What is open now; what other threads open meanwhile is opened close-on-exec by the libraries in use.
    private static func openDescriptors() -> [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
    }

    /// A thread that waits for it: there are few children, and waitpid(2) cannot be awaited.
    private func watch() {
        let (pid, ended) = (pid, ended)
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            ended.set(Exit(status: status))
        }
    }
}

/// Set once, awaited by many.
private final class ExitBox: Sendable {
    private enum State {
        case running([CheckedContinuation<ChildProcess.Exit, Never>])
        case ended(ChildProcess.Exit)
    }

    private let state = Mutex(State.running([]))

    var isSet: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    func set(_ exit: ChildProcess.Exit) {
        let waiting = state.withLock { state -> [CheckedContinuation<ChildProcess.Exit, Never>] in
            guard case .running(let waiting) = state else { return [] }
            state = .ended(exit)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: exit) }
    }

    func value() async -> ChildProcess.Exit {
        await withCheckedContinuation { continuation in
            let exit = state.withLock { state -> ChildProcess.Exit? in
                switch state {
                case .ended(let exit): return exit
                case .running(let waiting):
                    state = .running(waiting + [continuation])
                    return nil
                }
            }
            if let exit { continuation.resume(returning: exit) }
        }
    }
}
