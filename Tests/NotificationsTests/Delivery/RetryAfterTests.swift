import Foundation
import Testing

@testable import Notifications

@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "seconds or a date are heeded, up to a day",
        arguments: [
            ("7", 7), ("0", 0), ("-1", 0), ("86401", 86_400), ("99999999999999999999", nil), ("soon", nil), ("", nil),
            ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("Sun, 06 Nov 0001 08:49:37 GMT", 0),
            ("Sun, 06 Nov 1994 08:50:07 CET", nil), ("Sun, 36 Nov 1994 08:50:07 GMT", nil),
        ] as [(String, Int64?)])
    func heeds(text: String, seconds: Int64?) {
        #expect(RetryAfter.duration(text, now: Self.now) == seconds.map { .seconds($0) })
    }

    @Test("a year of any length is borne", arguments: [5, 7, 10, 19, 20, 400])
    func years(digits: Int) {
        let year = String(repeating: "9", count: digits)
        let asked = RetryAfter.duration("Sun, 06 Nov \(year) 08:49:37 GMT", now: Self.now)
        #expect(asked.map { .zero ... .seconds(RetryAfter.longest) ~= $0 } ?? true)
    }
}
