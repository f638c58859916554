import Foundation

/// The load of the machine, by all processes, since this was made.
struct MachineLoad {
    struct Unreadable: Error {}

    private let began: Times

    init() throws { began = try Times() }

    /// The share of time in which its processors were busy, or taken by other virtual machines.
    func share() throws -> Double {
        let now = try Times()
        return 1 - Double(now.idle - began.idle) / Double(max(now.all - began.all, 1))
    }

    private struct Times {
        let idle: Int
        let all: Int

        /// The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, ... (proc(5)).
        init() throws {
            let fields = try String(contentsOfFile: "/proc/stat", encoding: .utf8).prefix { $0 != "\n" }
                .split(separator: " ").compactMap { Int($0) }
            guard fields.count >= 8 else { throw Unreadable() }
            idle = fields[3] + fields[4]
            all = fields[..<8].reduce(0, +)
        }
    }
}
