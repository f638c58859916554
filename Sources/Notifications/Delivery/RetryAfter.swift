import Foundation

/// The header `Retry-After` (RFC 9110 section 10.2.3), in seconds or as a date.
enum RetryAfter {
    /// In seconds; a longer time is capped.
    static let longest: Int64 = 86_400

    /// Returns nil for invalid text, and for a date if the response has no `Date`: this machine's clock may differ. A date
    /// in the past gives zero.
    static func duration(_ text: String, answered: String?) -> Duration? {
        if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), longest)) }
        // Bounded before the conversion to an integer, because the server chooses the year.
        guard let moment = date(text), let now = answered.flatMap(date) else { return nil }
        return .seconds(Int64(min(max(moment.timeIntervalSince(now), 0), Double(longest)).rounded(.up)))
    }

    /// Parses only the current one of the three date forms of RFC 9110 section 5.6.7.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
