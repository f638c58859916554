import Foundation

/// How long a provider asks to be left alone: `Retry-After` (RFC 9110 section 10.2.3), in seconds or as a date.
enum RetryAfter {
    /// In seconds: what is asked for beyond that is not believed.
    static let longest: Int64 = 86_400

    /// nil for what is neither, and for a moment without the `Date` of the answer that names it: this machine's clock may be
    /// another. What lies behind is no time at all.
    static func duration(_ text: String, answered: String?) -> Duration? {
        if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), longest)) }
        // Bounded before it is a whole number: whoever answers chooses the year.
        guard let moment = date(text), let now = answered.flatMap(date) else { return nil }
        return .seconds(Int64(min(max(moment.timeIntervalSince(now), 0), Double(longest)).rounded(.up)))
    }

    /// Of the three forms of RFC 9110 section 5.6.7 the one that is sent today.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
