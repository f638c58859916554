@preconcurrency import Dispatch
import Foundation

/// Signals as events, for as long as the stream is read.
enum Signals {
    private static let endingNumbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Ctrl-C and Ctrl-\\, a polite end, and the closing of the terminal. They do not end the process any more.
    static func endings() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let watch = watchEndings { continuation.yield($0) }
            continuation.onTermination = { _ in watch.stop() }
        }
    }

    /// The same, reported on a thread of its own until the watch is stopped. Returns once it watches.
    static func watchEndings(_ came: @escaping @Sendable (Int32) -> Void) -> Watch {
        let registrations = DispatchGroup()
        let watch = Watch(
            sources: endingNumbers.compactMap { number in
                let before = signal(number, SIG_IGN)
                // `nohup`: the end of the terminal is not that of the command.
                if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                    return nil
                }
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { came(number) }
                // What came before that would be ignored, and lost.
                registrations.enter()
                source.setRegistrationHandler { registrations.leave() }
                source.resume()
                return source
            })
        _ = registrations.wait(timeout: .now() + .seconds(1))
        return watch
    }

    struct Watch: Sendable {
        fileprivate let sources: [any DispatchSourceSignal]

        func stop() {
            for source in sources {
                source.cancel()
                signal(Int32(source.handle), SIG_DFL)
            }
        }
    }

    /// Ends this process as if nobody had watched for the signal, so that who started it sees why.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        // Of the process: threads of pools take no signals.
        kill(getpid(), number)
    }

    /// A closed pipe is an error of the write, not the end of the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
