import ECallLanguage
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

enum StandardOutput {
    /// Writes all of it.
    ///
    /// - Returns: `errno` of a failure; nil on success. Output to a closed terminal is discarded: the command may continue without it, as
    ///   after `nohup` and `disown`.
    static func write(_ text: String) -> Int32? {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { put($0.baseAddress, $0.count) }
            if count > 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            case EIO where isDevice: return nil
            case let code: return code
            }
        }
        return nil
    }

    private static func put(_ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(STDOUT_FILENO, start, count)
        #else
            Foundation.write(STDOUT_FILENO, start, count)
        #endif
    }

    /// Whether its reader can go away: a pipe or a socket.
    static var hasReader: Bool { [S_IFIFO, S_IFSOCK].contains(kind) }
    private static var isDevice: Bool { kind == S_IFCHR }

    private static var kind: mode_t {
        var status = stat()
        return fstat(STDOUT_FILENO, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    /// Redirects a closed descriptor to nowhere: otherwise the next file to be opened would get its number, and the output.
    static func reserve() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Opened so that the wrong direction fails, as on a closed descriptor.
            let nowhere = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            if nowhere >= 0, nowhere != descriptor {
                dup2(nowhere, descriptor)
                close(nowhere)
            }
        }
    }

    /// Reports on stderr why the output could not be written.
    static func report(_ code: Int32, _ texts: Texts) -> CommandStatus {
        let failure = CommandFailure.output(String(cString: strerror(code)))
        try? FileHandle.standardError.write(contentsOf: Data("ecall: \(texts.string(failure.text))\n".utf8))
        return failure.status
    }
}

extension CommandFailure {
    static func output(_ reason: String) -> CommandFailure {
        CommandFailure(.output, .hint(.terminalOutputNotWritten, .terminalSystemSays(reason: reason)))
    }
}

extension TerminationMonitor.Cause {
    /// The cause of a failed write to the output.
    init(write code: Int32) { self = code == EPIPE ? .readerGone : .outputFailed(code) }
}
