/// Where requests come from, as far as limits are concerned.
enum ClientAddress {
    /// What stands for one client: the IPv4 address, or the first 64 bits of the IPv6 address, since a single client has
    /// all the rest (RFC 6177).
    static func limiterKey(_ address: String) -> String {
        guard let parsed = IPAddress(address) else { return address }
        return parsed.isVersion4 ? parsed.description : Digest.hex(parsed.bytes.prefix(8))
    }
}
