import Foundation

/// The process that listens on a port of this machine, as far as /proc shows it to this user.
public struct PortHolder: Sendable, Equatable, CustomStringConvertible {
    public let pid: Int32
    /// The name of its program.
    public let name: String

    public var description: String {
        let service =
            switch name {
            case "turnserver": "coturn"
            case "janus": "janus"
            default: ""
            }
        let hint = service.isEmpty ? "" : "; if it is Debian's own service: sudo systemctl disable --now \(service)"
        return "\(name), process \(pid)\(hint)"
    }

    /// The process that has the port by TCP or UDP at any address; nil if there is none, or it is not visible.
    public static func of(_ port: Int) -> PortHolder? { all(of: port).first }

    /// The TCP ports on which any program of this machine listens, at any address.
    package static var listeningPorts: Set<Int> {
        Set(["tcp", "tcp6"].flatMap { listeningPorts(in: text(of: "/proc/net/\($0)")) })
    }

    /// The listening ports in a table of /proc/net.
    static func listeningPorts(in table: String) -> [Int] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count > 9, words[3] == "0A" else { return nil }
            return words[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
        }
    }

    private static func all(of port: Int) -> [PortHolder] {
        let inodes = Set(
            ["tcp", "tcp6", "udp", "udp6"].flatMap { table in
                Self.inodes(of: port, in: text(of: "/proc/net/\(table)"))
            })
        guard !inodes.isEmpty else { return [] }
        let links = Set(inodes.map { "socket:[\($0)]" })
        let files = FileManager.default
        let pids = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        return pids.filter { pid in
            let folder = "/proc/\(pid)/fd"
            return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains { name in
                (try? files.destinationOfSymbolicLink(atPath: folder + "/" + name)).map(links.contains) ?? false
            }
        }.compactMap { pid in
            let name = try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)
            return name.map { PortHolder(pid: pid, name: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
    }

    /// Reads a whole table, which comes a page at a time; `String` would stop at the first.
    private static func text(of table: String) -> String {
        let descriptor = open(table, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { break }
            text += part.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The sockets in a table of /proc/net that listen on the port (proc_pid_net(5)): state 0A of TCP, 07 of UDP.
    static func inodes(of port: Int, in table: String) -> [String] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count > 9, let local = words[1].split(separator: ":").last, Int(local, radix: 16) == port,
                ["0A", "07"].contains(words[3]), words[9] != "0"
            else { return nil }
            return String(words[9])
        }
    }
}
