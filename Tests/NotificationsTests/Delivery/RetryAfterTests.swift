import Testing

@testable import Notifications

@Suite("Retry-After")
struct RetryAfterTests {
    static let answered = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        "seconds, or a date after that of the answer, are waited for, up to a day",
        arguments: [
            ("7", 7), ("0", 0), ("-1", 0), ("86401", 86_400), ("99999999999999999999", nil), ("soon", nil), ("", nil),
            ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("Sun, 06 Nov 0001 08:49:37 GMT", 0),
            ("Sun, 06 Nov 1994 08:50:07 CET", nil), ("Sun, 36 Nov 1994 08:50:07 GMT", nil),
        ] as [(String, Int64?)])
    func heeds(text: String, seconds: Int64?) {
        #expect(RetryAfter.duration(text, answered: Self.answered) == seconds.map { .seconds($0) })
    }

    @Test(
        "a date is ignored without that of the answer, whatever this machine's clock shows",
        arguments: [nil, "", "now"])
    func withoutDate(answered: String?) {
        #expect(RetryAfter.duration("Sun, 06 Nov 1994 08:50:07 GMT", answered: answered) == nil)
        #expect(RetryAfter.duration("7", answered: answered) == .seconds(7))
    }

    @Test("a year of any length is accepted", arguments: [5, 7, 10, 19, 20, 400])
    func years(digits: Int) {
        let year = String(repeating: "9", count: digits)
        let asked = RetryAfter.duration("Sun, 06 Nov \(year) 08:49:37 GMT", answered: Self.answered)
        #expect(asked.map { .zero ... .seconds(RetryAfter.longest) ~= $0 } ?? true)
    }
}
