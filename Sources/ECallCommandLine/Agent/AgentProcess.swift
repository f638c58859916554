import ECallCore
import ECallKit
import ECallSecurity

/// What turns a process into the agent of a profile.
enum AgentProcess {
    /// Hardens the process and makes its agent, which does not run yet.
    ///
    /// - Parameters:
    ///   - idleLimit: nil: never ends by itself.
    static func host(
        profile: ProfileDirectory, settings: Settings, idleLimit: Duration?
    ) throws(CommandFailure) -> AgentHost {
        let files = AgentFiles(profile)
        let log = AgentLog(path: files.log)
        if !ProcessProtection.disableCoreDumps() { log.note("core dumps could not be turned off") }
        let agent = Agent(
            profile: profile, environment: .live(isDiagnosing: settings.diagnostics), log: log,
            diagnostics: settings.diagnostics)
        return AgentHost(files: files, agent: agent, time: SystemTime(), idleLimit: idleLimit)
    }
}
