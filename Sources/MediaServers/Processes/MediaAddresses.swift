import Foundation
import Glibc

/// The host's own addresses for media: one of IPv4, one of IPv6, or both.
package struct MediaAddresses: Sendable, Equatable {
    package let version4: String?
    package let version6: String?

    /// Returns nil for no address, and for two of a kind.
    package init?(_ texts: [String]) {
        let (six, four) = (texts.filter { $0.contains(":") }, texts.filter { !$0.contains(":") })
        guard !texts.isEmpty, four.count <= 1, six.count <= 1 else { return nil }
        (version4, version6) = (four.first, six.first)
    }

    /// All addresses, IPv4 first.
    package var all: [String] { [version4, version6].compactMap(\.self) }
    /// The address to use if only one is possible.
    package var first: String { version4 ?? version6 ?? "" }
    package var isLoopback: Bool { first.hasPrefix("127.") }
}

extension HostNetwork {
    /// The addresses that media are sent from and to: the configured ones, else the host's first reachable one of each kind.
    package static func mediaAddresses(named: [String]) throws(SupervisionFailure) -> MediaAddresses {
        let (four, six) = (addresses(), addresses6())
        let named = named.map { canonical6($0) ?? $0 }
        for address in named where !four.contains(address) && !six.contains(address) && !address.hasPrefix("127.") {
            throw .notAnAddress(address)
        }
        let found = named.isEmpty ? [four.first { !$0.hasPrefix("127.") }, six.first].compactMap(\.self) : named
        guard let chosen = MediaAddresses(found) else { throw .noAddress }
        return chosen
    }

    /// Reachable IPv6 addresses of this host, global ones first.
    package static func addresses6() -> [String] {
        let text = (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? ""
        return addresses6(in: text)
    }

    /// The stable addresses in Linux' list of IPv6 addresses: neither link-local, nor about to change, nor duplicates.
    package static func addresses6(in list: String) -> [String] {
        let found = list.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard words.count >= 6, words[0].count == 32, UInt8(words[3], radix: 16) == 0,
                let flags = UInt32(words[4], radix: 16), flags & unsteady == 0
            else { return nil }
            let digits = Array(words[0])
            let text = stride(from: 0, to: 32, by: 4).map { String(digits[$0..<$0 + 4]) }.joined(separator: ":")
            return canonical6(text)
        }
        let isLocal = { (address: String) in address.hasPrefix("fc") || address.hasPrefix("fd") }
        return found.filter { !isLocal($0) } + found.filter(isLocal)
    }

    /// Temporary, failed duplicate address detection, deprecated, tentative (linux/if_addr.h).
    private static let unsteady: UInt32 = 0x01 | 0x08 | 0x20 | 0x40

    /// An IPv6 address in the form of RFC 5952; nil for other text.
    private static func canonical6(_ text: String) -> String? {
        var address = in6_addr()
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_pton(AF_INET6, text, &address) == 1,
            inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil
        else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
