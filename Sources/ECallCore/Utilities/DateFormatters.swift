public import ECallAPI
public import Foundation

/// The formats of moments for machines (requirement 003; `Timestamp` reads all three forms), and for people in their own time zone.
public enum DateFormatters {
    /// ISO 8601 with fractional seconds: `2026-03-01T10:20:30.123Z`.
    public static func iso8601Fractional(_ moment: Timestamp) -> String { moment.description }

    /// ISO 8601 in whole seconds: `2026-03-01T10:20:30Z`.
    public static func iso8601(_ moment: Timestamp) -> String { "\(moment.description.dropLast(5))Z" }

    /// `2026-03-01 10:20:30`, in UTC.
    public static func spaced(_ moment: Timestamp) -> String {
        String(moment.description.dropLast(5)).replacing("T", with: " ")
    }

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

    /// A day as people name it; for today and yesterday a client has words of its own.
    public enum Day: Sendable, Hashable {
        case today
        case yesterday
        /// One of the days before, up to a week ago, such as `Monday`.
        case weekday(String)
        /// Any other, such as `1 Mar 2026`.
        case date(String)
    }

    /// Returns the day of the moment, as seen by a person at `now`.
    public static func day(
        of moment: Timestamp, now: Timestamp, locale: Locale = .current, timeZone: TimeZone = .current
    ) -> Day {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let (then, today) = (calendar.startOfDay(for: moment.date), calendar.startOfDay(for: now.date))
        // Days, not hours: one of 23 or 25 hours is one day too.
        switch calendar.dateComponents([.day], from: then, to: today).day {
        case 0: return .today
        case 1: return .yesterday
        case let days? where (2...6).contains(days):
            let style = Date.FormatStyle(locale: locale, timeZone: timeZone).weekday(.wide)
            return .weekday(moment.date.formatted(style))
        default: return .date(dateShort(moment, locale: locale, timeZone: timeZone))
        }
    }

    /// Returns a duration as it is read aloud: `1 hour, 2 minutes`.
    public static func spokenDuration(seconds: Int, locale: Locale = .current) -> String {
        Duration.seconds(max(0, seconds)).formatted(
            .units(allowed: [.hours, .minutes, .seconds], width: .wide).locale(locale))
    }

    /// Returns the duration of a call: `m:ss`, from an hour on `h:mm:ss`.
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
