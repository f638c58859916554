/// The origin of requests, as limits see it.
package enum ClientAddress {
    /// The key of one client: the IPv4 address, or the first 64 bits of the IPv6 address, since a single client has all the
    /// rest (RFC 6177).
    package static func limiterKey(_ address: String) -> String { tiers(address).first?.key ?? address }

    /// A network, and its number of clients' shares.
    package struct Tier: Sendable, Hashable {
        package let key: String
        package let shares: Int
    }

    /// The networks that an address counts for, the smallest first. A single rented machine often gets a /56 or a /48 with
    /// it (RFC 6177): 256 or 65 536 times one client's network.
    package static func tiers(_ address: String) -> [Tier] {
        guard let parsed = IPAddress(address) else { return [Tier(key: address, shares: 1)] }
        guard !parsed.isVersion4 else { return [Tier(key: parsed.description, shares: 1)] }
        return [(8, 1), (7, 2), (6, 4)].map { bytes, shares in
            Tier(key: HexDigest.hex(parsed.bytes.prefix(bytes)), shares: shares)
        }
    }
}
