package import ECallAPI

/// Something that is fetched now and then and kept meanwhile. Pure: the caller says what time it is.
package struct FetchedCache<Value: Sendable>: Sendable {
    package private(set) var value: Value?
    private var freshUntil: Timestamp?
    private var lastAttempt: Timestamp?

    /// Seconds between two attempts, whatever asks for them: tokens with invented key ids cost the issuer nothing.
    package static var pause: Int { 30 }
    /// How long an old value serves while the issuer is away, in seconds.
    package static var grace: Int { 86_400 }

    package init() {}

    package func isFresh(at now: Timestamp) -> Bool { value != nil && freshUntil.map { now < $0 } ?? false }

    /// A time that went backwards stops nothing.
    package func mayAttempt(at now: Timestamp) -> Bool {
        guard let lastAttempt else { return true }
        return now < lastAttempt || now >= lastAttempt.advanced(bySeconds: Self.pause)
    }

    /// The value, fresh or old; nil once it is too old to be believed.
    package func usable(at now: Timestamp) -> Value? {
        guard let freshUntil, now < freshUntil.advanced(bySeconds: Self.grace) else { return nil }
        return value
    }

    package mutating func began(at now: Timestamp) { lastAttempt = now }

    package mutating func store(_ value: Value, lifetime: Int, at now: Timestamp) {
        self.value = value
        freshUntil = now.advanced(bySeconds: lifetime)
    }
}

/// How long an answer may be kept (RFC 9111 section 5.2.2.1).
package enum CacheControl {
    package static let shortest = 300
    package static let longest = 86_400

    /// In seconds, from 5 minutes to a day whatever the header says.
    package static func lifetime(_ header: String?) -> Int {
        for directive in (header ?? "").split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1).map { text in
                text.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
            }
            guard parts.count == 2, parts[0] == "max-age", !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber) else {
                continue
            }
            return min(max(Int(parts[1]) ?? longest, shortest), longest)
        }
        return shortest
    }
}
