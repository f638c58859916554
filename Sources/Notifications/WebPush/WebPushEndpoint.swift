import Foundation
import ServerFoundation

/// The URL of a subscription at a push service (RFC 8030 section 4), in a canonical spelling. It allows waking the device,
/// so only its host may be logged.
package struct WebPushEndpoint: Sendable, Hashable, Unprinted {
    /// In bytes.
    package static let longest = 2048

    /// Lower case; an IPv6 address without brackets.
    package let host: String
    /// `https://host[:port]`, as required for the `aud` of RFC 8292 section 2.
    package let origin: String
    /// Path and query, beginning with `/`.
    package let path: String

    package var text: String { origin + path }

    /// Returns nil for all but an `https` URL of visible ASCII, without user, password and fragment.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.longest, text.hasPrefix("https://"),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && !Self.misread.contains($0) })
        else { return nil }
        let rest = text.dropFirst("https://".count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        path = authority.endIndex == rest.endIndex ? "/" : String(rest[authority.endIndex...])
        guard path.hasPrefix("/"), let (host, port) = Self.parts(of: authority.lowercased()) else { return nil }
        self.host = host
        origin = "https://" + (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
        // The HTTP client parses the text by itself and must see the same host.
        guard let url = URL(string: origin + path), url.port == port,
            url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]) == host
        else { return nil }
    }

    /// Characters that URL parsers treat differently: `@`, `#`, `\` and those that RFC 3986 does not allow.
    private static let misread = Set("@#\\\"<>^`{|}".utf8)

    /// The scheme's default port is omitted (RFC 6454 section 6.1).
    private static func parts(of authority: String) -> (host: String, port: Int?)? {
        var (host, digits): (Substring, Substring?) = (authority[...], nil)
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let after = authority[authority.index(after: end)...]
            guard host.contains(":"), IPAddress(host) != nil, after.isEmpty || after.hasPrefix(":") else { return nil }
            if !after.isEmpty { digits = after.dropFirst() }
        } else {
            if let colon = authority.firstIndex(of: ":") {
                (host, digits) = (authority[..<colon], authority[authority.index(after: colon)...])
            }
            guard (1...253).contains(host.utf8.count), host.first != ".", host.last != ".",
                host.utf8.allSatisfy({
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-._".utf8.contains($0)
                })
            else { return nil }
        }
        guard let digits else { return (String(host), nil) }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
            (1...65_535).contains(port), String(port) == digits
        else { return nil }
        return (String(host), port == 443 ? nil : port)
    }
}
