import ECallCore
import ECallLanguage
import Synchronization

/// Restarts a command that waits for calls after its agent was killed, or while the server cannot be reached.
final class Persistence: Sendable {
    /// The number of failures since it last waited, and the last one.
    private let state = Mutex((failures: 0, isServerAway: false))
    private let backoff: Backoff
    private let random: @Sendable () -> Double

    /// - Parameter random: in 0 ..< 1; spreads those who begin again at once.
    init(
        backoff: Backoff = Backoff(first: .seconds(1), longest: .seconds(30)),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.backoff = backoff
        self.random = random
    }

    /// The command waits for calls.
    func succeeded(_ printer: Printer) {
        let wasAway = state.withLock { state in
            defer { state = (0, false) }
            return state.isServerAway
        }
        if wasAway { printer.remark(.terminalConnectedAgain) }
    }

    /// How long to wait before it starts again, and the message; nil if another attempt would fail in the same way.
    func retry(after failure: CommandFailure) -> (delay: Duration, sentence: Text)? {
        let isAway = failure.status == .unreachable
        guard isAway || failure == .noAgent else { return nil }
        let (failures, delay) = state.withLock { state in
            state.failures += 1
            state.isServerAway = isAway
            let attempt = state.failures - (isAway ? 1 : 2)
            return (state.failures, attempt < 0 ? .zero : backoff.delay(attempt: attempt, random: random()))
        }
        let seconds = max(1, Int(delay.components.seconds))
        if isAway {
            return (delay, .hint(failure.text, delay == .zero ? .terminalRetryNow : .terminalRetryIn(seconds: seconds)))
        }
        let what: Text = failures == 1 ? .terminalAgentKilled : .terminalAgentNotStarted
        return (delay, .hint(what, delay == .zero ? .terminalRestartNow : .terminalRestartIn(seconds: seconds)))
    }
}

extension Session {
    /// Does the work again for as long as that may help. Ctrl-C ends the pauses.
    func persisting(_ persistence: Persistence?, _ work: () async throws -> Void) async throws {
        guard let persistence else { return try await work() }
        while true {
            do {
                return try await work()
            } catch let failure as CommandFailure {
                guard let retry = persistence.retry(after: failure) else { throw failure }
                printer.diagnostic("ecall: " + printer.texts.string(retry.sentence))
                guard await pause(retry.delay) else { throw CommandFailure(.interrupted, .terminalInterrupted) }
            }
        }
    }

    /// Whether the pause has passed without an interruption.
    private func pause(_ delay: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await time.sleep(for: delay)) != nil }
            group.addTask {
                for await _ in TerminationMonitor.endings(within: TerminationMonitor.Grace.command) { return false }
                // Cancelled: the pause has passed.
                return true
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
