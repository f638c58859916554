import ECallMedia
import EngineTestSupport
import FrameCrypto
import Testing

@testable import ECallGStreamer

@Suite("Order of reductions on a narrow network", .timeLimit(.minutes(1)))
struct SendingStepsTests {
    private static let start: UInt64 = 9_000_000_000

    private func steps() -> PictureSteps {
        PictureSteps(
            PictureFormat(
                PublishedVideo(
                    encryptor: TestEncryptor(.h264), codec: .h264, width: 640, height: 480, framesPerSecond: 30,
                    bitrate: 800_000)))
    }

    /// Seconds and kilobits a second; and after each the divisors of the frame rate and of the sides.
    @Test(
        "The frame rate falls first, then the size, at once; they return in turn after some seconds of room",
        arguments: [
            ([(0, 800), (1, 200), (2, 184)], ["1 1", "1 1", "2 1"]),
            ([(0, 60)], ["2 2"]),
            ([(0, 150), (1, 93), (2, 92), (3, 60)], ["2 1", "2 1", "2 2", "2 2"]),
            // Back and forth over the threshold: nothing changes.
            ([(0, 180), (1, 190), (2, 180), (9, 200), (30, 230)], ["2 1", "2 1", "2 1", "2 1", "2 1"]),
            (
                [(0, 60), (1, 800), (4, 800), (5, 800), (6, 800), (10, 800)],
                ["2 2", "2 2", "2 2", "2 1", "2 1", "1 1"]
            ),
            // Capacity that was gone in between.
            (
                [(0, 180), (1, 300), (3, 200), (4, 300), (7, 300), (8, 300)],
                ["2 1", "2 1", "2 1", "2 1", "2 1", "1 1"]
            ),
        ] as [([(UInt64, Int)], [String])])
    func pictures(rates: [(at: UInt64, kilobits: Int)], expected: [String]) {
        var steps = steps()
        var found: [String] = []
        for rate in rates {
            let before = steps.step
            let hasChanged = steps.take(rate.kilobits * 1_000, at: Self.start + rate.at * 1_000_000_000)
            #expect(hasChanged == (steps.step != before))
            found.append("\(steps.step.frames) \(steps.step.size)")
        }
        #expect(found == expected)
    }

    @Test(
        "In a group call the size falls first; a sender left with one receiver gets the frame rate back later"
    )
    func motion() {
        var steps = steps()
        func at(_ second: UInt64, _ kilobits: Int, keepsFrameRate: Bool = true) -> String {
            let before = steps.step
            let hasChanged = steps.take(
                kilobits * 1_000, keepsFrameRate: keepsFrameRate, at: Self.start + second * 1_000_000_000)
            #expect(hasChanged == (steps.step != before))
            return "\(steps.step.frames) \(steps.step.size)"
        }
        #expect(at(0, 800) == "1 1" && at(1, 183) == "1 2" && at(2, 100) == "1 2" && at(3, 45) == "2 2")
        #expect(at(4, 61) == "2 2" && at(8, 61) == "1 2", "room for four seconds")
        #expect(at(9, 150, keepsFrameRate: false) == "2 1" && at(10, 150) == "1 2", "the other order, at once")
        #expect(at(11, 800) == "1 2" && at(15, 800) == "1 1")
    }

    @Test("Sides stay even, and nothing becomes too small to be encoded")
    func sizes() {
        let video = PublishedVideo(
            encryptor: TestEncryptor(.h264), codec: .h264, width: 46, height: 34, framesPerSecond: 1, bitrate: 60_000)
        let divided = PictureFormat(video).divided(by: .init(frames: 2, size: 2))
        #expect(divided.width == 32 && divided.height == 32 && divided.framesPerSecond == 1)
    }

    /// The state in a report of each second, and whether video is at its least; the rate of audio after the last.
    @Test(
        "Audio is reduced last: after video twice in a row; it is restored after ten calm seconds",
        arguments: [
            ([(.over, false), (.over, false), (.over, false)], 32_000), ([(.over, true)], 32_000),
            ([(.over, true), (.full, true), (.over, true)], 32_000), ([(.over, true), (.over, true)], 16_000),
            ([(.over, true), (.over, true)] + Array(repeating: (.free, true), count: 10), 16_000),
            ([(.over, true), (.over, true)] + Array(repeating: (.free, false), count: 11), 32_000),
            (
                [(.over, true), (.over, true)] + Array(repeating: (.free, true), count: 6) + [(.full, true)]
                    + Array(repeating: (.free, true), count: 6), 16_000
            ),
        ] as [([(UplinkRate.Line, Bool)], Int)])
    func audio(reports: [(line: UplinkRate.Line, isVideoLeast: Bool)], expected: Int) {
        var audio = AudioRate()
        for (second, report) in reports.enumerated() {
            let before = audio.rate
            let hasChanged = audio.take(
                report.line, isVideoLeast: report.isVideoLeast, at: Self.start + UInt64(second) * 1_000_000_000)
            #expect(hasChanged == (audio.rate != before))
        }
        #expect(audio.rate == expected)
    }

    @Test("Packets of a burst are sent one after another, and the first after a pause at once")
    func pacing() {
        var pace = PacketPacer.Pace()
        // 1 000 bytes at 1 Mbit/s take 8 ms.
        let waits = (0..<4).map { _ in pace.wait(bytes: 1_000, bitrate: 1_000_000, at: Self.start) / 1_000_000 }
        #expect(waits == [0, 8, 16, 24])
        #expect(pace.wait(bytes: 1_000, bitrate: 1_000_000, at: Self.start + 500_000_000) == 0)
        #expect(pace.wait(bytes: 1_000, bitrate: 1_000_000, at: Self.start + 504_000_000) == 4_000_000)
        #expect(
            pace.wait(bytes: 1_000_000, bitrate: 1, at: Self.start + 600_000_000) == 0
                && pace.wait(bytes: 1, bitrate: 1, at: Self.start + 601_000_000) == PacketPacer.Pace.longest)
    }

    /// The limit of both in kilobits a second; and after each the rates of the screen and the camera, and the divisor of its frame rate.
    @Test(
        "Beside a screen the camera is reduced first, and text keeps its size",
        arguments: [
            ([4_000, 1_450], ["1200 250 1", "1087 250 1"]), ([800], ["600 200 1"]), ([60], ["120 60 2"]),
            (
                [300, 600, 790, 800, 540, 530],
                ["225 75 2", "450 150 2", "592 197 2", "600 200 1", "405 135 1", "397 132 2"]
            ),
        ] as [([Int], [String])])
    func screen(totals: [Int], expected: [String]) {
        var rates: ScreenRates?
        let found = totals.map { total in
            let next = ScreenRates(total: total * 1_000, after: rates)
            rates = next
            #expect(next.step.size == 1)
            return "\(next.screen / 1_000) \(next.camera / 1_000) \(next.step.frames)"
        }
        #expect(found == expected)
    }

    @Test(
        "A screen is sent at its own size, up to 1080p either way, in even sides",
        arguments: [
            (1_280, 720, "1280x720"), (1_920, 1_080, "1920x1080"), (3_840, 2_160, "1920x1080"),
            (1_080, 1_920, "1080x1920"),
            (5_120, 1_440, "1920x540"), (641, 481, "640x480"), (1, 1, "32x32"), (100_000, 10, "1920x32"),
        ])
    func sizes(width: Int, height: Int, expected: String) {
        let format = PictureFormat.screen(PictureBox(width: width, height: height))
        #expect("\(format.width)x\(format.height)" == expected && format.framesPerSecond == 15)
    }

    @Test("The limit rises while a screen is shared, and the initial rate of a call is allowed at once")
    func uplink() {
        var uplink = UplinkRate(highest: UplinkRate.lowest)
        uplink.setHighest(1_450_000)
        #expect(uplink.rate == UplinkRate.first && uplink.highest == 1_450_000)
        uplink.setHighest(UplinkRate.lowest)
        #expect(uplink.rate == UplinkRate.lowest)
    }
}
