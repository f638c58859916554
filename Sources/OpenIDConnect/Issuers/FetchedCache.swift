package import ECallAPI

/// A cached value that is fetched from time to time. Pure: the caller supplies the time.
package struct FetchedCache<Value: Sendable>: Sendable {
    package private(set) var value: Value?
    private var freshUntil: Timestamp?
    private var lastAttempt: Timestamp?

    /// Seconds between two attempts, whatever causes them: tokens with invented key ids put no load on the issuer.
    package static var pause: Int { 30 }
    /// The time for which an old value is used while the issuer is unavailable, in seconds.
    package static var grace: Int { 86_400 }

    package init() {}

    package func isFresh(at now: Timestamp) -> Bool { value != nil && freshUntil.map { now < $0 } ?? false }

    /// A clock that was set back does not block attempts.
    package func mayAttempt(at now: Timestamp) -> Bool {
        guard let lastAttempt else { return true }
        return now < lastAttempt || now >= lastAttempt.advanced(bySeconds: Self.pause)
    }

    /// The value, fresh or old; nil once it is too old to be trusted.
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

/// The lifetime of a cached answer (RFC 9111 section 5.2.2.1).
package enum CacheControl {
    package static let shortest = 300
    package static let longest = 86_400

    /// The lifetime in seconds, from 5 minutes to a day, whatever the header says.
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
