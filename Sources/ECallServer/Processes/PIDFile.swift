import Foundation
import Glibc

/// Remembers a child's process id, so that the next server finds what an earlier one left behind.
struct PIDFile: Sendable {
    let path: String

    func write(_ pid: pid_t) throws {
        try PrivateFile.write(Data("\(pid)\n".utf8), to: path)
    }

    func remove() { unlink(path) }

    /// Ends the process that an earlier server left, if it is still the same program with the same configuration.
    func endLeftover(marker: String) async {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)), pid > 1
        else { return }
        defer { remove() }
        guard Self.commandLine(of: pid)?.contains(marker) == true else { return }
        kill(pid, SIGTERM)
        for attempt in 0..<60 {
            guard Self.commandLine(of: pid)?.contains(marker) == true else { return }
            if attempt == 30 { kill(pid, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    /// The arguments of a process; nil when there is none (proc(5)).
    private static func commandLine(of pid: pid_t) -> [String]? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline"), !data.isEmpty else { return nil }
        return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
