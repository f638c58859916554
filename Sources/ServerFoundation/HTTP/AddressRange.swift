import Foundation

/// An IP address. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is the IPv4 address.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]

    package var isVersion4: Bool { bytes.count == 4 }

    /// Parses no host names, and drops zones (`%eth0`).
    package init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
        // Rejects everything else, above all NUL, at which C would stop reading.
        guard text.utf8.count <= 45, text.allSatisfy({ $0.isASCII && ($0.isHexDigit || ".:".contains($0)) }) else {
            return nil
        }
        if text.contains(":") {
            var address = in6_addr()
            guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
            let all = withUnsafeBytes(of: address) { Array($0) }
            let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
            bytes = isMapped ? Array(all.suffix(4)) : all
        } else {
            var address = in_addr()
            guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
            bytes = withUnsafeBytes(of: address) { Array($0) }
        }
    }

    package var description: String {
        if isVersion4 { return bytes.map(String.init).joined(separator: ".") }
        var buffer = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let size = socklen_t(buffer.count)
        _ = bytes.withUnsafeBytes { source in
            buffer.withUnsafeMutableBytes {
                inet_ntop(AF_INET6, source.baseAddress, $0.baseAddress?.assumingMemoryBound(to: CChar.self), size)
            }
        }
        return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Addresses with the same first bits (RFC 4632): `10.0.0.0/8`, `2001:db8::/32`, or one address.
package struct AddressRange: Sendable, Hashable {
    package let address: IPAddress
    package let bits: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]), !text.contains("%") else { return nil }
        let most = address.bytes.count * 8
        guard parts.count == 2 else {
            (self.address, bits) = (address, most)
            return
        }
        guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
        (self.address, self.bits) = (address, bits)
    }

    /// Whether it contains every address of its kind.
    package var isEverybody: Bool { bits == 0 }

    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
        guard rest > 0 else { return true }
        let mask = UInt8.max << UInt8(8 - rest)
        return other.bytes[whole] & mask == address.bytes[whole] & mask
    }
}
