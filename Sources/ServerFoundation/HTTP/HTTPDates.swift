package import ECallAPI
import Synchronization

/// The `Date` of answers (RFC 9110 section 6.6.1): clients know the server's time by it (wire-protocol 1.3).
///
/// By the server's own clock, and exact to the second: no text is older than the answer it is in.
package final class HTTPDates: Sendable {
    private struct Text {
        var second: Int64
        var text: String
    }

    private let clock: WallClock
    /// Answers come by the thousand, and seconds do not.
    private let latest = Mutex<Text?>(nil)

    package init(clock: WallClock = .system) { self.clock = clock }

    /// The current second, as a header's value.
    package var text: String {
        let second = clock.now().second
        return latest.withLock { latest in
            if let latest, latest.second == second { return latest.text }
            let text = Self.text(ofSecond: second)
            latest = Text(second: second, text: text)
            return text
        }
    }

    /// A moment as an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
    package static func text(of moment: Timestamp) -> String { text(ofSecond: moment.second) }

    private static func text(ofSecond second: Int64) -> String {
        let (days, rest) = second.quotientAndRemainder(rounded: 86_400)
        let (year, month, day) = civil(days)
        // 1 January 1970 was a Thursday.
        let weekday = weekdays[Int((days + 4).quotientAndRemainder(rounded: 7).remainder)]
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(weekday), \(padded(day, 2)) \(months[Int(month) - 1]) \(padded(year, 4)) \(time) GMT"
    }

    /// Year, month and day of a day counted from 1 January 1970: years are counted from March, so that the leap day is
    /// the last of its year.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(rounded: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension Timestamp {
    fileprivate var second: Int64 { milliseconds.quotientAndRemainder(rounded: 1000).quotient }
}

extension Int64 {
    /// Division whose remainder is never negative.
    fileprivate func quotientAndRemainder(rounded divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
