package import ServerFoundation

extension IPAddress {
    /// Whether the address is a public Internet address, so that nothing sent there reaches a machine on the server's own
    /// network: by the registries of special-purpose addresses (RFC 6890). For IPv6 only allocated global unicast counts
    /// (RFC 4291 section 2.4), except ranges that embed IPv4 addresses (6to4, Teredo): NAT64 and IPv4-compatible addresses,
    /// unique local and link-local ones are outside of it.
    package var isPublic: Bool {
        guard !isVersion4 else { return !Self.special.contains { $0.contains(self) } }
        return Self.globalUnicast.contains { $0.contains(self) } && !Self.special.contains { $0.contains(self) }
    }

    private static let globalUnicast = ranges(["2000::/3"])

    private static let special = ranges([
        // "This network", private (RFC 1918), shared (RFC 6598), loopback, link-local.
        "0.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        // Protocol assignments, documentation, the relays of 6to4, benchmarks.
        "192.0.0.0/24", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "192.88.99.0/24", "198.18.0.0/15",
        // Multicast, reserved, broadcast.
        "224.0.0.0/4", "240.0.0.0/4",
        // Protocol assignments with Teredo and ORCHID, documentation, 6to4.
        "2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16",
    ])

    private static func ranges(_ texts: [String]) -> [AddressRange] {
        texts.map { text in
            guard let range = AddressRange(text) else { preconditionFailure("\(text) is no range") }
            return range
        }
    }
}
