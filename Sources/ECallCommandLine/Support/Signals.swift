@preconcurrency import Dispatch
import Foundation

/// Signals as events, for as long as the stream is read.
enum Signals {
    /// Ctrl-C, a polite end, and the closing of the terminal. They do not end the process any more.
    static func endings() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources { source.cancel() }
                for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
            }
        }
    }

    /// A closed pipe is an error of the write, not the end of the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
