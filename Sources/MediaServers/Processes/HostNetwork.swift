import Foundation
import Glibc
import ServerFoundation

/// Queries about the host's addresses and ports.
package enum HostNetwork {
    package struct Address: Sendable, Equatable {
        package let text: String
        package let interface: String

        package init(_ text: String, on interface: String) { (self.text, self.interface) = (text, interface) }
    }

    /// IPv4 addresses of interfaces that are up, loopback last.
    package static func addresses() -> [String] { interfaceAddresses().map(\.text) }

    /// The same, with their interfaces.
    package static func interfaceAddresses() -> [Address] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (own, loopback): ([Address], [Address]) = ([], [])
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            // The four bytes of `sin_addr`, which follow family and port.
            let text = UnsafeRawBufferPointer(start: address, count: 8).suffix(4).map(String.init).joined(
                separator: ".")
            let found = Address(text, on: entry.ifa_name.map { String(cString: $0) } ?? "")
            if text.hasPrefix("127.") { loopback.append(found) } else { own.append(found) }
        }
        return own + loopback
    }

    package static let loopback = "127.0.0.1"

    /// Whether this host has no address that others could reach.
    package static var isAlone: Bool { addresses().allSatisfy { $0.hasPrefix("127.") } && addresses6().isEmpty }

    /// A free port at the address: the preferred one if it is free.
    package static func freePort(at address: String, preferred: Int = 0) throws(SupervisionFailure) -> Int {
        // A port that is free for TCP may be in use for UDP; then another is tried.
        for port in (preferred == 0 ? [] : [preferred]) + Array(repeating: 0, count: 64) {
            if let found = bindable(address, port, SOCK_STREAM), bindable(address, found, SOCK_DGRAM) != nil {
                return found
            }
        }
        throw .noFreePort
    }

    /// The configured port if it is free at each of the addresses; 0 selects any.
    ///
    /// - Parameter mayMove: whether any free port is used if it is taken; `moved` is called with it.
    package static func port(
        _ wanted: Int, at addresses: [String], setting: String, mayMove: Bool, moved: (Int) -> Void = { _ in }
    ) throws(SupervisionFailure) -> Int {
        let taken = addresses.first { wanted != 0 && !isFree(wanted, at: $0) }
        if wanted != 0, taken == nil { return wanted }
        if let taken, !mayMove { throw .portInUse(setting: setting, address: taken, port: wanted, holder: .of(wanted)) }
        for _ in 0..<64 {
            let port = try freePort(at: addresses.first ?? loopback)
            guard addresses.allSatisfy({ isFree(port, at: $0) }) else { continue }
            if wanted != 0 { moved(port) }
            return port
        }
        throw .noFreePort
    }

    /// Whether a program could bind the port for UDP and TCP.
    package static func isFree(_ port: Int, at address: String) -> Bool {
        bindable(address, port, SOCK_STREAM) != nil && bindable(address, port, SOCK_DGRAM) != nil
    }

    private static func bindable(_ address: String, _ port: Int, _ type: __socket_type) -> Int? {
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if type == SOCK_STREAM {
            // Closed connections keep the port for a minute, which must not prevent listening again.
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard var name = socketName(address, port, family) else { return nil }
        var size = socklen_t(name.count)
        let isBound = name.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { generic in
                bind(descriptor, generic.baseAddress, size) == 0
                    && getsockname(descriptor, generic.baseAddress, &size) == 0
            }
        }
        return isBound ? Int(name[2]) << 8 | Int(name[3]) : nil
    }

    /// `sockaddr_in` or `sockaddr_in6` byte by byte: family, port, [flow,] address, padding or scope. Their members belong
    /// to whichever C module the compiler has imported first, so that naming them breaks some builds.
    private static func socketName(_ address: String, _ port: Int, _ family: Int32) -> [UInt8]? {
        let (size, start) = family == AF_INET6 ? (28, 8) : (16, 4)
        var name = [UInt8](repeating: 0, count: size)
        withUnsafeBytes(of: sa_family_t(family)) { name.replaceSubrange(0..<2, with: $0) }
        withUnsafeBytes(of: UInt16(truncatingIfNeeded: port).bigEndian) { name.replaceSubrange(2..<4, with: $0) }
        let isRead = name.withUnsafeMutableBytes { inet_pton(family, address, $0.baseAddress.map { $0 + start }) == 1 }
        return isRead ? name : nil
    }

    /// The full path of a program; nil if it is not installed.
    package static func executable(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/bin", "/usr/sbin", "/usr/local/bin"]).map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
