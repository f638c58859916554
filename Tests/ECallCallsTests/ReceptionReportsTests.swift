import ECallMedia
import ECallSecurity
import Foundation
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("Reports of receivers")
struct ReceptionReportsTests {
    /// The vectors that the page's tests read as well.
    private struct Vectors: Decodable {
        struct Wait: Decodable {
            let said: UInt32
            let bitrate: UInt32
            let wait: UInt64
        }
        struct Seen: Decodable {
            let lost: Int
            let received: Int
            let jitter: Double

            var reception: Reception { Reception(lost: lost, received: received, jitter: jitter) }
        }
        struct Arrival: Decodable {
            let name: String
            let now: Seen
            let before: Seen?
            let loss: UInt16
            let jitter: UInt16
        }
        let waits: [Wait]
        let arrivals: [Arrival]
    }

    @Test("received media are reported as in the vectors, and as often")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/report-pace.json").standardizedFileURL
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        #expect(vectors.waits.count == 37)
        #expect(vectors.arrivals.count == 22)
        for row in vectors.waits {
            let wait = ReceptionReports.wait(row.bitrate, after: row.said)
            #expect(wait == row.wait * 1_000_000, "\(row.bitrate) after \(row.said)")
        }
        for row in vectors.arrivals {
            let arrival = ReceptionReport.Arrival(row.now.reception, since: row.before?.reception)
            #expect(arrival == ReceptionReport.Arrival(loss: row.loss, jitter: row.jitter), "\(row.name)")
        }
    }

    private let bo = DeviceAddress(userID: 2, deviceID: 21)
    private let cem = DeviceAddress(userID: 3, deviceID: 31)
    private let video = SubscriptionID(feed: 1, track: .video, number: 1)
    private let audio = SubscriptionID(feed: 1, track: .audio, number: 2)
    private let other = SubscriptionID(feed: 2, track: .audio, number: 3)

    @Test("reports on gestures alone leave a client without gestures in its initial state")
    func gesturesAlone() {
        var limits = ReceiverLimits()
        for _ in 0..<20 {
            limits.take(ReportContent.unsaid, from: bo)
            limits.tick()
        }
        #expect(limits.isSeen(by: [bo]) && limits.limit(others: 1).bitrate == ReceiverLimits.first)
        #expect(ReportContent.unsaid.layer == 0 && ReportContent.unsaid.video.loss == 0)
    }

    @Test("reports tell the senders of video how their tracks arrived since the last, every four seconds")
    func made() throws {
        var reports = ReceptionReports()
        let senders = [video: bo, audio: bo, other: cem]
        let before = [
            video: Reception(lost: 10, received: 90, jitter: 0.004, freezes: 1),
            audio: Reception(lost: 0, received: 100, jitter: 0), other: Reception(lost: 5, received: 5, jitter: 0),
        ]
        let first = reports.make(before, senders: senders, shown: 0, now: 1_000_000_000)
        #expect(Set(first.keys) == [bo])
        var now = [
            video: Reception(lost: 35, received: 165, jitter: 0.0261, freezes: 3),
            audio: Reception(lost: 10, received: 90, jitter: 9_999), other: Reception(lost: 5, received: 5, jitter: 0),
        ]
        let early = reports.make(now, senders: senders, shown: 0, now: 4_999_999_999)
        #expect(early == first, "it can wait")
        let reported = reports.make(now, senders: senders, shown: 0, now: 5_000_000_000)
        let report = try #require(reported[bo])
        // 25 of 100, in 64ths.
        #expect(report.video == .init(loss: 16_384, jitter: 30))
        // Counters that started over: no negative numbers, and nothing above the largest.
        #expect(report.audio == .init(loss: .max, jitter: .max))
        #expect(report.bitrate == 0 && report.freezes == 2 && report.layer == 0)
        // The bandwidth: less is reported at once, hardly less and more can wait.
        for (limit, said) in [(400_999, 400), (370_000, 400), (359_000, 359), (900_000, 359)] {
            now[video]?.limit = limit
            let bitrate = reports.make(now, senders: senders, shown: 0, now: 5_500_000_000)[bo]?.bitrate
            #expect(bitrate == UInt32(said), "\(limit)")
        }
        // Clearly more, soon.
        now[video]?.limit = 448_000
        let early448 = reports.make(now, senders: senders, shown: 0, now: 7_500_000_000)[bo]?.bitrate
        now[video]?.limit = 449_000
        let soon = reports.make(now, senders: senders, shown: 0, now: 7_499_999_999)[bo]?.bitrate
        let said = reports.make(now, senders: senders, shown: 0, now: 7_500_000_000)[bo]?.bitrate
        #expect(early448 == 359 && soon == 359 && said == 449)
        now[video]?.limit = 900_000
        let later = reports.make(now, senders: senders, shown: 0, now: 9_500_000_000)
        #expect(later[bo]?.bitrate == 900)
        // A sender whose tracks are no longer known gets no report.
        let nobody = reports.make(now, senders: [:], shown: 0, now: 10_000_000_000)
        #expect(nobody.isEmpty)
    }

    @Test("reports on a sharing person cover camera and screen together, and ask for layers of the camera alone")
    func shared() throws {
        var reports = ReceptionReports()
        let screen = SubscriptionID(feed: 1, track: .screen, number: 10)
        let senders = [video: bo, screen: bo]
        func received(_ packets: Int, lost: Int, limit: Int? = nil, freezes: Int = 0) -> Reception {
            Reception(lost: lost, received: packets, jitter: 0, freezes: freezes, bytes: packets * 1_000, limit: limit)
        }
        let before = [video: received(100, lost: 0), screen: received(100, lost: 0)]
        _ = reports.make(before, senders: senders, shown: 0, now: 1_000_000_000)
        // 100 of 200 on one, 0 of 300 on the other; the screen's limit was not reached: its received bitrate counts, 600 kbit/s in 4 s.
        let now = [
            video: received(200, lost: 100, limit: 300_000, freezes: 2), screen: received(400, lost: 0, freezes: 9),
        ]
        let report = try #require(reports.make(now, senders: senders, shown: 0, now: 5_000_000_000)[bo])
        #expect(report.video.loss == 13 * 1_024 && report.bitrate == 900 && report.freezes == 2 && report.layer == 0)
        #expect(reports.layers == [video: 0], "a screen has one")
        // A report about a screen alone says nothing about the camera.
        let alone = reports.make([screen: received(500, lost: 100)], senders: [screen: bo], now: 9_000_000_000)
        let said = try #require(alone[bo])
        #expect(said.layer == nil && said.video.loss == 32 * 1_024 && said.freezes == 0)
    }

    @Test("a narrow network keeps one picture of a single sharing person, and may keep none of others")
    func sharedOnANarrowLine() {
        let screen = SubscriptionID(feed: 1, track: .screen, number: 10)
        for (limit, most) in [(50_000, 1), (20_000, 0)] {
            var reports = ReceptionReports()
            for step in 1...6 {
                let reception = Reception(
                    lost: 40 * step, received: 60 * step, jitter: 0, bytes: 6_000 * step, limit: limit)
                _ = reports.make(
                    [video: reception, screen: reception], senders: [video: bo, screen: bo],
                    now: UInt64(step) * 500_000_000)
            }
            // The session then receives one all the same (`shownVideo`).
            #expect(reports.mostPictures == most)
        }
    }

    @Test("a picture that comes back is announced with its bandwidth before it is received")
    func announced() {
        var reports = ReceptionReports()
        let second = SubscriptionID(feed: 2, track: .video, number: 4)
        let senders = [video: bo, second: cem, audio: bo, other: cem]
        var packets = 0
        func make(_ ids: [SubscriptionID], loses: Bool, unseen: Set<DeviceAddress>, _ half: UInt64)
            -> [DeviceAddress: ReceptionReport]
        {
            packets += 100
            let lost = loses ? packets * 2 : 0
            let receptions = ids.map {
                ($0, Reception(lost: lost, received: packets, jitter: 0, limit: loses ? 60_000 : nil))
            }
            return reports.make(
                Dictionary(uniqueKeysWithValues: receptions), senders: senders, unseen: unseen,
                announced: reports.announcedPictures == nil ? [] : unseen, now: half * 500_000_000)
        }
        for half in 0..<8 { _ = make([video, second, audio, other], loses: true, unseen: [], UInt64(half)) }
        #expect(reports.mostPictures == 0 && reports.announcedPictures == nil, "fewer at once")
        // It is clean from now on: after 20 s one is announced, and received once its sender must know.
        var (announced, received): (UInt64?, UInt64?) = (nil, nil)
        for half in 8..<(8 + 60) as Range<UInt64> where received == nil {
            let made = make([audio, other], loses: false, unseen: [bo], half)
            if announced == nil, made[bo]?.layer != nil {
                announced = half
                #expect(made[bo] == ReceptionReport(bitrate: 100, layer: LineLayer.top))
            }
            if reports.mostPictures == 1 { received = half }
        }
        #expect(announced.map { ($0 - 8) / 2 } == 20 && received == announced.map { $0 + 4 })
    }

    @Test(
        "the worst receiver limits the sender at once, more comes gradually, and tiny limits are ignored"
    )
    func limits() {
        var limits = ReceiverLimits()
        func after(seconds: Int) -> Int? {
            for _ in 0..<(2 * seconds) { limits.tick() }
            return limits.limit(others: 1).bitrate
        }
        #expect(after(seconds: 9) == ReceiverLimits.first, "nobody has said anything")
        limits.take(ReceptionReport(bitrate: 0, layer: 0), from: bo)
        #expect(limits.limit(others: 1) == VideoLimit(bitrate: ReceiverLimits.first))
        #expect(after(seconds: 1) == 400_715)
        #expect(after(seconds: 20) == nil, "nothing is too much")
        limits.take(ReceptionReport(bitrate: 500, layer: 0), from: bo)
        limits.take(ReceptionReport(bitrate: 300, layer: 0), from: cem)
        #expect(limits.limit(others: 1).bitrate == 300_000)
        limits.take(ReceptionReport(bitrate: 1, layer: 0), from: cem)
        #expect(limits.limit(others: 1) == VideoLimit(bitrate: ReceiverLimits.lowest))
        #expect(
            limits.limit(others: 2) == VideoLimit(bitrate: ReceiverLimits.lowestOfSeveral, keepsFrameRate: true),
            "of several the one with the worst line gives pictures up")
        limits.take(ReceptionReport(bitrate: .max, layer: nil), from: cem)
        #expect(after(seconds: 1) == 114_490 && after(seconds: 20) == 500_000, "who shows no video is not followed")
        limits.forget(bo)
        #expect(after(seconds: 1) == 572_450)
    }

    @Test("reports count freezes")
    func gaps() {
        var gaps = PictureGaps()
        func at(_ milliseconds: UInt64) -> UInt64 { 3_000_000_000 + milliseconds * 1_000_000 }
        for instant in [0, 33, 233, 434, 467, 1_467] as [UInt64] { gaps.add(at: at(instant)) }
        #expect(gaps.freezes == 2 && gaps.frozen == 1_201_000_000 && gaps.longest == 1_000_000_000)
        #expect(gaps.until(at(2_467)) == gaps)
        #expect(gaps.until(at(4_467)).longest == 3_000_000_000 && gaps.until(at(4_467)).freezes == 3)
        #expect(PictureGaps().until(at(9_000)) == PictureGaps())
    }

    @Test("reports count the time without a picture though frames were opened, until the first one")
    func noPicture() {
        var statistics = TrackStatistics()
        let second: UInt64 = 1_000_000_000
        #expect(statistics.frozen(until: 9 * second) == 0, "nothing was opened: there is no key")
        (statistics.opened, statistics.firstOpenedAt) = (1, 3 * second)
        #expect(statistics.frozen(until: 4 * second) == 0, "a first picture may take a second")
        #expect(statistics.frozen(until: 6 * second) == 3 * second)
        statistics.decoded = 1
        statistics.gaps.add(at: 6 * second)
        #expect(statistics.frozen(until: 6 * second) == 0)
    }

    @Test("tracks of one person are delayed together, as long as one of them needs it; others are not")
    func playout() {
        let receptions = [
            video: Reception(lost: 0, received: 9, jitter: 0, playoutDelay: 0.2),
            audio: Reception(lost: 0, received: 9, jitter: 0, playoutDelay: 0.05),
            other: Reception(lost: 0, received: 9, jitter: 0),
        ]
        let delays = CallQuality.playoutDelays(receptions, senders: [video: bo, audio: bo, other: cem])
        #expect(delays == [video: 0.2, audio: 0.2, other: 0])
        let far = CallQuality.playoutDelays(receptions, senders: [video: bo, audio: bo, other: cem], roundTrip: 0.16)
        #expect(far == [video: 0.24, audio: 0.24, other: 0], "what is lost comes a round trip later")
        let late = SubscriptionID(feed: 1, track: .audio, number: 9)
        #expect(CallQuality.playoutDelays(receptions, senders: [video: bo, late: bo]) == [video: 0.2, late: 0.2])
        #expect(CallQuality.playoutDelays(receptions, senders: [:]).isEmpty)
        // A shared screen waits for its own sound, and delays no voice.
        let screen = SubscriptionID(feed: 1, track: .screen, number: 10)
        let sound = SubscriptionID(feed: 1, track: .screenAudio, number: 11)
        var sharing = receptions
        sharing[screen] = Reception(lost: 0, received: 9, jitter: 0, playoutDelay: 0.5)
        let held = CallQuality.playoutDelays(sharing, senders: [video: bo, audio: bo, screen: bo, sound: bo])
        #expect(held == [video: 0.2, audio: 0.2, screen: 0.5, sound: 0.5])
    }
}

@Suite("Video without viewers is not encoded")
struct UnseenVideoTests {
    private let ana = DeviceAddress(userID: 1, deviceID: 1)
    private let bo = DeviceAddress(userID: 2, deviceID: 2)

    @Test("a sender whose video is not received is told so")
    func unseen() {
        var reports = ReceptionReports()
        let id = SubscriptionID(feed: 7, track: .video, number: 1)
        let made = reports.make(
            [id: Reception(lost: 0, received: 9, jitter: 0)], senders: [id: ana], unseen: [bo, ana], now: 0)
        #expect(made[ana]?.layer == 2 && made[bo] == ReceptionReport())
    }

    @Test("a sender whose video is still expected is told so, until it arrives")
    func awaited() {
        var reports = ReceptionReports()
        let id = SubscriptionID(feed: 7, track: .video, number: 1)
        let asked = reports.make([:], senders: [id: bo], shown: 1, awaited: [bo], now: 0)
        #expect(asked == [bo: ReceptionReport(layer: 1)])
        // A screen that they share and that arrives says nothing about the camera.
        let screen = SubscriptionID(feed: 7, track: .screen, number: 2)
        let come = [screen: Reception(lost: 0, received: 9, jitter: 0)]
        let senders = [id: bo, screen: bo]
        #expect(reports.make(come, senders: senders, shown: 1, awaited: [bo], now: 500_000_000)[bo]?.layer == 1)
        #expect(reports.make(come, senders: senders, shown: 1, now: 1_000_000_000)[bo]?.layer == nil)
    }

    @Test("video counts as viewed until every receiver has reported that it is not")
    func seen() {
        var limits = ReceiverLimits()
        #expect(limits.isSeen(by: []) && limits.isSeen(by: [ana, bo]))
        limits.take(ReceptionReport(), from: ana)
        #expect(limits.isSeen(by: [ana, bo]) && !limits.isSeen(by: [ana]))
        limits.take(ReceptionReport(), from: bo)
        #expect(!limits.isSeen(by: [ana, bo]))
        limits.take(ReceptionReport(layer: 0), from: ana)
        #expect(limits.isSeen(by: [ana, bo]))
        limits.take(ReceptionReport(), from: ana)
        limits.forget(ana)
        #expect(limits.isSeen(by: [ana]), "who comes again has said nothing")
    }

    @Test("viewers of the screen alone count for it, and keep the camera off")
    func screenAlone() {
        var limits = ReceiverLimits()
        limits.isSharing = true
        limits.take(ReceptionReport(bitrate: 200), from: bo)
        #expect(limits.limit(others: 1).bitrate == 200_000 && !limits.isSeen(by: [bo]))
        limits.take(ReceptionReport(bitrate: 0), from: bo)
        for _ in 0..<100 { limits.tick() }
        #expect(limits.limit(others: 1).bitrate == nil && !limits.isSeen(by: [bo]))
        // Without a screen there is nothing to report on.
        limits.isSharing = false
        limits.take(ReceptionReport(bitrate: 200), from: bo)
        #expect(limits.limit(others: 1).bitrate == nil && !limits.isSeen(by: [bo]))
    }
}
