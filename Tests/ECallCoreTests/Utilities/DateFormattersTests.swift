import ECallAPI
import ECallCore
import Foundation
import Testing

@Suite("Dates for machines and people", .timeLimit(.minutes(1)))
struct DateFormattersTests {
    private static let english = Locale(identifier: "en_GB")
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    @Test("003-6: three forms are written, and each is read again")
    func forms() throws {
        let moment = try #require(Timestamp("2026-03-01T10:20:30.123Z"))
        #expect(DateFormatters.iso8601Fractional(moment) == "2026-03-01T10:20:30.123Z")
        #expect(DateFormatters.iso8601(moment) == "2026-03-01T10:20:30Z")
        #expect(DateFormatters.spaced(moment) == "2026-03-01 10:20:30")
        for text in [DateFormatters.iso8601(moment), DateFormatters.spaced(moment)] {
            #expect(Timestamp(text)?.milliseconds == moment.milliseconds - 123)
        }
    }

    /// 003-40
    @Test("003-6: short day and time, in the reader's time zone")
    func short() throws {
        let moment = try #require(Timestamp("2026-03-01T23:20:30Z"))
        #expect(DateFormatters.dateShort(moment, locale: Self.english, timeZone: Self.berlin) == "2 Mar 2026")
        let noon = moment.advanced(bySeconds: -11 * 3600)
        #expect(DateFormatters.timeShort(noon, locale: Self.english, timeZone: Self.berlin) == "13:20")
    }

    @Test(
        "days are named by local midnights and not by hours",
        arguments: [
            ("2026-03-31T12:00:00Z", DateFormatters.Day.today), ("2026-03-30T22:00:00Z", .today),
            ("2026-03-30T21:59:59Z", .yesterday), ("2026-03-29T12:00:00Z", .weekday("Sunday")),
            // The clock goes forward on the 29th.
            ("2026-03-28T23:30:00Z", .weekday("Sunday")), ("2026-03-28T22:30:00Z", .weekday("Saturday")),
            ("2026-03-25T12:00:00Z", .weekday("Wednesday")), ("2026-03-24T12:00:00Z", .date("24 Mar 2026")),
            // A clock that is ahead.
            ("2026-04-01T12:00:00Z", .date("1 Apr 2026")),
        ])
    func days(text: String, day: DateFormatters.Day) throws {
        let (moment, now) = (try #require(Timestamp(text)), try #require(Timestamp("2026-03-31T14:00:00Z")))
        #expect(DateFormatters.day(of: moment, now: now, locale: Self.english, timeZone: Self.berlin) == day)
    }

    @Test(
        "durations of calls are formatted to be read aloud",
        arguments: [
            (0, "0 seconds"), (-5, "0 seconds"), (1, "1 second"), (62, "1 minute, 2 seconds"),
            (3600, "1 hour"), (7325, "2 hours, 2 minutes, 5 seconds"),
        ])
    func spoken(seconds: Int, text: String) {
        #expect(DateFormatters.spokenDuration(seconds: seconds, locale: Self.english) == text)
    }
}
