import Foundation
package import Logging
import Processes
import ServerFoundation

/// Keeps one program running until it is stopped: adopts a process of an earlier server or starts one, waits until it
/// answers, and restarts it after a crash.
package actor ProcessSupervisor {
    /// The callbacks about the program.
    package struct Events: Sendable {
        package var logger: Logger
        /// Called when it has ended and is being restarted.
        package var ended: @Sendable () -> Void = {}
        /// Called when it was restarted and answers.
        package var restarted: @Sendable () async -> Void = {}

        package init(
            logger: Logger, ended: @escaping @Sendable () -> Void = {},
            restarted: @escaping @Sendable () async -> Void = {}
        ) {
            self.logger = logger
            self.ended = ended
            self.restarted = restarted
        }
    }

    private var program: SupervisedProgram
    private let directories: MediaDirectories
    private let events: Events
    private var process: (any RunningProcess)?
    private var watcher: Task<Void, Never>?
    private var isStopping = false
    /// Whether its next end is intended: it is restarted at once with another configuration.
    private var isReplaced = false
    package private(set) var restarts = 0
    /// Whether it was running before this server started.
    package private(set) var isAdopted = false

    package init(_ program: SupervisedProgram, directories: MediaDirectories, events: Events) {
        self.program = program
        self.directories = directories
        self.events = events
    }

    package var pid: Int32? { process?.pid }

    /// Adopts or starts the program, and returns once it answers.
    package func start() async throws(SupervisionFailure) {
        if let leftover = await adoptable() {
            process = leftover
            isAdopted = true
        } else {
            await endLeftovers()
            for file in program.files { try directories.write(file.text, to: file.name) }
            try await launch()
        }
        guard let process else { return }
        watcher = Task { await watch(process) }
    }

    /// Stops the program for good.
    package func stop() async {
        isStopping = true
        watcher?.cancel()
        await process?.stop(grace: .seconds(3))
        pidFile.remove()
    }

    /// Writes files for the program to reload, and notifies it by a signal.
    package func renew(_ files: [(name: String, text: String)], signal: Int32) throws(SupervisionFailure) {
        program.files = files
        for file in files { try directories.write(file.text, to: file.name) }
        process?.send(signal)
    }

    /// Restarts the program at once with other files.
    package func replace(with program: SupervisedProgram) async throws(SupervisionFailure) {
        for file in program.files { try directories.write(file.text, to: file.name) }
        self.program = program
        guard let process, !process.hasEnded else { return }
        isReplaced = true
        await process.stop(grace: .seconds(3))
    }

    /// Leaves it running unsupervised, as if this server had died. For tests.
    package func forget() {
        isStopping = true
        watcher?.cancel()
    }

    private var pidFile: PIDFile { PIDFile(path: directories.run + "/\(program.name).pid") }
    private var log: String { directories.log + "/\(program.name).log" }
    private var logFile: ProgramLog { ProgramLog(path: log) }

    // MARK: - What an earlier server left

    /// The recorded process, if it is still the same one, was started with the files that would be written now, and answers
    /// with the stored secrets.
    private func adoptable() async -> AdoptedProcess? {
        guard let identity = pidFile.running,
            program.files.allSatisfy({ directories.read($0.name) == $0.text }),
            let process = AdoptedProcess.adopt(identity)
        else { return nil }
        let deadline = ContinuousClock.now + program.timeout
        repeat {
            if (try? await program.check()) != nil { return process }
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return nil }
        } while !process.hasEnded && ContinuousClock.now < deadline
        return nil
    }

    /// Ends processes that cannot be adopted: two at once would conflict over ports and files.
    private func endLeftovers() async {
        defer { pidFile.remove() }
        let found = ProcessTable.processes(of: program.executable, withArgument: program.marker)
        await withTaskGroup(of: Void.self) { group in
            for process in found.compactMap({ AdoptedProcess.adopt($0) }) {
                group.addTask { await process.stop() }
            }
        }
    }

    // MARK: - Starting

    private func launch() async throws(SupervisionFailure) {
        let child: ChildProcess
        do throws(ProcessFailure) {
            child = try ChildProcess.start(
                program.executable, program.arguments, log: log, confinement: program.confinement)
        } catch {
            switch error {
            case .notStarted, .noPipe: throw .notStarted(program: program.name)
            case .logNotWritable(let path): throw .configurationNotWritable(path)
            }
        }
        process = child
        if program.confinement != nil, !child.isConfined {
            events.logger.warning(
                "\(program.name) can read what this server can: this kernel does not confine programs (Landlock).")
        }
        // Without the PID file the next server ends the program instead of adopting it, which is better than failing on a
        // full disk.
        if let identity = ProcessIdentity(of: child.pid) { try? pidFile.write(identity) }
        try await waitUntilReady(child)
    }

    private func waitUntilReady(_ child: ChildProcess) async throws(SupervisionFailure) {
        let deadline = ContinuousClock.now + program.readiness
        while ContinuousClock.now < deadline {
            if child.hasExited { throw .endedAtOnce(program: program.name, log: log) }
            if (try? await program.check()) != nil { return }
            if isStopping { return }
            try? await Task.sleep(for: .milliseconds(50))
        }
        // On a busy machine the time may be over after the first check.
        if child.hasExited { throw .endedAtOnce(program: program.name, log: log) }
        await child.stop()
        throw .notReady(program: program.name, log: log)
    }

    // MARK: - Watching

    private func watch(_ first: any RunningProcess) async {
        var process = first
        var backOff = BackOff()
        var startedAt = ContinuousClock.now
        while !isStopping {
            let current = process
            let care = Task { await lookAfter(current) }
            let end = await process.end()
            care.cancel()
            guard !isStopping else { return }
            events.ended()
            if isReplaced {
                (isReplaced, backOff) = (false, BackOff())
            } else {
                let wait = backOff.next(uptime: ContinuousClock.now - startedAt)
                events.logger.warning("\(program.name) ended (\(end)) and is started again; its log is \(log).")
                guard (try? await Task.sleep(for: wait)) != nil else { return }
            }
            guard await waitUntilItCanRun(), !isStopping else { return }
            startedAt = .now
            restarts += 1
            do throws(SupervisionFailure) {
                try await launch()
                if !isStopping {
                    events.logger.notice("\(program.name) answers again.")
                    await events.restarted()
                }
            } catch {
                events.logger.error("\(error.description)")
            }
            guard let next = self.process else { return }
            process = next
        }
        // Stopped during its start: only this task knows of the process.
        await process.stop(grace: .seconds(3))
    }

    /// Waits until the program can run; returns false if cancelled. Polls, because nothing reports that this machine's
    /// address is back.
    private func waitUntilItCanRun() async -> Bool {
        while !program.canRun(), !isStopping {
            guard (try? await Task.sleep(for: Liveness.pulse)) != nil else { return false }
        }
        return true
    }

    /// Checks periodically that it answers; ends it when it hangs, so that it is restarted. Rotates its log.
    private func lookAfter(_ process: any RunningProcess) async {
        var liveness = Liveness(limit: program.silence)
        while true {
            let pausedAt = ContinuousClock.now
            guard (try? await Task.sleep(for: Liveness.pulse)) != nil else { return }
            logFile.rotate(at: WallClock.system.now())
            let askedAt = ContinuousClock.now
            let answered = (try? await program.check()) != nil || !program.canRun()
            guard !Task.isCancelled, !isStopping else { return }
            guard liveness.hangs(answered: answered, pausedAt: pausedAt, askedAt: askedAt, now: .now) else { continue }
            events.logger.error("\(program.name) runs and has not answered for \(program.silence); it is ended.")
            return await process.stop(grace: .zero)
        }
    }
}
