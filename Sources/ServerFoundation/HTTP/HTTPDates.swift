package import ECallAPI
import Foundation
import Synchronization

/// The `Date` of responses (RFC 9110 section 6.6.1), from which clients know the server's time (wire-protocol 1.3).
///
/// Taken from the server's own clock, and exact to the second: no text is older than its response.
package final class HTTPDates: Sendable {
    private struct Text {
        var second: Int64
        var text: String
    }

    private let clock: WallClock
    /// Cached, because many responses share a second.
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
        var (moment, date) = (time_t(second), tm())
        // Fails for years that do not fit `Int32`.
        guard gmtime_r(&moment, &date) != nil else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
        let time = [date.tm_hour, date.tm_min, date.tm_sec].map { padded($0, 2) }.joined(separator: ":")
        let day = "\(padded(date.tm_mday, 2)) \(months[Int(date.tm_mon)]) \(padded(date.tm_year + 1900, 4))"
        return "\(weekdays[Int(date.tm_wday)]), \(day) \(time) GMT"
    }

    private static func padded(_ number: Int32, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension Timestamp {
    /// Rounded down, also before 1970.
    fileprivate var second: Int64 { Int64((Double(milliseconds) / 1000).rounded(.down)) }
}
