import ECallSecurity
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The signals that ask a process to end, as bytes of a pipe.
///
/// Handlers are the only method without side effects: blocked and ignored signals are inherited by every program that is started, and
/// handlers aren't. A handler can only write, and knows only this descriptor.
enum Signals {
    /// Ctrl-C and Ctrl-\, a polite end, and the closing of the terminal.
    static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private static let pipe = Atomic<Int32>(-1)

    /// Delivers signals to the returned descriptor, one byte each, until the process ends; nil if no pipe can be made. Once per
    /// process.
    static func pipeEndings() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not wait.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        pipe.store(ends[1], ordering: .sequentiallyConsistent)
        for number in endings {
            var before = sigaction()
            sigaction(number, nil, &before)
            // `nohup`: the end of the terminal is not that of the command.
            guard number != SIGHUP || !isIgnored(before) else { continue }
            handle(number)
        }
        return ends[0]
    }

    /// Wakes the reader of the pipe, by a byte that isn't a signal.
    static func wake() {
        var byte: UInt8 = 0
        let descriptor = pipe.load(ordering: .sequentiallyConsistent)
        if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
    }

    private static func handle(_ number: Int32) {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { number in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(Signals.pipe.load(ordering: .sequentiallyConsistent), &byte, 1)
            errno = code
        }
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        sigemptyset(&action.sa_mask)
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Ends this process as if it had never handled the signal, so that its parent sees the cause: shells then stop their
    /// scripts, and systemd knows a service that it has stopped itself.
    static func end(by number: Int32) -> Never {
        // SIGQUIT writes the memory of the process to disk, and keys may be in it.
        _ = ProcessProtection.disableCoreDumps()
        signal(number, SIG_DFL)
        unblock([number])
        // To this thread: it is delivered before the call returns.
        pthread_kill(pthread_self(), number)
        // The first process of a container is not ended by signals.
        exit(128 + number)
    }

    /// Lets this thread receive these signals.
    static func unblock(_ numbers: [Int32]) {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// A closed pipe is an error of the write, not the end of the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
