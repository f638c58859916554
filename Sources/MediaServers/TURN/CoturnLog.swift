/// Reads coturn's own counters from its log.
///
/// At the end of an allocation, and every so many packets before, coturn writes for each direction `session N: usage:
/// realm=<R>, username=<U>, rp=…, rb=…, sp=…, sb=…`: packets and bytes received from and sent to the client since the
/// previous line. `peer usage` lines count the other side, towards Janus.
package enum CoturnLog {
    /// The traffic of one allocation, in packets and bytes as counted by coturn.
    package struct Usage: Sendable, Equatable {
        package var session: String
        package var username: String
        package var receivedPackets = 0
        package var receivedBytes = 0
        package var sentPackets = 0
        package var sentBytes = 0
    }

    /// Parses a `usage` line of the client's side; returns nil for every other line.
    package static func usage(in line: Substring) -> Usage? {
        guard let marker = line.range(of: ": usage: "), let start = line.range(of: "session ") else { return nil }
        guard start.upperBound <= marker.lowerBound else { return nil }
        var usage = Usage(session: String(line[start.upperBound..<marker.lowerBound]), username: "")
        for part in line[marker.upperBound...].split(separator: ",") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let number = Int(pair[1].prefix { $0.isNumber }) ?? 0
            switch pair[0] {
            case "username": usage.username = String(pair[1].drop { $0 == "<" }.prefix { $0 != ">" })
            case "rp": usage.receivedPackets = number
            case "rb": usage.receivedBytes = number
            case "sp": usage.sentPackets = number
            case "sb": usage.sentBytes = number
            default: break
            }
        }
        return usage
    }

    /// The sums of each allocation, in the order of their first lines.
    package static func usages(in log: String) -> [Usage] {
        var sums: [String: Usage] = [:]
        var order: [String] = []
        for line in log.split(whereSeparator: \.isNewline) {
            guard let usage = usage(in: line) else { continue }
            guard var sum = sums[usage.session] else {
                sums[usage.session] = usage
                order.append(usage.session)
                continue
            }
            sum.receivedPackets += usage.receivedPackets
            sum.receivedBytes += usage.receivedBytes
            sum.sentPackets += usage.sentPackets
            sum.sentBytes += usage.sentBytes
            sums[usage.session] = sum
        }
        return order.compactMap { sums[$0] }
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
