import ECallCore

/// Connects a command with its profile's agent, which is started if none is running.
struct AgentConnector: Sendable {
    let settings: Settings
    let socket: String
    var time: any TimeSource = SystemTime()

    /// - Parameter failure: thrown where no agent runs; nil starts one.
    func connect(orElse failure: CommandFailure? = nil) async throws(CommandFailure) -> AgentChannel {
        if let channel = await AgentSocket.connect(to: socket) { return channel }
        if let failure { throw failure }
        try await AgentLauncher(settings: settings).start()
        // If two commands start agents at once, the one that found the lock taken waits here for the other's socket.
        let end = time.nanoseconds() + UInt64(AgentLauncher.timeout.components.seconds) * 1_000_000_000
        while time.nanoseconds() < end {
            if let channel = await AgentSocket.connect(to: socket) { return channel }
            do { try await time.sleep(for: .milliseconds(20)) } catch { throw .noAgent }
        }
        throw .noAgent
    }
}
