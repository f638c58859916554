import Foundation

/// The agents of a directory of profiles; they run on in the background until they are idle.
struct AgentProcesses: Sendable {
    let home: String

    func all() -> [(pid: Int32, profile: String)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let pid = Int32(name), let raw = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
                return nil
            }
            let variables = raw.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard variables.contains("ECALL_HOME=\(home)"),
                let profile = variables.first(where: { $0.hasPrefix("ECALL_PROFILE=") })
            else { return nil }
            return (pid, String(profile.dropFirst("ECALL_PROFILE=".count)))
        }
    }

    /// Ends them by their IDs; returns when they have ended.
    func end() async {
        for agent in all() { kill(agent.pid, SIGTERM) }
        for _ in 0..<50 {
            if all().isEmpty { return }
            try? await Task.sleep(for: .milliseconds(100))
        }
        for agent in all() { kill(agent.pid, SIGKILL) }
    }
}
