/// The interface of the default route, by Linux's files (proc(5)). Pure.
enum DefaultRoutes {
    /// Not usable: `RTF_UP` is missing, or the route refuses packets that take it (`RTF_REJECT`).
    private static let (isUp, isRefusal): (UInt32, UInt32) = (0x1, 0x200)

    /// Returns the interface of the default route in `/proc/net/route` and `/proc/net/ipv6_route`: the one with the smallest
    /// metric, IPv4 before IPv6; nil if there is none.
    static func interface(ipv4: String, ipv6: String) -> String? { first(ofIPv4: ipv4) ?? first(ofIPv6: ipv6) }

    /// Rows of interface, destination, gateway, flags, references, uses, metric, mask, with a heading.
    private static func first(ofIPv4 text: String) -> String? {
        best(
            rows(text).dropFirst().compactMap { fields in
                guard fields.count >= 8, fields[1].allZeros, fields[7].allZeros, isUsable(fields[3]),
                    let metric = UInt32(fields[6])
                else { return nil }
                return (metric, String(fields[0]))
            })
    }

    /// Rows of destination, its length, source, its length, next hop, metric, references, uses, flags, interface; numbers
    /// are hexadecimal.
    private static func first(ofIPv6 text: String) -> String? {
        best(
            rows(text).compactMap { fields in
                guard fields.count >= 10, fields[0].allZeros, fields[1].allZeros, isUsable(fields[8]),
                    let metric = UInt32(fields[5], radix: 16), fields[9] != "lo"
                else { return nil }
                return (metric, String(fields[9]))
            })
    }

    private static func rows(_ text: String) -> [[Substring]] {
        text.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" } }
    }

    private static func isUsable(_ flags: Substring) -> Bool {
        guard let flags = UInt32(flags, radix: 16) else { return false }
        return flags & isUp != 0 && flags & isRefusal == 0
    }

    private static func best(_ routes: [(metric: UInt32, interface: String)]) -> String? {
        routes.min { $0.metric < $1.metric }?.interface
    }
}

extension Substring {
    fileprivate var allZeros: Bool { !isEmpty && allSatisfy { $0 == "0" } }
}
