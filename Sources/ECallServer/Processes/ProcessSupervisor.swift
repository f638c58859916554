import Foundation
import Logging
import Processes

/// Keeps one program running until told to stop: starts it, waits until it answers, and starts it again after a crash.
actor ProcessSupervisor {
    private let program: SupervisedProgram
    private let directories: MediaDirectories
    /// One sentence for the console.
    private let announce: @Sendable (String) -> Void
    /// After a restart, once it answers.
    private let restarted: @Sendable () async -> Void
    private var child: ChildProcess?
    private var watcher: Task<Void, Never>?
    private var isStopping = false
    private(set) var restarts = 0

    init(
        _ program: SupervisedProgram, directories: MediaDirectories, announce: @escaping @Sendable (String) -> Void,
        restarted: @escaping @Sendable () async -> Void = {}
    ) {
        self.program = program
        self.directories = directories
        self.announce = announce
        self.restarted = restarted
    }

    var pid: Int32? { child?.pid }

    /// Starts it and returns once it answers.
    func start() async throws(SupervisionFailure) {
        await pidFile.endLeftover(marker: program.marker)
        try await launch()
        guard let child else { return }
        watcher = Task { await watch(child) }
    }

    /// Ends it. It is not started again.
    func stop() async {
        isStopping = true
        watcher?.cancel()
        await child?.stop()
        pidFile.remove()
    }

    private var pidFile: PIDFile { PIDFile(path: directories.run + "/\(program.name).pid") }
    private var log: String { directories.log + "/\(program.name).log" }

    private func launch() async throws(SupervisionFailure) {
        let child: ChildProcess
        do throws(ProcessFailure) {
            child = try ChildProcess.start(program.executable, program.arguments, log: log)
        } catch {
            switch error {
            case .notStarted, .noPipe: throw .notStarted(program: program.name)
            case .logNotWritable(let path): throw .configurationNotWritable(path)
            }
        }
        self.child = child
        do {
            try pidFile.write(child.pid)
        } catch {
            await child.stop()
            throw .configurationNotWritable(pidFile.path)
        }
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
        // On a busy machine the time may be over after the first look.
        if child.hasExited { throw .endedAtOnce(program: program.name, log: log) }
        await child.stop()
        throw .notReady(program: program.name, log: log)
    }

    private func watch(_ first: ChildProcess) async {
        var child = first
        var backOff = BackOff()
        var startedAt = ContinuousClock.now
        while !isStopping {
            let exit = await child.exit()
            guard !isStopping else { return }
            let wait = backOff.next(uptime: ContinuousClock.now - startedAt)
            announce("\(program.name) ended (\(exit)) and is started again; its log is \(log).")
            guard (try? await Task.sleep(for: wait)) != nil, !isStopping else { return }
            startedAt = .now
            restarts += 1
            do throws(SupervisionFailure) {
                try await launch()
                if !isStopping { await restarted() }
            } catch {
                announce(error.description)
            }
            guard let next = self.child else { return }
            child = next
        }
        // Stopped while it was being started: nobody else knows of this one.
        await child.stop()
    }
}
