import ECallLanguage
import ECallMedia
import Foundation
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Tones", .enabled(if: SoundServer.isInstalled, "needs pulseaudio"))
    struct Tones {
        private let headphones = DeviceWishes(loudspeaker: ChosenDevice(id: "headphones", name: "USB Headphones"))

        @Test(
            "a tone repeats on the chosen loudspeaker, and ends once it is stopped",
            arguments: Tone.allCases)
        func heard(tone: Tone) async throws {
            try await SoundServer.during { _ in
                let engine = try GStreamerEngine()
                let speaker = try SoundMeter(.microphone(.id("speaker.monitor")))
                let other = try SoundMeter(.microphone(.id("headphones.monitor")))
                for meter in [speaker, other] { try await meter.start() }
                let first = try await engine.play(tone, DeviceWishes())
                // One ring lasts a second.
                await speaker.hear(seconds: 1.5)
                #expect(speaker.level > -40 && other.level < -90)
                await first.stop()
                let second = try await engine.play(.ringing, headphones)
                await other.hear(seconds: 0.3)
                speaker.begin()
                await other.hear(seconds: 0.5)
                #expect(speaker.level < -90)
                await second.stop()
                for meter in [speaker, other] { await meter.stop() }
            }
        }

        @Test("a tone needs a loudspeaker, and a call without playback opens none")
        func nowhere() async throws {
            setenv("PULSE_SERVER", "unix:/nowhere/native", 1)
            defer { unsetenv("PULSE_SERVER") }
            let engine = try GStreamerEngine()
            await #expect(throws: MediaError.inputUnavailable(.mediaNoLoudspeaker)) {
                _ = try await engine.play(.ringing, DeviceWishes())
            }
            let prepared = try await engine.prepare(
                MediaWishes(source: .devices(.none), video: false, rendering: .soundOnly))
            #expect(prepared.output.loudspeaker == nil)
            #expect(prepared.notices == [.mediaMissingLoudspeaker])
        }

        @Test("sound alone needs no display; pictures alone look for no loudspeaker")
        func apart() async throws {
            try await SoundServer.during { _ in
                let engine = try GStreamerEngine()
                let sound = try await engine.prepare(
                    MediaWishes(source: .devices(.none), video: true, rendering: .soundOnly))
                #expect(sound.output == MediaOutput(loudspeaker: .systemDefault) && sound.notices == [])
                let box = PictureBox(width: 100, height: 100)
                let pictures = try await engine.prepare(
                    MediaWishes(
                        source: .devices(.none), video: true,
                        rendering: Rendering(displays: [], box: box, playsSound: false)))
                #expect(pictures.output == MediaOutput(pictures: .handedOver(box)) && pictures.notices == [])
            }
        }
    }
}
