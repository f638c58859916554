import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Echo", .enabled(if: SoundServer.isInstalled && EchoCanceller.isAvailable, "needs pulseaudio and webrtcdsp"))
    struct Echo {
        /// The path from a loudspeaker through a room to a microphone: weaker, and later by the delay of the sound server.
        private func room() throws -> Pipeline {
            try Pipeline(
                "pulsesrc device=speaker.monitor latency-time=10000 ! \(CapturePipeline.audioCaps) ! volume volume=0.5 "
                    + "! pulsesink device=room sync=false buffer-time=60000 latency-time=10000"
            ) { _ in }
        }

        private func voice(_ name: String, seed: UInt64) throws -> String {
            let path = NSTemporaryDirectory() + "ecall-voice-\(name)-\(UUID().uuidString.prefix(8)).wav"
            // Longer than the recording: one that restarts is late, and so is its echo.
            try TestVoice.write(to: path, seconds: 20, seed: seed)
            return path
        }

        @Test("The loudspeaker's share of a call is taken out of the microphone, and the local voice is not")
        func echo() async throws {
            let (far, near) = (try voice("far", seed: 1), try voice("near", seed: 2))
            defer { for path in [far, near] { try? FileManager.default.removeItem(atPath: path) } }
            try await SoundServer.during { _ in
                let room = try room()
                let heard = try SoundMeter(.microphone(.id("room.monitor")))
                let sent = try SoundMeter(.microphone(.id("room.monitor"), echo: .systemDefault))
                try await room.start()
                try await heard.start()
                try await sent.start()
                // A person far away speaks, sealed and opened as in a call.
                let loop = try await Loop(
                    source: .file(path: far), receiving: .opus, decryptor: TestDecryptor(.opus),
                    output: MediaOutput(loudspeaker: .systemDefault))
                // The canceller adapts to the room.
                await heard.hear(seconds: 2.5)
                var (echo, rest) = (0.0, 0.0)
                // A busy machine delivers audio late for a moment, which the canceller takes for a different room.
                for _ in 0..<5 where echo - rest < 20 {
                    for meter in [heard, sent] { meter.begin() }
                    await heard.hear(seconds: 2)
                    (echo, rest) = (heard.level, sent.level)
                }
                print(
                    "echo: heard \(echo.rounded()) dB, sent \(rest.rounded()) dB, reduced by \((echo - rest).rounded()) dB"
                )
                #expect(echo > -50, "there is an echo to take out")
                #expect(echo - rest >= 20)
                await loop.close()

                // The person at this machine speaks alone.
                let speaker = try CapturePipeline.file(near, audio: true, picture: nil)
                let mouth = try Pipeline(
                    "appsrc name=in is-live=true format=time do-timestamp=true caps=\(CapturePipeline.audioCaps) "
                        + "! pulsesink device=room sync=false buffer-time=60000 latency-time=10000"
                ) { _ in }
                speaker.forwardAudio(to: try mouth.child("in"))
                try await mouth.start()
                try await speaker.start()
                await heard.hear(seconds: 0.5)
                for meter in [heard, sent] { meter.begin() }
                await heard.hear(seconds: 1.5)
                let (spoken, passed) = (heard.level, sent.level)
                print("voice: heard \(spoken.rounded()) dB, sent \(passed.rounded()) dB")
                #expect(abs(spoken - passed) < 3)
                for pipeline in [room, mouth] { await pipeline.stop() }
                await speaker.stop()
                for meter in [heard, sent] { await meter.stop() }
            }
        }
    }
}
