import ArgumentParser
import ECallCore
import Foundation

/// `ecall agent`: the background process that the other commands start, including those of other versions.
struct AgentProcessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Ring on the desktop whenever you are signed in to it (Linux).",
        discussion:
            "Without a subcommand, runs the agent that other commands start in the background.\n\nExample:\n  ecall agent install",
        subcommands: [AgentInstallCommand.self, AgentUninstallCommand.self])

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let settings = Settings(global, environment: ProcessInfo.processInfo.environment)
        do throws(CommandFailure) {
            _ = setsid()
            umask(0o077)
            let profile = try settings.profileDirectory()
            let host = try AgentHost.inThisProcess(profile: profile, settings: settings, idleLimit: AgentHost.idleLimit)
            _ = FileManager.default.changeCurrentDirectoryPath("/")
            async let _ = Self.stop(
                host.agent, on: TerminationMonitor.endings(within: TerminationMonitor.Grace.agent, prints: false))
            let outcome = try await host.run { Self.report(AgentReport.ready) }
            // Another serves: who started this one connects there.
            if outcome == .taken { Self.report(AgentReport.ready) }
        } catch {
            let line = (try? AgentLine.encode(error)) ?? []
            Self.report(String(decoding: line.dropLast(), as: UTF8.self))
            throw error.status.code
        }
    }

    private static func stop(_ agent: Agent, on signals: AsyncStream<Int32>) async {
        for await _ in signals { await agent.stop() }
    }

    /// Writes one line to the process that started it, and closes the output.
    private static func report(_ line: String) {
        // That process may have ended.
        _ = StandardOutput.write(line + "\n")
        let nowhere = open("/dev/null", O_WRONLY)
        dup2(nowhere, STDOUT_FILENO)
        close(nowhere)
    }
}
