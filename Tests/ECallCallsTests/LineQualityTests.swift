import ECallAPI
import ECallMedia
import ECallSecurity
import Foundation
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("Blame for a bad connection")
struct LineQualityTests {
    private enum Change: Equatable {
        case own(QualityLevel)
        case participant(UserID, QualityLevel)
    }

    /// The vectors that the page's tests read as well.
    private struct Vectors: Decodable {
        struct Row: Decodable {
            let reason: String
            let sending: QualityLevel?
            let received: [QualityLevel]
            let reported: [QualityLevel]
            let isFar: Bool
            let own: QualityLevel?
        }
        let rows: [Row]
    }

    private let bad = QualitySample(audioLoss: 0.2)
    private let good = QualitySample()

    /// Advances this many equal seconds, and returns what has changed.
    private func pass(
        _ seconds: Int, _ watch: inout QualityWatch, _ received: [UserID: QualitySample], sent: QualitySample?,
        from second: UInt64 = 0
    ) -> [Change] {
        (0..<UInt64(seconds)).flatMap { passed -> [Change] in
            let before = watch.levels
            let own = watch.take(received: received, sent: sent, now: (second + passed) * 1_000_000_000)
            let changed = watch.levels.filter { before[$0.key] != $0.value }.sorted { $0.key < $1.key }
            let ofOthers = changed.map { Change.participant($0.key, $0.value) }
            guard let own else { return ofOthers }
            return [Change.own(own)] + ofOthers
        }
    }

    @Test("the blame for bad quality is that of the vectors")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/quality-cause.json").standardizedFileURL
        let rows = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).rows
        #expect(rows.count == 63)
        for row in rows {
            let own = QualityWatch.judge(
                sending: row.sending, received: row.received, reported: row.reported, isFar: row.isFar)
            #expect(own == row.own, "\(row)")
        }
    }

    @Test("a level is reported once, and again when it changes")
    func changes() {
        var watch = QualityWatch()
        #expect(pass(3, &watch, [5: good], sent: good) == [.own(.good), .participant(5, .good)])
        #expect(pass(2, &watch, [5: bad], sent: good) == [.participant(5, .poor)])
        #expect(pass(5, &watch, [5: good], sent: good) == [.participant(5, .good)])
        #expect(pass(2, &watch, [5: good], sent: bad) == [.own(.poor)])
        #expect(pass(1, &watch, [5: good], sent: QualitySample(isReceiving: false)) == [.own(.lost)])
        #expect(pass(2, &watch, [:], sent: nil).isEmpty && watch.levels[5] == nil && watch.own == .lost)
    }

    @Test("the user's own connection is blamed if all media arrives badly and something else confirms it")
    func everybody() {
        var watch = QualityWatch()
        #expect(pass(2, &watch, [5: bad, 6: good], sent: nil).first == .own(.good))
        #expect(pass(2, &watch, [5: bad, 6: bad], sent: good) == [.own(.poor), .participant(6, .poor)])
        for (sample, sent, isOwn) in [
            (bad, good, false), (bad, nil, true), (bad, QualitySample(audioLoss: 0.05), true),
            (QualitySample(audioLoss: 0.2, roundTrip: 500), good, true),
        ] as [(QualitySample, QualitySample?, Bool)] {
            var one = QualityWatch()
            let changes = pass(2, &one, [5: sample], sent: sent)
            #expect(changes.contains(.participant(5, .poor)))
            #expect((one.own == .poor) == isOwn, "of one alone")
        }
    }

    @Test("the own connection is blamed if everyone reports it, for as long as they do")
    func reported() {
        var watch = QualityWatch()
        _ = pass(1, &watch, [5: good, 6: good], sent: good)
        let report = ReceptionReport(audio: .init(loss: 20_000), layer: 0)
        watch.reported(report, by: 5, now: 1_000_000_000)
        #expect(pass(3, &watch, [5: good, 6: good], sent: good, from: 1).isEmpty, "only one says so")
        watch.reported(report, by: 6, now: 3_000_000_000)
        #expect(pass(2, &watch, [5: good, 6: good], sent: good, from: 4) == [.own(.poor)])
        #expect(pass(12, &watch, [5: good, 6: good], sent: good, from: 6) == [.own(.good)])
        #expect(watch.own == .good, "reports of long ago")
        // If the media server says nothing, one counts.
        var unknown = QualityWatch()
        unknown.reported(report, by: 5, now: 0)
        #expect(pass(1, &unknown, [5: good], sent: nil).first == .own(.poor))
    }

    // MARK: - What flows

    private let voice = SubscriptionID(feed: 1, track: .audio, number: 1)
    private let pictures = SubscriptionID(feed: 1, track: .video, number: 2)

    private func reading(
        _ second: UInt64, voice audio: Reception, pictures video: Reception? = nil, _ transmission: Transmission? = nil
    ) -> ConnectionMetrics.Reading {
        var receptions = [voice: audio]
        receptions[pictures] = video
        return ConnectionMetrics.Reading(receptions: receptions, transmission: transmission, at: second * 1_000_000_000)
    }

    @Test("a screen is told apart from the camera, and a still one is not a frozen picture")
    func shared() throws {
        var measures = ConnectionMetrics()
        let screen = SubscriptionID(feed: 1, track: .screen, number: 3)
        let sound = SubscriptionID(feed: 1, track: .screenAudio, number: 4)
        let senders: [SubscriptionID: UserID] = [voice: 5, pictures: 5, screen: 5, sound: 5]
        func reading(_ second: UInt64, _ packets: Int, frozen: UInt64) -> ConnectionMetrics.Reading {
            func one(_ bytes: Int, _ frozen: UInt64 = 0) -> Reception {
                Reception(lost: 0, received: packets, jitter: 0, frozen: frozen, bytes: packets * bytes)
            }
            return ConnectionMetrics.Reading(
                receptions: [voice: one(10), pictures: one(100), screen: one(1_000, frozen), sound: one(20)],
                at: second * 1_000_000_000)
        }
        _ = measures.take(reading(1, 10, frozen: 0), senders: senders, members: [5])
        let isMeasured = measures.take(reading(2, 20, frozen: 900_000_000), senders: senders, members: [5])
        #expect(isMeasured)
        let came = try #require(measures.received[5])
        #expect(came.audio?.bitsPerSecond == 800 && came.video?.bitsPerSecond == 8_000)
        #expect(came.screen?.bitsPerSecond == 80_000 && came.sample.frozen == 0)
    }

    @Test("quality is measured by the media of one second")
    func measured() throws {
        var measures = ConnectionMetrics()
        let senders: [SubscriptionID: UserID] = [voice: 5, pictures: 5]
        func take(_ reading: ConnectionMetrics.Reading) -> Bool {
            measures.take(reading, senders: senders, members: [5])
        }
        #expect(measures.isDue(at: 0))
        let first = Reception(lost: 5, received: 50, jitter: 0.01, bytes: 4_000)
        #expect(!take(reading(1, voice: first, pictures: Reception(lost: 0, received: 9, jitter: 0))))
        #expect(!measures.isDue(at: 1_500_000_000) && measures.isDue(at: 1_950_000_000))
        #expect(
            take(
                reading(
                    3, voice: Reception(lost: 15, received: 140, jitter: 0.02, bytes: 12_000),
                    pictures: Reception(
                        lost: 50, received: 59, jitter: 0.09, frozen: 900_000_000, bytes: 125_000,
                        size: PictureBox(width: 640, height: 480)),
                    Transmission(
                        audio: .init(bytes: 1_000, loss: 0.02, jitter: 0.004), video: .init(bytes: 9_000),
                        roundTrip: 0.2, pair: CandidatePair(local: "relay", remote: "host")))))
        let flow = try #require(measures.received[5])
        #expect(flow.audio?.bitsPerSecond == 32_000 && flow.video?.bitsPerSecond == 500_000)
        #expect(flow.video?.width == 640 && flow.video?.height == 480)
        #expect(
            flow.sample
                == QualitySample(audioLoss: 0.1, videoLoss: 0.5, roundTrip: 200, jitter: 90, frozen: 450))
        #expect(measures.sent?.audio.bitsPerSecond == 4_000 && measures.sent?.audio.loss == 0.02)
        #expect(measures.sent?.sample.level == .good && measures.pair?.local == "relay")
    }

    @Test("a camera that is off does not lower the quality; with no media at all it is lost")
    func nothing() throws {
        var measures = ConnectionMetrics()
        let senders: [SubscriptionID: UserID] = [voice: 5, pictures: 5]
        func take(_ reading: ConnectionMetrics.Reading, members: Set<UserID> = [5]) {
            _ = measures.take(reading, senders: senders, members: members)
        }
        let stands = Reception(lost: 0, received: 9, jitter: 0, frozen: 2_000_000_000)
        take(reading(1, voice: Reception(lost: 0, received: 50, jitter: 0), pictures: stands))
        var later = stands
        later.frozen += 1_000_000_000
        take(reading(2, voice: Reception(lost: 0, received: 100, jitter: 0), pictures: later))
        #expect(measures.received[5]?.sample == QualitySample(jitter: 0))
        take(reading(3, voice: Reception(lost: 0, received: 100, jitter: 0), pictures: later))
        #expect(measures.received[5]?.sample.level == .lost)
        // Their connections are gone, but they are not: others are being made, and have three seconds.
        for second in 4...6 {
            _ = measures.take(.init(at: UInt64(second) * 1_000_000_000), senders: [:], members: [5])
            #expect(measures.received.isEmpty)
        }
        _ = measures.take(.init(at: 7_000_000_000), senders: [:], members: [5])
        #expect(measures.received[5]?.sample.level == .lost)
        // Something arrives on a new connection.
        take(reading(8, voice: Reception(lost: 0, received: 3, jitter: 0)))
        #expect(measures.received[5]?.sample.level == .good)
        take(.init(at: 9_000_000_000), members: [])
        #expect(measures.received.isEmpty)
    }

    @Test("a participant without any media so far has no quality")
    func silent() {
        var measures = ConnectionMetrics()
        for second in 1...3 as ClosedRange<UInt64> {
            _ = measures.take(
                reading(second, voice: Reception(lost: 0, received: 0, jitter: 0)), senders: [voice: 5], members: [5])
        }
        #expect(measures.received.isEmpty && measures.sent == nil)
    }
}
