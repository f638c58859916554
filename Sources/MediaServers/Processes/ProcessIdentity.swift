import Foundation
import Glibc

/// The identity of a process: numbers are reused, but not together with the time of the start.
package struct ProcessIdentity: Sendable, Equatable {
    package let pid: Int32
    /// Clock ticks from the boot of the host to the start (proc(5), `stat` field 22).
    package let startTime: UInt64
    /// The path of the program at its start.
    package let executable: String
    /// The boot that the ticks are counted from (random(4), `boot_id`).
    package let boot: String

    /// The process that has the number now; nil if there is none, or if it is a zombie.
    package init?(of pid: Int32) {
        guard pid > 1, let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe"),
            // The preceding name, in parentheses, may contain any characters.
            let name = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: name)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z", fields[0] != "X", let startTime = UInt64(fields[19]) else {
            return nil
        }
        self.pid = pid
        self.startTime = startTime
        executable = Self.path(link)
        self.boot = boot.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Parses `text`; returns nil for anything else.
    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, let pid = Int32(lines[0]), let startTime = UInt64(lines[1]) else { return nil }
        self.pid = pid
        self.startTime = startTime
        executable = String(lines[2])
        boot = String(lines[3])
    }

    /// Number, ticks, path and boot, one per line: the number comes first, where other tools expect it.
    package var text: String { "\(pid)\n\(startTime)\n\(executable)\n\(boot)\n" }

    /// Whether this very process still runs.
    package var isRunning: Bool { Self(of: pid) == self }

    /// A program whose file was replaced while it ran is the same process.
    private static func path(_ link: String) -> String {
        let mark = " (deleted)"
        return link.hasSuffix(mark) ? String(link.dropLast(mark.count)) : link
    }
}

/// Finds processes by their arguments.
package enum ProcessTable {
    /// Running processes of a program that have the argument, including those without a PID file.
    package static func processes(of executable: String, withArgument argument: String) -> [ProcessIdentity] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let path = URL(filePath: executable).resolvingSymlinksInPath().path
        return names.compactMap { Int32($0) }.filter { pid in
            guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") else { return false }
            return data.split(separator: 0).contains { String(decoding: $0, as: UTF8.self) == argument }
        }.compactMap { ProcessIdentity(of: $0) }.filter { $0.executable == path }
    }
}
