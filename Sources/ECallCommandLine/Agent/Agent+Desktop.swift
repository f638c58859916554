extension Agent {
    /// Shows calls on a desktop while `body` runs: once there, however many wait for calls.
    func showingRings(
        on desktop: Desktop?, _ body: (DesktopRinger?) async throws(CommandFailure) -> CommandResult
    ) async throws(CommandFailure) -> CommandResult {
        guard let desktop else {
            log.note("waiting for calls without notifications")
            return try await body(nil)
        }
        guard buses.insert(desktop.bus).inserted else { return try await body(nil) }
        let ringer = DesktopRinger(desktop, limit: busLimit, log: log)
        let outcome: Result<CommandResult, CommandFailure>
        do throws(CommandFailure) { outcome = .success(try await body(ringer)) } catch { outcome = .failure(error) }
        await ringer.end()
        buses.remove(desktop.bus)
        return try outcome.get()
    }
}
