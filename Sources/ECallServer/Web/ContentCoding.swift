/// The content codings of the page's files (RFC 9110 section 8.4.1, RFC 7932).
enum ContentCoding: String, CaseIterable {
    // In order of size, the smallest first.
    case brotli = "br"
    case gzip

    /// The extension of the compressed file beside the original.
    var pathExtension: String { self == .gzip ? "gz" : rawValue }

    /// Returns the best available coding that `Accept-Encoding` allows (RFC 9110 section 12.5.3); nil for the identity coding.
    ///
    /// - Parameter fields: the values of the field, one per line; empty if there is no such field.
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
        // The first of equal weights, which is the smaller encoding.
        return allowed.filter { $0.1 > 0 }.reduce(nil as (Self, Double)?) { best, next in
            best.map { next.1 > $0.1 ? next : $0 } ?? next
        }?.0
    }
}
