import Foundation
import Glibc

/// Questions to the host about addresses and ports.
enum HostNetwork {
    /// IPv4 addresses of interfaces that are up, loopback last.
    static func addresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (own, loopback): ([String], [String]) = ([], [])
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            let inet = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
            let text = text(of: inet)
            if text.hasPrefix("127.") { loopback.append(text) } else { own.append(text) }
        }
        return own + loopback
    }

    private static func text(of address: in_addr) -> String {
        var address = address
        var buffer = [UInt8](repeating: 0, count: Int(INET_ADDRSTRLEN))
        let size = socklen_t(buffer.count)
        _ = buffer.withUnsafeMutableBytes {
            inet_ntop(AF_INET, &address, $0.baseAddress?.assumingMemoryBound(to: CChar.self), size)
        }
        return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The address media is sent from and to: the one that was named, else the host's first that is not loopback.
    static func mediaAddress(named: String?) throws(SupervisionFailure) -> String {
        let all = addresses()
        if let named {
            guard all.contains(named) || named.hasPrefix("127.") else { throw .notAnAddress(named) }
            return named
        }
        guard let first = all.first(where: { !$0.hasPrefix("127.") }) else { throw .noAddress }
        return first
    }

    /// A port that nobody uses at the address: the preferred one where it is free.
    static func freePort(at address: String, preferred: Int = 0) throws(SupervisionFailure) -> Int {
        for port in preferred == 0 ? [0] : [preferred, 0] {
            if let found = bindable(address, port, SOCK_STREAM), bindable(address, found, SOCK_DGRAM) != nil {
                return found
            }
        }
        throw .noFreePort
    }

    private static func bindable(_ address: String, _ port: Int, _ type: __socket_type) -> Int? {
        let descriptor = socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { return nil }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(descriptor, generic, size) == 0, getsockname(descriptor, generic, &size) == 0 else {
                    return nil
                }
                return Int(in_port_t(bigEndian: pointer.pointee.sin_port))
            }
        }
    }

    /// The full path of a program; nil when it is not installed.
    static func executable(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/bin", "/usr/sbin", "/usr/local/bin"]).map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
