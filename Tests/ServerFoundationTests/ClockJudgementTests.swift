import ECallAPI
import Testing

@testable import ServerFoundation

@Suite("Plausibility of the server's clock by the uptime")
struct ClockJudgementTests {
    private static let start = Timestamp(milliseconds: 1_772_360_430_000)
    private static let day = 86_400

    /// A judgement, with both clocks controlled by the test.
    private struct Bench {
        var judgement: ClockJudgement
        var wall: Timestamp
        var uptime = Duration.seconds(100)
        var isSynchronized = true

        init(off seconds: Int, lastSeen: Timestamp? = start) {
            judgement = ClockJudgement(lastSeen: lastSeen, uptime: uptime)
            wall = start.advanced(bySeconds: seconds)
        }

        mutating func look(after seconds: Int = 0, setBy jump: Int = 0) -> ClockJudgement.Event? {
            wall = wall.advanced(bySeconds: seconds + jump)
            uptime += .seconds(seconds)
            let isSynchronized = isSynchronized
            return judgement.observe(wall, uptime: uptime) { isSynchronized }
        }
    }

    @Test(
        "a clock that is off or set back by up to a day is believed", arguments: [0, day, -day, 3600])
    func believed(off: Int) {
        var bench = Bench(off: off)
        #expect(bench.look() == nil && !bench.judgement.isDoubted)
    }

    @Test("a server that has never run believes its clock")
    func first() {
        var bench = Bench(off: 400 * Self.day, lastSeen: nil)
        #expect(bench.look() == nil && !bench.judgement.isDoubted)
    }

    @Test("after a week of downtime the clock is doubted for one hour, without confirmation or time server")
    func offForAWeek() throws {
        var bench = Bench(off: 7 * Self.day)
        bench.isSynchronized = false
        guard case .doubted(let jump) = bench.look() else { throw Unexpected() }
        #expect(jump.expected == Self.start && jump.distance == Int64(7 * Self.day * 1000))
        #expect(bench.look(after: 3599) == nil && bench.judgement.isDoubted)
        #expect(bench.look(after: 1) == .settled && !bench.judgement.isDoubted)
        #expect(bench.look(after: 3600) == nil && !bench.judgement.isDoubted)
    }

    @Test("forty days ahead are believed after an hour only if a time server sets the clock")
    func far() {
        var bench = Bench(off: 40 * Self.day)
        bench.isSynchronized = false
        _ = bench.look()
        #expect(bench.look(after: 100_000) == nil && bench.judgement.isDoubted)
        bench.isSynchronized = true
        #expect(bench.look(after: 1) == .settled && !bench.judgement.isDoubted)
    }

    @Test("a corrected clock is believed at once")
    func undone() {
        var bench = Bench(off: 40 * Self.day)
        _ = bench.look()
        #expect(bench.look(after: 60, setBy: -40 * Self.day + 30) == .undone && !bench.judgement.isDoubted)
    }

    @Test("a clock that is changed again waits an hour from then")
    func setAgain() {
        var bench = Bench(off: 40 * Self.day)
        _ = bench.look()
        #expect(bench.look(after: 3000, setBy: -10 * Self.day) == nil)
        #expect(bench.look(after: 3599) == nil && bench.judgement.isDoubted)
        #expect(bench.look(after: 1) == .settled)
    }

    @Test(
        "a change by more than a day during operation is doubted, forwards and backwards",
        arguments: [1, -1])
    func running(direction: Int) {
        var bench = Bench(off: 0)
        #expect(bench.look() == nil)
        #expect(bench.look(after: 10 * Self.day) == nil, "Time that passes is no jump.")
        _ = bench.look(after: 1, setBy: direction * (Self.day + 2))
        #expect(bench.judgement.isDoubted)
    }

    @Test("a doubted clock is not followed if it is behind, but if it is ahead")
    func time() {
        var bench = Bench(off: -10_000 * Self.day)
        _ = bench.look()
        _ = bench.look(after: 60)
        #expect(bench.judgement.time(bench.wall, uptime: bench.uptime) == Self.start.advanced(bySeconds: 60))
        #expect(bench.look(after: 3600) == .settled)
        #expect(bench.judgement.time(bench.wall, uptime: bench.uptime) == bench.wall)

        var ahead = Bench(off: 40 * Self.day)
        _ = ahead.look()
        #expect(ahead.judgement.time(ahead.wall, uptime: ahead.uptime) == ahead.wall)
    }

    private struct Unexpected: Error {}
}
