@preconcurrency import Dispatch
import Foundation

/// Signals as events, for as long as the stream is read.
enum Signals {
    private static let endingNumbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Ctrl-C and Ctrl-\\, a polite end, and the closing of the terminal. They do not end the process any more.
    static func endings() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let sources = endingNumbers.compactMap { number -> (any DispatchSourceSignal)? in
                let before = signal(number, SIG_IGN)
                // `nohup`: the end of the terminal is not that of the command.
                if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                    return nil
                }
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources {
                    source.cancel()
                    signal(Int32(source.handle), SIG_DFL)
                }
            }
        }
    }

    /// A closed pipe is an error of the write, not the end of the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
