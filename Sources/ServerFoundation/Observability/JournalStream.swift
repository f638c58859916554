import Foundation
import Glibc
package import Logging

/// The connection of standard error to systemd's journal, which reads the priority of each line from a prefix (sd-daemon(3)).
package enum JournalStream {
    /// Whether standard error is the stream that systemd names in `JOURNAL_STREAM` as `DEVICE:INODE` (systemd.exec(5)). A
    /// process that inherited the variable may have redirected its output since.
    package static func isStandardError(
        environment: [String: String] = ProcessInfo.processInfo.environment, descriptor: Int32 = STDERR_FILENO
    ) -> Bool {
        guard let named = environment["JOURNAL_STREAM"] else { return false }
        // The journal's streams are sockets, whose inodes are unique.
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        return target == "socket:[\(named.drop { $0 != ":" }.dropFirst())]"
    }

    /// Prefixes each line of the text with the priority of its level, as `<3>`.
    package static func line(_ text: String, _ level: Logger.Level) -> String {
        let prefix = "<\(level.journalPriority)>"
        return prefix + text.replacing("\n", with: "\n" + prefix)
    }
}

extension Logger.Level {
    /// The priority in syslog(3): 7 debug, 6 info, 5 notice, 4 warning, 3 error, 2 critical.
    package var journalPriority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
