import ECallAPI
import Testing

@testable import ECallServer
@testable import Notifications
@testable import ServerFoundation

@Suite("Rules of code requests", .timeLimit(.minutes(1)))
struct CodeRuleTests {
    private static let begin = Timestamp(milliseconds: 1_000_000_000)

    /// A code to somebody, asked for from somewhere.
    private static func message(
        _ recipient: String = "ana", from address: String = "192.0.2.1", country: String = "", isKnown: Bool = false
    ) -> CodeMessage {
        CodeMessage(
            recipient: recipient, channel: country.isEmpty ? .email : .sms, country: country,
            tiers: ClientAddress.tiers(address), isFromKnownPlace: isKnown)
    }

    /// How many of these are sent, one a second.
    private static func sent(_ messages: [CodeMessage], _ limits: Limits) -> [CodeRules.Refusal?] {
        var rules = CodeRules(limits)
        return messages.enumerated().map { second, message in
            let now = begin.advanced(bySeconds: second)
            let refusal = rules.refusal(of: message, at: now)
            if refusal == nil { rules.note(message, at: now) }
            return refusal
        }
    }

    @Test("a recipient has five, one address three of them, and a known address five of its own")
    func recipient() {
        let stranger = Self.sent((0..<5).map { _ in Self.message() }, Limits())
        #expect(stranger == [nil, nil, nil, .recipient, .recipient])
        let many = Self.sent((0..<7).map { Self.message(from: "192.0.2.\($0)") }, Limits())
        #expect(many == [nil, nil, nil, nil, nil, .recipient, .recipient])
        let owner = (0..<6).map { _ in Self.message(from: "198.51.100.1", isKnown: true) }
        let both = Self.sent((0..<7).map { Self.message(from: "192.0.2.\($0)") } + owner, Limits())
        #expect(both.suffix(6) == [nil, nil, nil, nil, nil, .recipient])
    }

    @Test("text messages have a cap for each country and one in all; mail goes on")
    func textMessages() {
        var limits = Limits()
        limits.textMessagesPerCountry = Rate(count: 2, seconds: 86_400)
        limits.textMessages = Rate(count: 3, seconds: 86_400)
        let messages = ["49", "49", "49", "44", "44", ""].enumerated().map {
            Self.message("r\($0.offset)", from: "192.0.2.\($0.offset)", country: $0.element)
        }
        #expect(Self.sent(messages, limits) == [nil, nil, .country, nil, .textMessages, nil])
    }

    @Test("the whole server has a budget")
    func budget() {
        var limits = Limits()
        limits.codesInAll = Rate(count: 2, seconds: 3600)
        let messages = (0..<3).map { Self.message("r\($0)", from: "192.0.2.\($0)") }
        #expect(Self.sent(messages, limits) == [nil, nil, .server])
    }

    @Test(
        "an IPv6 client counts for its /64, /56 and /48",
        arguments: [
            // All of one /64; each of its own /64 in one /56; each of its own /56 in one /48; each of its own /48.
            ("2001:db8:0:0::%", 2), ("2001:db8:0:%::1", 4), ("2001:db8:0:%00::1", 8), ("2001:db8:%::1", 20),
        ])
    func tiers(pattern: String, allowed: Int) {
        var limits = Limits()
        limits.codesPerAddress = Rate(count: 2, seconds: 3600)
        let messages = (1...20).map { number in
            Self.message("r\(number)", from: pattern.replacing("%", with: HexDigest.hex([UInt8(number)])))
        }
        #expect(Self.sent(messages, limits).filter { $0 == nil }.count == allowed)
    }

    @Test(
        "the calling code of a number",
        arguments: [
            ("+12025550100", "1"), ("+79161234567", "7"), ("+491701234567", "49"), ("+447700900123", "44"),
            ("+35312345678", "353"), ("+8801712345678", "880"), ("+99999", "999"), ("+20100", "20"),
        ])
    func countries(number: String, code: String) { #expect(CallingCode.of(number) == code) }

    @Test("a clock that is set back lengthens no limit by more than its window")
    func clockBack() {
        var limiter = RateLimiter(Rate(count: 2, seconds: 600))
        let answers = [100_000, 100_000, 100_000, 0, 599, 600].map { seconds in
            limiter.allow("a", at: Self.begin.advanced(bySeconds: seconds))
        }
        #expect(answers == [true, true, false, false, false, true])
    }
}
