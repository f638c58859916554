/// How a file of the page may be compressed (RFC 9110 section 8.4.1, RFC 7932).
enum ContentCoding: String, CaseIterable {
    // The smaller first.
    case brotli = "br"
    case gzip

    /// Of the file beside the one that is compressed.
    var pathExtension: String { self == .gzip ? "gz" : rawValue }

    /// The best of those there are that `Accept-Encoding` allows (RFC 9110 section 12.5.3); nil where the bytes go as they are.
    ///
    /// - Parameter fields: the values of the field, one for each line of it; none where there is no such line.
    static func best(of offered: some Sequence<Self>, accepting fields: [String]) -> Self? {
        var weights: [String: Double] = [:]
        for member in fields.flatMap({ $0.split(separator: ",") }) {
            let parts = member.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            weights[name] = weight
        }
        let offered = Set(offered)
        let allowed = allCases.filter { offered.contains($0) }.map { ($0, weights[$0.rawValue] ?? weights["*"] ?? 0) }
        // Of equal ones the first, which is the smaller.
        return allowed.filter { $0.1 > 0 }.reduce(nil as (Self, Double)?) { best, next in
            best.map { next.1 > $0.1 ? next : $0 } ?? next
        }?.0
    }
}
