@preconcurrency import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The keys of a terminal, each as it is pressed, while a call watches them. Otherwise the terminal is in its normal mode; the end of the
/// command restores it too, and Ctrl-C remains a signal.
final class Keyboard: Sendable {
    private struct State {
        var before: termios?
        var source: (any DispatchSourceRead)?
        var parser = KeyParser()
        var isOver = false
    }

    /// One reader.
    let keys: AsyncStream<CallKey>
    private let key: AsyncStream<CallKey>.Continuation
    private let input: Int32
    private let state = Mutex(State())

    init(_ input: Int32) {
        self.input = input
        (keys, key) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16))
    }

    deinit { rest() }

    /// The keyboard of this command; nil if its input isn't a terminal, or is another program's at the moment.
    static func own() -> Keyboard? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else {
            return nil
        }
        return Keyboard(STDIN_FILENO)
    }

    /// Starts watching; false if it is watching already, or cannot.
    func watch() -> Bool {
        state.withLock { state in
            var before = termios()
            guard state.before == nil, !state.isOver, tcgetattr(input, &before) == 0 else { return false }
            var raw = before
            raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
            withUnsafeMutableBytes(of: &raw.c_cc) {
                // Ctrl-Z would hand the terminal to the shell as it is.
                $0[Int(VSUSP)] = 0
                $0[Int(VMIN)] = 0
                $0[Int(VTIME)] = 0
            }
            guard tcsetattr(input, TCSADRAIN, &raw) == 0 else { return false }
            state.before = before
            let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .global())
            source.setEventHandler { [weak self] in self?.read() }
            source.resume()
            state.source = source
            return true
        }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Foundation.read(input, &bytes, bytes.count)
        guard count > 0 else {
            // The terminal is gone: reads return nothing from now on.
            if count == 0 || (errno != EINTR && errno != EAGAIN) { state.withLock { $0.source?.cancel() } }
            return
        }
        for one in state.withLock({ $0.before == nil ? [] : $0.parser.take(bytes[..<count]) }) { key.yield(one) }
    }

    /// Gives the terminal back until keys are watched again.
    func rest() {
        state.withLock { state in
            state.source?.cancel()
            state.source = nil
            state.parser = KeyParser()
            guard var before = state.before else { return }
            // Input that was typed for the call must not reach the shell.
            tcsetattr(input, TCSAFLUSH, &before)
            state.before = nil
        }
    }
}
