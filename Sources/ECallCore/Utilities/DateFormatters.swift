public import ECallAPI
public import Foundation

/// How moments are shown to people, in their own time zone.
public enum DateFormatters {
    /// A day, such as `1 Mar 2026`.
    public static func dateShort(
        _ moment: Timestamp, locale: Locale = .current, timeZone: TimeZone = .current
    ) -> String {
        moment.date.formatted(
            Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: timeZone))
    }

    /// A time of day, such as `10:20`.
    public static func timeShort(
        _ moment: Timestamp, locale: Locale = .current, timeZone: TimeZone = .current
    ) -> String {
        moment.date.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: timeZone))
    }

    /// How long a call lasted: `m:ss`, from an hour on `h:mm:ss`.
    public static func duration(seconds: Int) -> String {
        let total = max(0, seconds)
        let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
    }

    /// Reads the date of an HTTP answer (RFC 9110 section 5.6.7); nil for another form.
    static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}

extension Date {
    /// Milliseconds since 1970.
    package var unixMilliseconds: UInt64 { UInt64(max(0, timeIntervalSince1970) * 1_000) }
}
