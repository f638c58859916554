import CSpawn
import Foundation
import Glibc

/// Starts programs with posix_spawn(3): no descriptors but the three given, no signal blocked or ignored, so that the
/// program ends when asked to.
///
/// `Foundation.Process` is not used: with more than about 1 300 descriptors open it reads past the end of a directory
/// entry, and its children inherit blocked signals.
enum Spawn {
    /// - Parameters:
    ///   - descriptors: the standard input, output and error.
    ///   - ownGroup: whether it leads its own process group, which Ctrl-C on the terminal does not reach.
    ///   - confinement: its sandbox; nil gives it this process's access.
    /// - Returns: its id, and whether its files are confined.
    static func start(
        _ executable: String, _ arguments: [String], environment: [String: String], descriptors: [Int32],
        ownGroup: Bool, confinement: Confinement? = nil
    ) throws(ProcessFailure) -> (pid: pid_t, isConfined: Bool) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        cspawn_close_from(&actions, Int32(descriptors.count))

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (ownGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var pid: pid_t = 0
        let (result, isConfined) =
            confinement?.start(&pid, executable, &actions, &attributes, words, variables)
            ?? (posix_spawn(&pid, executable, &actions, &attributes, words, variables), false)
        guard result == 0 else { throw .notStarted(result) }
        return (pid, isConfined)
    }

    /// Calls `ended` from a separate thread when the process has ended: there are few processes, and waitpid(2) cannot be
    /// awaited.
    static func watch(_ pid: pid_t, ended: @escaping @Sendable (ProcessExit) -> Void) {
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            ended(ProcessExit(status: status))
        }
    }
}

/// The reason why a program could not be started.
public enum ProcessFailure: Error, Equatable, CustomStringConvertible {
    /// The `errno` of the failure.
    case notStarted(Int32)
    case logNotWritable(String)
    case noPipe

    public var description: String {
        switch self {
        case .notStarted(let code): "a program could not be started: \(String(cString: strerror(code)))"
        case .logNotWritable(let path): "\(path) cannot be written to"
        case .noPipe: "no pipe could be made: \(String(cString: strerror(errno)))"
        }
    }
}

/// The end of a process.
public enum ProcessExit: Sendable, Equatable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
    }

    /// The exit status in a shell's convention: 128 plus the signal for a program ended by a signal.
    public var status: Int32 {
        switch self {
        case .code(let code): code
        case .signal(let signal): 128 + signal
        }
    }

    public var description: String {
        switch self {
        case .code(let code): "exit status \(code)"
        case .signal(let signal): "signal \(signal)"
        }
    }
}
