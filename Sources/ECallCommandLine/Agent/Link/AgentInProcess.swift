import ECallCore
import ECallLanguage

/// `--foreground`: the agent lives in the command's own process, with lock and socket like any other.
struct AgentInProcess: Sendable {
    let settings: Settings
    let profile: ProfileDirectory

    private enum Step: Sendable {
        case agent(Result<AgentHost.Outcome, CommandFailure>)
        case command(Result<Void, any Error>)
    }

    /// Runs the command over the socket of an agent of its own, which ends with it.
    func during(_ command: @escaping @Sendable (AgentChannel) async throws -> Void) async throws {
        let host = try AgentHost.inThisProcess(profile: profile, settings: settings, idleLimit: nil)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Step.self) { group in
            group.addTask {
                do throws(CommandFailure) {
                    let outcome = try await host.run { start.yield() }
                    start.finish()
                    return .agent(.success(outcome))
                } catch {
                    start.finish()
                    return .agent(.failure(error))
                }
            }
            group.addTask {
                for await _ in started {
                    guard let channel = await AgentSocket.connect(to: host.files.socket) else { break }
                    do {
                        try await command(channel)
                        await host.agent.stop()
                        return .command(.success(()))
                    } catch {
                        await host.agent.stop()
                        return .command(.failure(error))
                    }
                }
                return .command(.failure(CommandFailure.foregroundTaken))
            }
            var result = Result<Void, any Error>.success(())
            for try await step in group {
                switch step {
                case .command(let outcome): result = outcome
                case .agent(.failure(let failure)): result = .failure(failure)
                case .agent(.success): break
                }
            }
            try result.get()
        }
    }
}

extension CommandFailure {
    static let foregroundTaken = CommandFailure(
        .agent, .hint(.terminalAgentRuns, .terminalDoEndFirst(command: "ecall stop")))
}
