import ECallAPI
import Testing

@testable import ECallServer

@Suite("Rate limiter", .timeLimit(.minutes(1)))
struct RateLimiterTests {
    private let begin = Timestamp(milliseconds: 1_000_000_000)

    @Test("the window slides: an event counts until its time has passed")
    func slides() {
        var limiter = RateLimiter(Rate(count: 2, seconds: 10))
        let answers = [0, 6, 9, 10, 12, 16].map { limiter.allow("a", at: begin.advanced(bySeconds: $0)) }
        #expect(answers == [true, true, false, true, false, true])
    }

    @Test("keys do not share")
    func keys() {
        var limiter = RateLimiter(Rate(count: 1, seconds: 10))
        #expect(limiter.allow("a", at: begin) && limiter.allow("b", at: begin) && !limiter.allow("a", at: begin))
    }

    @Test("old keys are forgotten")
    func forgets() {
        var limiter = RateLimiter(Rate(count: 1, seconds: 10))
        for number in 0..<10_000 { _ = limiter.allow("\(number)", at: begin.advanced(bySeconds: number)) }
        #expect(limiter.keyCount <= 1100)
    }
}
