import ECallCore
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal that pictures are drawn on.
struct TerminalLink: Sendable {
    let input: Int32
    let output: Int32
    var time: any TimeSource = SystemTime()

    /// The terminal of this command; nil if its output goes elsewhere.
    static func own(_ environment: [String: String]) -> TerminalLink? {
        guard isatty(STDOUT_FILENO) == 1, let name = environment["TERM"], !name.isEmpty, name != "dumb" else {
            return nil
        }
        return TerminalLink(input: STDIN_FILENO, output: STDOUT_FILENO)
    }

    var size: PictureLayout.Size? {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return PictureLayout.Size(
            columns: Int(size.ws_col), rows: Int(size.ws_row), pixelWidth: Int(size.ws_xpixel),
            pixelHeight: Int(size.ws_ypixel))
    }

    /// Writes everything; false if the terminal is gone.
    func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { put(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                guard poll(&ready, 1, 1_000) > 0 else { return false }
                continue
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private func put(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, start, count)
        #else
            Foundation.write(descriptor, start, count)
        #endif
    }

    /// Queries the terminal's capabilities; blocks until it has answered, for a second at most.
    func graphics(_ environment: [String: String]) -> TerminalGraphics {
        var before = termios()
        // In the background, asking would stop this process.
        guard isatty(input) == 1, tcgetpgrp(input) == getpgrp(), tcgetattr(input, &before) == 0 else {
            return TerminalGraphics(environment: environment, answer: [])
        }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
        return Terminal.withModes(raw, insteadOf: before, on: input) {
            guard write(TerminalGraphics.question(environment)) else {
                return TerminalGraphics(environment: environment, answer: [])
            }
            return TerminalGraphics(environment: environment, answer: answer())
        }
    }

    private func answer() -> [UInt8] {
        var answer: [UInt8] = []
        let end = time.nanoseconds() + 1_000_000_000
        while !TerminalGraphics.isComplete(answer), answer.count < 4_096 {
            let now = time.nanoseconds()
            var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard now < end, poll(&ready, 1, Int32((end - now) / 1_000_000 + 1)) > 0 else { break }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(input, &bytes, bytes.count)
            guard count > 0 else { break }
            answer += bytes[..<count]
        }
        return answer
    }
}
