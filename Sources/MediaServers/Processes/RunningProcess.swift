package import Processes

/// A process that is watched: started by this server, or by one before it.
package protocol RunningProcess: Sendable {
    var pid: Int32 { get }
    var hasEnded: Bool { get }
    /// Waits until it has ended and says how, as far as that is known.
    func end() async -> String
    /// Sends a signal; nothing where it has ended.
    func send(_ signal: Int32)
    /// Asks it to end, and ends it if it has not after `grace`.
    func stop(grace: Duration) async
}

extension ChildProcess: RunningProcess {
    package var hasEnded: Bool { hasExited }
    package func send(_ signal: Int32) { self.signal(signal) }
    package func end() async -> String { "\(await exit())" }
}
