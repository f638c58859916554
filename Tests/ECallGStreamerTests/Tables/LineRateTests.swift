import Foundation
import Testing

@testable import ECallGStreamer

@Suite("Rates that a network carries", .timeLimit(.minutes(1)))
struct LineRateTests {
    private struct Sequence: Decodable, CustomStringConvertible {
        struct Step: Decodable {
            let at: UInt64
            let bitrate: Double
            let loss: Double
            let queue: Double
            let rate: Int?
        }

        let name: String
        let steps: [Step]
        var description: String { name }
    }

    /// Shared with the page (Tests/WebTests/calls/reception.test.mjs).
    private static let sequences = Result {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Vectors/downlink-rate.json")
        return try JSONDecoder().decode([Sequence].self, from: Data(contentsOf: url))
    }

    @Test("The receiver's estimate is that of the vectors")
    func downlink() throws {
        let sequences = try Self.sequences.get()
        #expect(sequences.count == 8)
        for sequence in sequences {
            var rate = DownlinkRate()
            for step in sequence.steps {
                rate.take(
                    .init(bitrate: step.bitrate, loss: step.loss, queue: step.queue),
                    at: 5_000_000 + step.at * 1_000_000)
                #expect(rate.rate.map { Int($0.rounded()) } == step.rate, "\(sequence.name) at \(step.at) ms")
            }
        }
    }

    /// Reports a second apart: loss in per cent, round trip in milliseconds; and the rates after each, in kilobits a second.
    @Test(
        "The sender's rate follows what the media server reports",
        arguments: [
            // A clean network: its rate is found in a few seconds, and never above the requested one.
            ([(0, 20), (0, 20), (0, 20), (0, 22), (0, 20), (0, 20)], [375, 468, 585, 732, 800, 800]),
            // Random loss of a few per cent is not congestion.
            ([(5, 100), (9, 100), (3, 100)], [300, 300, 300]),
            // A few losses that continue without a queue do not keep it at its minimum.
            ([(90, 20)] + Array(repeating: (5, 20), count: 7), [97, 97, 97, 97, 97, 105, 113, 122]),
            // Slowly near the rate that was too much, and quickly where the network carries more than then.
            (
                [(20, 20)] + Array(repeating: (0, 20), count: 10),
                [255, 275, 297, 321, 346, 433, 542, 677, 800, 800, 800]
            ),
            // A queue without loss.
            ([(0, 20), (0, 200), (0, 200), (0, 20), (0, 20)], [375, 285, 216, 270, 292]),
            // Both; never less than a picture needs.
            ([(50, 20), (90, 400), (90, 400), (90, 400), (90, 400)], [187, 60, 60, 60, 60]),
            // A longer route is not a queue: it does not become shorter when less is sent.
            ([(0, 20)] + Array(repeating: (0, 160), count: 6), [375, 292, 228, 177, 222, 240, 259]),
            // A queue that becomes shorter is answered on.
            ([(0, 20), (0, 400), (0, 300), (0, 220), (0, 160)], [375, 247, 175, 131, 102]),
        ] as [([(Double, Double)], [Int])])
    func uplink(reports: [(loss: Double, roundTrip: Double)], rates: [Int]) {
        var uplink = UplinkRate(highest: 800_000)
        var found: [Int] = []
        for (second, report) in reports.enumerated() {
            _ = uplink.take(
                .init(loss: report.loss / 100, roundTrip: report.roundTrip / 1_000),
                at: 7_000_000_000 + UInt64(second) * 1_000_000_000)
            found.append(uplink.rate / 1_000)
        }
        #expect(found == rates)
    }

    /// Reports as Janus sent them over the emulated line: milliseconds, loss, round trip in milliseconds.
    private struct Trace: Decodable {
        let name: String
        let reports: [[Double]]
    }

    @Test("Recorded reports: the rate follows a narrowed network within 3 s, and its new rate is found again")
    func traces() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Vectors/uplink-traces.json")
        let traces = try JSONDecoder().decode([Trace].self, from: Data(contentsOf: url))
        #expect(traces.count == 2)
        for trace in traces {
            var uplink = UplinkRate(highest: 800_000)
            var over: Double?
            for report in trace.reports {
                _ = uplink.take(
                    .init(loss: report[1], roundTrip: report[2] / 1_000), at: UInt64(5_000_000_000 + report[0] * 1e6))
                if uplink.line == .over { over = over ?? report[0] }
                if let over, report[0] >= over + 3_000, report[0] < over + 5_000 {
                    #expect(uplink.rate <= 250_000, "\(trace.name): \(report[0]) ms")
                }
            }
            // A few packets that are lost at any rate let it grow slowly.
            #expect(uplink.rate >= (trace.name.contains("lost ever after") ? 300_000 : 800_000), "\(trace.name)")
        }
    }

    @Test("Consecutive reports are answered once, and one without a round trip counts only for its loss")
    func pauses() {
        var uplink = UplinkRate(highest: 800_000)
        let changed = [1_000, 1_500, 2_500].map {
            uplink.take(.init(loss: 0.2, roundTrip: nil), at: $0 * 1_000_000)
        }
        #expect(changed == [true, false, true])
        #expect(UplinkRate(highest: 100_000).rate == 100_000)
    }

    @Test("A report counts once, and retransmissions have no lasting one")
    func news() {
        func report(_ line: Int, _ loss: Double, kind: StreamReport.Kind = .reported) -> StreamReport {
            StreamReport(kind: kind, line: line, roundTrip: 0.1, fractionLost: loss)
        }
        var news = ReportNews()
        let looks: [(reports: [StreamReport], new: [Double])] = [
            ([report(0, 0.1), report(1, 0.2), report(-1, 0.9), report(1, 0.8, kind: .sent)], [0.1, 0.2]),
            ([report(0, 0.1), report(1, 0.2), report(-1, 0.7)], []),
            ([report(0, 0), report(1, 0.2)], [0]), ([], []), ([report(0, 0), report(1, 0)], [0]),
        ]
        for (number, look) in looks.enumerated() {
            #expect(news.take(look.reports).compactMap(\.fractionLost) == look.new, "look \(number)")
        }
    }

    /// Milliseconds and bytes; at 80 kbit/s, of which 40 are for this, and a second of them at once.
    @Test("Retransmissions have a share of the rate, and keep an unused share for a second")
    func resends() {
        var budget = ResendLimiter.Budget(bitrate: 80_000)
        let packets: [(at: UInt64, bytes: Int, passes: Bool)] = [
            (0, 4_000, true), (0, 1_000, true), (0, 1, false), (100, 500, true), (100, 1, false), (200, 501, false),
            (210, 501, true), (9_000, 5_001, false), (9_000, 5_000, true),
        ]
        for packet in packets {
            let passes = budget.take(packet.bytes, at: 3_000_000_000 + packet.at * 1_000_000)
            #expect(passes == packet.passes, "\(packet.bytes) bytes at \(packet.at) ms")
        }
        budget.bitrate = 8_000
        #expect(!budget.take(501, at: 20_000_000_000) && budget.take(500, at: 20_000_000_000))
    }

    @Test("A queue is the delay of the quickest packets over those of the last 30 seconds")
    func queue() {
        var delays = PacketDelays(clockRate: 90_000)
        let empty = delays.look(at: 0)
        #expect(empty == 0)
        // Timestamps wrap; packets of one picture share theirs, and the first of them counts.
        let first = UInt32.max - 4_500
        func add(_ picture: Int, late: Double) {
            let at = 1_000_000_000 + UInt64(picture) * 50_000_000 + UInt64(late * 1e9)
            for packet in 0..<3 {
                delays.add(timestamp: first &+ UInt32(picture) &* 4_500, at: at + UInt64(packet) * 3_000_000)
            }
        }
        func look(_ second: UInt64) -> Int { Int((delays.look(at: second * 1_000_000_000) * 1_000).rounded()) }
        for picture in 0..<20 { add(picture, late: picture % 2 == 0 ? 0.01 : 0.2) }
        #expect(look(2) == 0)
        for picture in 20..<40 { add(picture, late: 0.26) }
        #expect(look(3) == 250)
        #expect(look(4) == 0, "nothing came")
        for picture in 80..<100 { add(picture, late: 0.01) }
        #expect(look(6) == 0)
        // A reordered packet is not a jump of the clock.
        delays.add(timestamp: first &+ 90 &* 4_500, at: 7_000_000_000)
        for picture in 100..<120 { add(picture, late: 0.06) }
        #expect(look(7) == 50)
        #expect(delays.quickestArrival(of: first) == 1_010_000_000)
        #expect(delays.quickestArrival(of: first &+ 4_500) == 1_060_000_000)
        for picture in 800..<820 { add(picture, late: 0.06) }
        #expect(look(42) == 0, "what was quicker is forgotten")
        // A sender that starts over counts from there.
        let late = delays.add(timestamp: first, at: 50_000_000_000)
        #expect(late == 0 && delays.quickestArrival(of: first) == 50_000_000_000)
    }

    @Test("jitter is that of the network, whatever timestamps the sender begins with")
    func jitter() {
        var delays = PacketDelays(clockRate: 48_000)
        var packet: UInt64 = 0
        func add(_ count: Int, from timestamp: UInt32 = 0, late: (UInt64) -> Double) {
            for _ in 0..<count {
                packet += 1
                delays.add(
                    timestamp: timestamp &+ UInt32(packet) &* 960, at: packet * 20_000_000 + UInt64(late(packet) * 1e9))
            }
        }
        add(50) { _ in 0 }
        #expect(delays.jitter < 0.000_1)
        add(100) { $0 % 2 == 0 ? 0.010 : 0 }
        #expect((0.009...0.011).contains(delays.jitter))
        // As in two calls that share a connection one after the other: hours on, and hours back.
        for start in [1_433_752_852, 3_000_000_000, 5] as [UInt32] {
            add(100, from: start) { $0 % 2 == 0 ? 0.010 : 0 }
            #expect((0.009...0.011).contains(delays.jitter))
        }
        packet += 500
        add(1) { _ in 0 }
        #expect(delays.jitter < 0.011, "a pause is none")
        add(100) { _ in 0 }
        #expect(delays.jitter < 0.000_2)
    }

    /// The latest packet of each second in milliseconds, and the delay after the last, in milliseconds.
    @Test(
        "Packets wait for those late in two seconds of ten, and for none on a quick network",
        arguments: [
            ([], 0), ([200], 0), ([0, 0, 0], 0), ([900, 0, 0], 0), ([200, 200], 200), ([200, 0, 150, 120], 150),
            ([39, 39, 39], 0), ([900, 900, 900], 500), ([200, 180, 0, 0, 0, 0, 0, 0, 0, 0], 180),
            ([200, 180, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0),
        ] as [([Int], Int)])
    func playout(late: [Int], delay: Int) {
        var playout = PlayoutDelay()
        for (second, late) in late.enumerated() {
            let now = 5_000_000_000 + UInt64(second) * 1_000_000_000
            playout.add(late: 0, at: now)
            playout.add(late: Double(late) / 1_000, at: now + 500_000_000)
            playout.add(late: 0, at: now + 900_000_000)
        }
        #expect(Int((playout.delay * 1_000).rounded()) == delay)
    }

    /// Seconds and the wanted delay; and the actual delay, both in milliseconds.
    @Test("The delay becomes longer at once and shorter bit by bit")
    func hold() {
        var hold = PlayoutHold()
        let steps: [(at: Double, wish: Int, held: Int)] = [
            (0, 0, 0), (1, 200, 200), (1.02, 200, 200), (1.04, 100, 199), (2.04, 100, 149), (3.04, 100, 100),
            (3.06, 150, 150), (20, 0, 0), (20, 80, 80),
        ]
        for step in steps {
            let held = hold.follow(Double(step.wish) / 1_000, at: 7_000_000_000 + UInt64(step.at * 1e9))
            #expect(Int((held * 1_000).rounded()) == step.held, "at \(step.at) s")
        }
    }
}
