/// Determines the client's address behind proxies. Pure.
///
/// Each proxy appends the address of its peer at the right end. From the right, the entries of trusted proxies are trusted;
/// the first address that is not theirs is the client's. Everything to its left may be forged by the client.
package struct TrustedProxies: Sendable {
    package let ranges: [AddressRange]
    package let header: ForwardedHeader

    package static let none = TrustedProxies(ranges: [], header: .xForwardedFor)

    /// The most hops that are evaluated.
    private static let mostHops = 32

    package init(ranges: [AddressRange], header: ForwardedHeader) { (self.ranges, self.header) = (ranges, header) }

    package func isTrusted(_ peer: String) -> Bool {
        guard !ranges.isEmpty, let address = IPAddress(peer) else { return false }
        return ranges.contains { $0.contains(address) }
    }

    /// The client's address.
    ///
    /// - Parameters:
    ///   - peer: the address of the other end of the connection; "" if there is none.
    ///   - values: the values of the header's fields, in the order in which they arrived.
    package func client(peer: String, values: [String]) -> String {
        guard isTrusted(peer) else { return peer }
        // Field by field, so that an unclosed quote cannot swallow what a proxy appends.
        let hops = values.flatMap { value in
            header == .forwarded ? Forwarded.nodes(in: value) : value.split(separator: ",").map { String($0) }
        }
        var latest = peer
        for hop in hops.suffix(Self.mostHops).reversed() {
            // `unknown`, a made-up name, or the like: entries further left cannot be trusted.
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

/// The header in which a proxy names its client. Only one is trusted: a proxy passes on what a client forged in the other one.
public enum ForwardedHeader: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// RFC 7239.
    case forwarded
}

/// The header `Forwarded` (RFC 7239 section 4).
package enum Forwarded {
    /// The `for` of every element, "" if it has none.
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
    /// The text without surrounding white space of headers (RFC 9110 section 5.6.3).
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
