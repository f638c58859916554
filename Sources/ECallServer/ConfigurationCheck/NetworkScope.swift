import Notifications
import ServerFoundation

/// The part of the Internet in which an address or a name has a meaning. Pure.
enum NetworkScope {
    /// Addresses of private networks, of carriers and of a single link (RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291).
    private static let privateRanges = ranges([
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "fc00::/7", "fe80::/10",
    ])
    /// Addresses at which no other machine can be reached (RFC 1122, RFC 5771, RFC 1112).
    private static let unusableRanges = ranges(["0.0.0.0/8", "127.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4"])
    /// Names that exist in one network only.
    private static let localEndings = [".local", ".lan", ".internal", ".home.arpa", ".localhost"]

    private static func ranges(_ texts: [String]) -> [AddressRange] { texts.compactMap { AddressRange($0) } }

    static func isPrivate(_ address: IPAddress) -> Bool { privateRanges.contains { $0.contains(address) } }

    static func isUnusable(_ address: IPAddress) -> Bool { unusableRanges.contains { $0.contains(address) } }

    /// Whether a host can be reached from the Internet, as far as its name or address tells.
    static func isPublic(_ host: String) -> Bool {
        if let address = IPAddress(host) {
            return !isPrivate(address) && !isUnusable(address) && !LoopbackHost.contains(host)
        }
        return host.contains(".") && !localEndings.contains(where: host.lowercased().hasSuffix)
    }
}
