package import Processes

/// A supervised process, started by this server or an earlier one.
package protocol RunningProcess: Sendable {
    var pid: Int32 { get }
    var hasEnded: Bool { get }
    /// Waits until it has ended; returns its exit status as text, as far as known.
    func end() async -> String
    /// Sends a signal, unless it has ended.
    func send(_ signal: Int32)
    /// Asks it to end, and kills it if it has not after `grace`.
    func stop(grace: Duration) async
}

extension ChildProcess: RunningProcess {
    package var hasEnded: Bool { hasExited }
    package func send(_ signal: Int32) { self.signal(signal) }
    package func end() async -> String { "\(await exit())" }
}
