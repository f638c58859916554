import Foundation

/// Where requests come from, as far as limits are concerned.
enum ClientAddress {
    /// What stands for one client: the IPv4 address, or the first 64 bits of the IPv6 address, since a single client has
    /// all the rest (RFC 6177).
    static func limiterKey(_ address: String) -> String {
        var all = [UInt8](repeating: 0, count: 16)
        let text = address.prefix { $0 != "%" }
        guard text.contains(":"), inet_pton(AF_INET6, String(text), &all) == 1 else { return address }
        // An IPv4 address in IPv6 clothes (RFC 4291 section 2.5.5.2).
        if all.prefix(10).allSatisfy({ $0 == 0 }), all[10] == 0xFF, all[11] == 0xFF {
            return all.suffix(4).map(String.init).joined(separator: ".")
        }
        return Digest.hex(all.prefix(8))
    }
}
