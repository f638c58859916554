import ECallCore
import ECallKit
import ECallLanguage
import ECallSecurity
import Foundation
import MemoryDiagnostics
import NIOCore
import TestPattern

/// The life of an agent: takes the profile's lock, serves the socket, ends when idle, stopped or signalled.
struct AgentHost: Sendable {
    /// An agent without requests ends after this long.
    static let idleLimit = Duration.seconds(60)

    enum Outcome: Sendable, Equatable {
        case ended
        /// Another process is the agent of this profile.
        case taken
    }

    let files: AgentFiles
    let agent: Agent
    let time: any TimeSource
    /// nil: never ends by itself.
    let idleLimit: Duration?

    /// Runs until the end.
    ///
    /// - Parameter ready: called once commands can connect.
    func run(ready: @Sendable () -> Void) async throws(CommandFailure) -> Outcome {
        try files.prepare()
        guard let lock = try ProfileLock(path: files.lock) else { return .taken }
        let listener: NIOAsyncChannel<any Channel, Never>
        do {
            listener = try await AgentSocket.listen(at: files.socket)
        } catch {
            throw error as? CommandFailure ?? CommandFailure(.failure, .terminalAgentFile(path: files.socket))
        }
        await agent.beginReturn()
        ready()
        await serve(on: listener)
        await agent.close()
        // Before the lock is released: a successor makes its own.
        unlink(files.socket)
        withExtendedLifetime(lock) {}
        return .ended
    }

    private func serve(on listener: NIOAsyncChannel<any Channel, Never>) async {
        let idle = IdleWatch(limit: idleLimit ?? Self.idleLimit, time: time)
        let server = AgentServer { [agent] command, reply in
            await idle.during { await agent.answer(command, reply: reply) }
        }
        await withTaskGroup { group in
            group.addTask { try? await server.run(on: listener) }
            group.addTask { [agent] in await agent.untilStopped() }
            // No command may be served while a call that was returned to continues.
            let returning = Task { [agent] in await idle.during { await agent.untilReturned() } }
            defer { returning.cancel() }
            if idleLimit != nil {
                group.addTask { try? await idle.waitUntilIdle() }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

extension AgentHost {
    /// Hardens the process and makes its agent, which does not run yet.
    ///
    /// - Parameters:
    ///   - idleLimit: nil: never ends by itself.
    static func inThisProcess(
        profile: ProfileDirectory, settings: Settings, idleLimit: Duration?
    ) throws(CommandFailure) -> AgentHost {
        let files = AgentFiles(profile)
        let log = AgentLog(path: files.log)
        if !ProcessProtection.disableCoreDumps() { log.note("core dumps could not be turned off") }
        let probe = settings.diagnostics ? KeyProbe() : nil
        var watch: (@Sendable (CallSecret) -> Void)?
        if let probe { watch = { probe.watch($0) } }
        // Tests of lines want pictures that use all the bits they may, tests of many on one machine small ones.
        let variables = ProcessInfo.processInfo.environment
        let content = CodedContent(
            isGrainy: variables["ECALL_TEST_GRAIN"] != nil, isSmall: variables["ECALL_TEST_SMALL"] != nil)
        let media = MediaSystem.current(
            testContent: content, fitsLine: variables["ECALL_TEST_FIXED_RATE"] == nil)
        let environment = ClientEnvironment.live(media: media, secretTaken: watch)
        let kept = KeptLanguage(profile: profile.url)
        let agent = Agent(
            profile: profile, environment: environment, log: log, probe: probe,
            language: { TerminalLanguage.declared(option: nil, kept: kept.read(), variables) })
        return AgentHost(files: files, agent: agent, time: SystemTime(), idleLimit: idleLimit)
    }
}
