/// Finds out who asks when proxies are in front. Pure.
///
/// Each proxy adds the address it was asked from at the right end. From the right, what trusted proxies said is believed;
/// the first address that is none of theirs is the client's. What stands left of it the client may have made up.
package struct TrustedProxies: Sendable {
    package let ranges: [AddressRange]
    package let header: ForwardedHeader

    /// Nobody in front.
    package static let none = TrustedProxies(ranges: [], header: .xForwardedFor)

    /// Most hops that are looked at.
    private static let mostHops = 32

    package init(ranges: [AddressRange], header: ForwardedHeader) { (self.ranges, self.header) = (ranges, header) }

    package func isTrusted(_ peer: String) -> Bool {
        guard !ranges.isEmpty, let address = IPAddress(peer) else { return false }
        return ranges.contains { $0.contains(address) }
    }

    /// The client's address.
    ///
    /// - Parameters:
    ///   - peer: the address of the other end of the connection; "" where there is none.
    ///   - values: of the header, all of its fields in the order in which they came.
    package func client(peer: String, values: [String]) -> String {
        guard isTrusted(peer) else { return peer }
        // Field by field, so that a quote that is never closed cannot swallow what a proxy adds behind it.
        let hops = values.flatMap { value in
            header == .forwarded ? Forwarded.nodes(in: value) : value.split(separator: ",").map { String($0) }
        }
        var latest = peer
        for hop in hops.suffix(Self.mostHops).reversed() {
            // `unknown`, a made-up name, anything else: nothing further left can be believed.
            guard let address = Self.address(of: hop) else { return latest }
            latest = address.description
            if !ranges.contains(where: { $0.contains(address) }) { return latest }
        }
        return latest
    }

    /// The address of `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]:443` (RFC 7239 section 6).
    private static func address(of node: String) -> IPAddress? {
        let text = node.trimmed
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            return IPAddress(text[text.index(after: text.startIndex)..<end])
        }
        let colons = text.filter { $0 == ":" }.count
        return IPAddress(colons == 1 ? text.prefix { $0 != ":" } : text[...])
    }
}

/// The header by which a proxy says for whom it asks. One and no other is believed: a proxy passes on what a client made up
/// in the other one.
public enum ForwardedHeader: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// RFC 7239.
    case forwarded
}

/// The header `Forwarded` (RFC 7239 section 4).
package enum Forwarded {
    /// The `for` of every element, "" where it has none.
    package static func nodes(in text: String) -> [String] {
        split(text, at: ",").map { element in
            for pair in split(element, at: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
                if parts.count == 2, parts[0].lowercased() == "for" { return unquoted(parts[1]) }
            }
            return ""
        }
    }

    /// Splits outside of quoted strings (RFC 9110 section 5.6.4).
    private static func split(_ text: String, at separator: Character) -> [String] {
        var (parts, isQuoted, isEscaped) = ([""], false, false)
        for character in text {
            if character == separator, !isQuoted {
                parts.append("")
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var (result, isEscaped) = ("", false)
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}

extension String {
    /// Without the white space of headers around it (RFC 9110 section 5.6.3).
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
