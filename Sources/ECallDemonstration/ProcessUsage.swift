import Foundation

/// The resources that a process has used so far.
struct ProcessUsage: Sendable {
    let name: String
    let peakMegabytes: Double
    let cpuSeconds: Double

    /// Reads `/proc`; nil once the process has ended.
    init?(name: String, pid: Int32) {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
            let peak = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = Double(peak.split(whereSeparator: \.isWhitespace)[1]),
            let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let afterName = stat.split(separator: ")").last
        else { return nil }
        let fields = afterName.split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        self.name = name
        peakMegabytes = kilobytes / 1024
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
