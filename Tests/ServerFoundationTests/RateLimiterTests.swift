import ECallAPI
import Testing

@testable import ServerFoundation

@Suite("Rate limiter", .timeLimit(.minutes(1)))
struct RateLimiterTests {
    private let begin = Timestamp(milliseconds: 1_000_000_000)

    @Test("the window slides: an event counts until its time has passed")
    func slides() {
        var limiter = RateLimiter(Rate(count: 2, seconds: 10))
        let answers = [0, 6, 9, 10, 12, 16].map { limiter.allow("a", at: begin.advanced(bySeconds: $0)) }
        #expect(answers == [true, true, false, true, false, true])
    }

    @Test("keys are counted separately")
    func keys() {
        var limiter = RateLimiter(Rate(count: 1, seconds: 10))
        #expect(limiter.allow("a", at: begin) && limiter.allow("b", at: begin) && !limiter.allow("a", at: begin))
    }

    @Test(
        "one client is an IPv4 address or an IPv6 network",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "20010db800010002"),
            ("2001:db8:1:2::9", "20010db800010002"), ("2001:db8:1:3::9", "20010db800010003"),
            ("fe80::1%eth0", "fe80000000000000"), ("", ""), ("nonsense:", "nonsense:"),
        ])
    func addresses(text: String, key: String) { #expect(ClientAddress.limiterKey(text) == key) }

    @Test("old keys are forgotten")
    func forgets() {
        var limiter = RateLimiter(Rate(count: 1, seconds: 10))
        for number in 0..<10_000 { _ = limiter.allow("\(number)", at: begin.advanced(bySeconds: number)) }
        #expect(limiter.keyCount <= 1100)
    }
}
