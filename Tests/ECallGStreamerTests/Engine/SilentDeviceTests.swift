import ECallMedia
import Foundation
import FrameCrypto
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Devices without a signal")
    struct SilentDevices {
        private func becomes(_ what: String, _ condition: () -> Bool) async throws {
            for _ in 0..<200 {
                if condition() { return }
                // Polls another process, and threads of GStreamer's.
                try await Task.sleep(for: .milliseconds(25))
            }
            Issue.record("\(what) did not happen within 5 s")
        }

        private func threadCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }

        @Test(
            "A microphone muted by the sound server is reported as muted meanwhile, and so is its capture",
            .enabled(if: SoundServer.isInstalled, "needs pulseaudio"))
        func mutedMicrophone() async throws {
            try await SoundServer.during { server in
                let microphone = try CapturePipeline.microphone(.id("desk"))
                try await microphone.start()
                var isMuted: Bool { microphone.reading.microphone?.isMuted ?? false }
                #expect(!isMuted)
                try await server.control("set-source-mute", "desk", "1")
                try await becomes("a muted microphone") { isMuted }
                // Another one is of no interest.
                try await server.control("set-source-mute", "usb1", "1")
                try await server.control("set-source-mute", "desk", "0")
                try await becomes("an unmuted microphone") { !isMuted }
                let number = try #require(
                    try await server.control("list", "short", "source-outputs").split(separator: "\t").first)
                try await server.control("set-source-output-mute", String(number), "1")
                try await becomes("a muted capture") { isMuted }
                await microphone.stop()
            }
        }

        @Test(
            "A microphone with digital silence has no peak, and one with sound has",
            .enabled(if: SoundServer.isInstalled, "needs pulseaudio"))
        func peak() async throws {
            try await SoundServer.during { server in
                // A source of tones would give two seconds at once, every two seconds.
                try await server.control("load-module", "module-sine", "sink=room", "frequency=440")
                let (desk, tone) = (
                    try CapturePipeline.microphone(.id("desk")), try CapturePipeline.microphone(.id("room.monitor"))
                )
                for microphone in [desk, tone] { try await microphone.start() }
                try await becomes("a tone") { tone.reading.microphone?.peak ?? 0 > 0.1 }
                _ = tone.reading
                try await becomes("more of it") { tone.reading.microphone?.peak ?? 0 > 0.1 }
                #expect(desk.reading.microphone?.peak == 0)
                for microphone in [desk, tone] { await microphone.stop() }
            }
        }

        @Test(
            "The query of the sound server ends with the capture",
            .enabled(if: SoundServer.isInstalled, "needs pulseaudio"))
        func threads() async throws {
            try await SoundServer.during { _ in
                func once() async throws {
                    let microphone = try CapturePipeline.microphone(.systemDefault)
                    try await microphone.start()
                    _ = microphone.reading
                    await microphone.stop()
                }
                for _ in 0..<2 { try await once() }
                let before = try threadCount()
                for _ in 0..<6 { try await once() }
                try await becomes("the end of all threads") { (try? threadCount()) ?? .max <= before }
            }
        }

        @Test(
            "The brightness of a picture and its changes are measured",
            arguments: [("black", 0.0...0.01, false), ("white", 0.99...1.0, false), ("snow", 0.3...0.7, true)])
        func pictures(pattern: String, luma: ClosedRange<Double>, changes: Bool) async throws {
            let camera = try CapturePipeline(
                "videotestsrc is-live=true pattern=\(pattern) ! video/x-raw,format=I420,width=64,height=48,framerate=30/1 "
                    + "! identity name=pictures ! appsink name=video emit-signals=true sync=false", audio: false,
                video: true,
                meter: CaptureMeter(framesPerSecond: 2))
            #expect(camera.reading.camera == CaptureReading.Camera(isOn: true, picture: nil, luma: nil))
            let seen = LockedValue(0)
            let nowhere = try Pipeline("appsrc name=in ! fakesink") { _ in }
            // Each was measured before it arrives here.
            camera.hold { seen.withLock { $0 += 1 } }
            camera.forwardVideo(to: try nowhere.child("in"))
            try await camera.start()
            try await becomes("five pictures") { seen.withLock { $0 } >= 5 }
            let reading = try #require(camera.reading.camera)
            await camera.stop()
            await nowhere.stop()
            #expect(luma.contains(try #require(reading.luma)), "\(reading)")
            #expect((try #require(reading.picture) > 1) == changes, "\(reading)")
        }
    }
}
