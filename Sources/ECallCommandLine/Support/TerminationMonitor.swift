import ECallCore
import Foundation
import Synchronization

/// Monitors the reasons for which this process must end, for its whole life: signals, a closed reader of its output, and output
/// that cannot be written.
///
/// A command that has to end something in order watches for causes, and gets a grace period for it; otherwise the process ends at once. A
/// second signal, or the end of the period, ends it at once too. In each case the terminal is restored first.
final class TerminationMonitor: Sendable {
    /// The reason why the process must end.
    enum Cause: Sendable, Equatable {
        case signal(Int32)
        /// The reader of the output has closed it.
        case readerGone
        /// `errno` of the write that failed.
        case outputFailed(Int32)

        /// The equivalent signal.
        var number: Int32 {
            switch self {
            case .signal(let number): number
            case .readerGone, .outputFailed: SIGPIPE
            }
        }
    }

    /// The grace period for ending a command's work.
    enum Grace {
        /// The agent hangs up even without the command.
        static let command = Duration.milliseconds(900)
        /// Only this process tells the others.
        static let agent = Duration.seconds(5)
    }

    /// Cancels the effect it was returned for.
    struct Token: Sendable {
        fileprivate let release: @Sendable () -> Void
        func end() { release() }
    }

    private struct Attendance {
        let grace: Duration
        let prints: Bool
        let heard: @Sendable (Int32) -> Void
    }

    private struct State {
        /// The language of the command, once it is known.
        var language = TerminalLanguage.english
        var cause: Cause?
        /// The state of the output; not a reason to end for a command that doesn't watch.
        var output: Cause?
        /// The same where something could not be written.
        var lost: Cause?
        var deadline: UInt64?
        var attending: [Int: Attendance] = [:]
        var restoring: [Int: (endsAtOnce: Bool, restore: @Sendable () -> Void)] = [:]
        var next = 0
    }

    private enum Step { case nothing, end(Cause), attend([@Sendable (Int32) -> Void], Int32) }

    /// The watch of this process; nil in tests without a process of their own.
    @TaskLocal static var current: TerminationMonitor?

    private let state = Mutex(State())
    private let time: any TimeSource
    private let end: @Sendable (Cause, TerminalLanguage) -> Void
    /// How long giving the terminal back may hold up the end.
    private static let patience = DispatchTimeInterval.milliseconds(400)

    /// - Parameter end: ends the process; a reason is told in this language.
    init(time: any TimeSource = SystemTime(), end: @escaping @Sendable (Cause, TerminalLanguage) -> Void) {
        self.time = time
        self.end = end
    }

    // MARK: - Those who have something to end

    /// Causes from now on, including one that has already arrived during an earlier watch. While the stream is read the process
    /// ends properly, within `grace`.
    ///
    /// - Parameter prints: whether its work is useless once no one reads the output.
    func endings(within grace: Duration, prints: Bool = true) -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let token = attend(within: grace, prints: prints) { continuation.yield($0) }
            continuation.onTermination = { _ in token.end() }
        }
    }

    /// The endings of this process; empty if it isn't watched.
    static func endings(within grace: Duration, prints: Bool = true) -> AsyncStream<Int32> {
        current?.endings(within: grace, prints: prints) ?? AsyncStream { _ in }
    }

    /// The same for as long as the token is not ended.
    func attend(
        within grace: Duration, prints: Bool = true, _ heard: @escaping @Sendable (Int32) -> Void = { _ in }
    ) -> Token {
        let (id, cause) = state.withLock { state in
            state.next += 1
            state.attending[state.next] = Attendance(grace: grace, prints: prints, heard: heard)
            // A late one has its full grace too.
            if state.cause == nil, prints { state.cause = state.output }
            if state.cause != nil { state.deadline = max(state.deadline ?? 0, deadline(after: grace)) }
            return (state.next, state.cause)
        }
        if let cause {
            heard(cause.number)
            Signals.wake()
        }
        return Token { [weak self] in self?.state.withLock { _ = $0.attending.removeValue(forKey: id) } }
    }

    /// Registers `restore` to give the terminal back before the process ends; any number of times, on any thread.
    ///
    /// - Parameter endsAtOnce: a person is asked meanwhile, and nothing else happens until they answer.
    func restoring(endsAtOnce: Bool = false, _ restore: @escaping @Sendable () -> Void) -> Token {
        let id = state.withLock { state in
            state.next += 1
            state.restoring[state.next] = (endsAtOnce, restore)
            return state.next
        }
        return Token { [weak self] in self?.state.withLock { _ = $0.restoring.removeValue(forKey: id) } }
    }

    /// The reason why this process ends, once it does.
    var cause: Cause? { state.withLock { $0.cause } }
    /// The reason why something could not be written; nil where everything was.
    var lostOutput: Cause? { state.withLock { $0.lost } }

    /// The language in which to report output that could not be written.
    func speak(_ language: TerminalLanguage) { state.withLock { $0.language = language } }

    private var language: TerminalLanguage { state.withLock { $0.language } }

    // MARK: - Causes

    /// Something could not be written.
    ///
    /// - Parameter code: `errno` of the write.
    func outputLost(_ code: Int32) {
        let cause = Cause(write: code)
        state.withLock { $0.lost = $0.lost ?? cause }
        take(cause)
        Signals.wake()
    }

    func take(_ cause: Cause) {
        let step = state.withLock { state -> Step in
            if case .signal = cause {
            } else {
                // A command that only prints ends by itself, with its own status.
                guard state.output == nil else { return .nothing }
                state.output = cause
                guard state.cause == nil, state.attending.values.contains(where: \.prints) else { return .nothing }
            }
            let isFirst = state.cause == nil
            // A closed terminal sends it twice, from the shell and the kernel: that isn't a second request.
            if !isFirst, cause == .signal(SIGHUP) { return .nothing }
            state.cause = state.cause ?? cause
            guard isFirst, let grace = state.attending.values.map(\.grace).max(),
                !state.restoring.values.contains(where: \.endsAtOnce)
            else { return .end(state.cause ?? cause) }
            state.deadline = deadline(after: grace)
            return .attend(state.attending.values.map(\.heard), cause.number)
        }
        switch step {
        case .nothing: break
        case .end(let cause):
            restore()
            end(cause, language)
        case .attend(let hearers, let number):
            for heard in hearers { heard(number) }
            restore()
        }
    }

    /// Ends the process where its time to do so in order is over.
    func checkDeadline() {
        let cause = state.withLock { state in
            state.deadline.map { $0 <= time.nanoseconds() } == true ? state.cause : nil
        }
        guard let cause else { return }
        restore()
        end(cause, language)
    }

    /// The time until `checkDeadline` must act; nil if nothing is ending.
    var remaining: Duration? {
        state.withLock { state in
            state.deadline.map { .nanoseconds(Int64(clamping: $0 > time.nanoseconds() ? $0 - time.nanoseconds() : 0)) }
        }
    }

    private func deadline(after grace: Duration) -> UInt64 {
        time.nanoseconds() + UInt64(grace.components.seconds) * 1_000_000_000
            + UInt64(grace.components.attoseconds / 1_000_000_000)
    }

    /// Restores the terminal. One that accepts no output at the moment, as after Ctrl-S, must not delay the end.
    private func restore() {
        let bodies = state.withLock { $0.restoring.values.map(\.restore) }
        guard !bodies.isEmpty else { return }
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for restore in bodies { restore() }
            done.signal()
        }
        _ = done.wait(timeout: .now() + Self.patience)
    }
}

extension TerminationMonitor {
    /// Begins to watch the signals of this process and the reader of its standard output, on a thread of its own.
    static func begin() -> TerminationMonitor {
        let watch = TerminationMonitor { cause, language in
            if case .outputFailed(let code) = cause { exit(StandardOutput.report(code, language.texts).rawValue) }
            Signals.end(by: cause.number)
        }
        let signals = Signals.pipeEndings()
        Thread.detachNewThread { watch.run(signals, output: StandardOutput.hasReader ? STDOUT_FILENO : nil) }
        return watch
    }

    /// Ends the process after its command.
    ///
    /// - Parameter status: the command's own; it failed by itself if it isn't 0.
    func finish(_ status: Int32) -> Never {
        if let cause {
            if case .outputFailed(let code) = cause { exit(StandardOutput.report(code, language.texts).rawValue) }
            Signals.end(by: cause.number)
        }
        switch lostOutput {
        case .outputFailed(let code):
            let own = StandardOutput.report(code, language.texts).rawValue
            exit(status == 0 ? own : status)
        case .some(let lost) where status == 0: Signals.end(by: lost.number)
        default: exit(status)
        }
    }

    private func run(_ signals: Int32?, output: Int32?) {
        var files = [
            pollfd(fd: signals ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output ?? -1, events: 0, revents: 0),
        ]
        // The threads of libdispatch block every signal, and this one may have been started by one of them.
        Signals.unblock(Signals.endings)
        while true {
            for index in files.indices { files[index].revents = 0 }
            let wait = remaining.map { Int32(clamping: Int64($0 / .milliseconds(1)) + 1) } ?? -1
            _ = poll(&files, nfds_t(files.count), wait)
            if files[0].revents & Int16(POLLIN) != 0 {
                var number: UInt8 = 0
                if read(files[0].fd, &number, 1) == 1, number > 0 { take(.signal(Int32(number))) }
            }
            if files[1].revents != 0 {
                // The descriptor delivers nothing else.
                files[1].fd = -1
                take(.readerGone)
            }
            checkDeadline()
        }
    }
}
