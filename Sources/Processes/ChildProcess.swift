import Foundation
import Glibc

/// A program started in its own process group, with its output in a file.
public final class ChildProcess: Sendable {
    public let pid: Int32
    /// Whether it can access only the files that its confinement names.
    public let isConfined: Bool
    private let end = ProcessEnd()

    private init(pid: pid_t, isConfined: Bool) { (self.pid, self.isConfined) = (pid, isConfined) }

    /// Starts `executable`; its standard output and error are appended to `log` (mode 0600), which it need not be able to open.
    ///
    /// - Parameter confinement: its sandbox; nil gives it this process's access.
    public static func start(
        _ executable: String, _ arguments: [String], log: String, confinement: Confinement? = nil
    ) throws(ProcessFailure) -> ChildProcess {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for descriptor in [input, output] where descriptor >= 0 { close(descriptor) } }
        guard output >= 0 else { throw .logNotWritable(log) }
        let (pid, isConfined) = try Spawn.start(
            executable, arguments, environment: ProcessInfo.processInfo.environment,
            descriptors: [input, output, output], ownGroup: true, confinement: confinement)
        let child = ChildProcess(pid: pid, isConfined: isConfined)
        Spawn.watch(child.pid) { [end = child.end] in end.set($0) }
        return child
    }

    /// Waits until it has ended, and returns how.
    public func exit() async -> ProcessExit { await end.value() }

    /// Whether it has ended and been reaped.
    public var hasExited: Bool { end.isSet }

    /// Sends a signal, unless it has ended.
    public func signal(_ number: Int32) { end.whileRunning { _ = kill(pid, number) } }

    /// Asks it to end, and kills it if it has not after `grace`.
    public func stop(grace: Duration = .seconds(3)) async {
        guard !hasExited else { return }
        kill(pid, SIGTERM)
        let killer = Task { [pid, end] in
            guard (try? await Task.sleep(for: grace)) != nil, !end.isSet else { return }
            kill(pid, SIGKILL)
        }
        _ = await exit()
        killer.cancel()
    }
}
