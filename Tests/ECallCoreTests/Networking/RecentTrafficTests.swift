import Testing

@testable import ECallCore

@Suite("Traffic of the last second")
struct RecentTrafficTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("sound counts as media, and refreshing an allocation does not", arguments: [(50, 120, true), (2, 60, false)])
    func rates(packets: UInt64, size: Int, isMedia: Bool) {
        let traffic = RecentTraffic()
        for packet in 0..<packets * 3 { traffic.add(size, now: 7 * Self.second + packet * Self.second / packets) }
        #expect(traffic.isMedia(now: 10 * Self.second - 1) == isMedia)
    }

    @Test("traffic of a second ago no longer counts")
    func past() {
        let traffic = RecentTraffic()
        traffic.add(1_000_000, now: Self.second)
        #expect(traffic.isMedia(now: Self.second * 3 / 2))
        #expect(!traffic.isMedia(now: Self.second * 2))
        #expect(!traffic.isMedia(now: Self.second * 90))
    }
}
