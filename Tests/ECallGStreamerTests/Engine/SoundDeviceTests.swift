import ECallLanguage
import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import TestPattern
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite(
        "Devices of a sound server",
        .enabled(if: SoundServer.isInstalled && EchoCanceller.isAvailable, "needs pulseaudio and webrtcdsp"))
    struct Devices {
        private func prepare(_ devices: DeviceWishes, rendering: Rendering? = nil) async throws -> PreparedMedia {
            try await GStreamerEngine(testContent: CodedContent()).prepare(
                MediaWishes(source: .automatic, video: false, rendering: rendering, devices: devices))
        }

        private let usb = ChosenDevice(id: "usb1", name: "USB Microphone")

        @Test("Microphones and loudspeakers are listed with names and defaults, and monitors are not")
        func list() async throws {
            try await SoundServer.during { server in
                let connected = try await GStreamerEngine().devices()
                #expect(connected.hasSoundServer)
                #expect(
                    connected.of(.microphone) == [
                        MediaDevice(kind: .microphone, id: "desk", name: "Desk Microphone", isDefault: true),
                        MediaDevice(kind: .microphone, id: "usb2", name: "USB Headset"),
                        MediaDevice(kind: .microphone, id: "usb1", name: "USB Microphone"),
                    ])
                #expect(connected.of(.loudspeaker).map(\.id) == ["speaker", "room", "headphones"])
                #expect(connected.of(.loudspeaker).filter(\.isDefault).map(\.name) == ["Desk Speaker"])
                try await server.control("set-default-source", "usb1")
                #expect(try await GStreamerEngine().devices().of(.microphone).filter(\.isDefault).map(\.id) == ["usb1"])
            }
        }

        @Test("Without a sound server no sound devices are listed, and that is reported")
        func noServer() async throws {
            setenv("PULSE_SERVER", "unix:/nowhere/native", 1)
            defer { unsetenv("PULSE_SERVER") }
            let connected = try await GStreamerEngine().devices()
            #expect(!connected.hasSoundServer)
            #expect(connected.of(.microphone).isEmpty && connected.of(.loudspeaker).isEmpty)
        }

        @Test("A chosen device is used; while it is not connected the default is, and that is reported")
        func chosen() async throws {
            try await SoundServer.during { server in
                let wishes = DeviceWishes(microphone: usb)
                let there = try await prepare(wishes)
                #expect(there.source == .devices(CaptureDevices(microphone: .id("usb1"))) && there.notices == [])
                try await server.control("unload-module", "module-null-source")
                try await server.control(
                    "load-module", "module-null-source", "source_name=desk", "description='Desk Microphone'")
                let away = try await prepare(wishes)
                #expect(away.source == .devices(CaptureDevices(microphone: .systemDefault)))
                #expect(away.notices == [.mediaNotConnected(name: "USB Microphone")])
                try await server.control(
                    "load-module", "module-null-source", "source_name=usb7", "description='USB Microphone'")
                // In another socket, and the same.
                #expect(try await prepare(wishes).source == .devices(CaptureDevices(microphone: .id("usb7"))))
            }
        }

        @Test("Echo is cancelled if a microphone can hear a loudspeaker, unless that is not wanted")
        func cancelling() async throws {
            try await SoundServer.during { _ in
                let heard = Rendering(displays: [])
                let speaker = ChosenDevice(id: "headphones", name: "USB Headphones")
                let table: [(DeviceWishes, Rendering?, DeviceSelection?)] = [
                    (DeviceWishes(), heard, .systemDefault),
                    (DeviceWishes(loudspeaker: speaker), heard, .id("headphones")),
                    (DeviceWishes(cancelsEcho: false), heard, nil), (DeviceWishes(), nil, nil),
                ]
                for (devices, rendering, echo) in table {
                    let prepared = try await prepare(devices, rendering: rendering)
                    #expect(
                        prepared.source == .devices(CaptureDevices(microphone: .systemDefault, echo: echo)))
                }
            }
        }

        @Test("Sound is played on the chosen loudspeaker")
        func loudspeaker() async throws {
            try await SoundServer.during { _ in
                let played = try SoundMeter(.microphone(.id("headphones.monitor")))
                let other = try SoundMeter(.microphone(.id("speaker.monitor")))
                try await played.start()
                try await other.start()
                let loop = try await Loop(
                    receiving: .opus, decryptor: TestDecryptor(.opus),
                    output: MediaOutput(loudspeaker: .id("headphones")))
                await played.hear(seconds: 1)
                await loop.close()
                #expect(played.level > -40 && other.level < -90)
                for meter in [played, other] { await meter.stop() }
            }
        }

        /// 000-39
        @Test(
            "Another microphone or loudspeaker takes over during a call; one that does not open changes nothing"
        )
        func switching() async throws {
            try await SoundServer.during { _ in
                let tone = try await tone(in: "room")
                let speaker = try SoundMeter(.microphone(.id("speaker.monitor")))
                let headphones = try SoundMeter(.microphone(.id("headphones.monitor")))
                for meter in [speaker, headphones] { try await meter.start() }
                let loop = try await Loop(
                    source: .devices(CaptureDevices(microphone: .id("desk"))), receiving: .opus,
                    decryptor: TestDecryptor(.opus), output: MediaOutput(loudspeaker: .id("speaker")))
                _ = try await loop.statistics { $0.decoded >= 10 }
                #expect(speaker.level < -90)

                try await loop.publisher.capture(with: CaptureDevices(microphone: .id("room.monitor")))
                await speaker.hear(seconds: 0.3)
                await #expect(throws: MediaError.self) {
                    try await loop.publisher.capture(with: CaptureDevices(microphone: .id("nowhere")))
                }
                await #expect(throws: MediaError.self) {
                    try await loop.publisher.capture(with: CaptureDevices(camera: .systemDefault))
                }
                await speaker.hear(seconds: 0.3)

                #expect(headphones.level < -90)
                try await loop.subscriber.play(on: .id("headphones"))
                await headphones.hear(seconds: 0.3)
                speaker.begin()
                await headphones.hear(seconds: 0.5)
                #expect(speaker.level < -90)
                await loop.close()
                await tone.stop()
                for meter in [speaker, headphones] { await meter.stop() }
            }
        }

        @Test(
            "An unplugged microphone is replaced by the default, never by a monitor, and used again once chosen",
            arguments: [
                ("desk", Text.mediaGoneMicrophoneMoved), ("speaker.monitor", Text.mediaGoneMicrophone),
            ])
        func pulledOut(next: String, notice: Text) async throws {
            try await SoundServer.during { server in
                let tone = try await tone(in: "room")
                let plugged = try await plug(server)
                try await server.control("set-default-source", next)
                let heard = try SoundMeter(.microphone(.id("headphones.monitor")))
                try await heard.start()
                let microphone = CaptureDevices(microphone: .id("usb"))
                let loop = try await Loop(
                    source: .devices(microphone), receiving: .opus, decryptor: TestDecryptor(.opus),
                    output: MediaOutput(loudspeaker: .id("headphones")))
                await heard.hear(seconds: 0.3)
                try await server.control("unload-module", plugged)
                #expect(await loop.sent.first { $0 == .notice(notice) } != nil)
                _ = try await plug(server)
                try await loop.publisher.capture(with: microphone)
                heard.begin()
                await heard.hear(seconds: 0.3)
                await loop.close()
                await tone.stop()
                await heard.stop()
            }
        }

        /// A microphone in the room; the number to pull it out by.
        private func plug(_ server: SoundServer) async throws -> String {
            try await server.control("load-module", "module-remap-source", "source_name=usb", "master=room.monitor")
        }

        private func tone(in sink: String) async throws -> Pipeline {
            let tone = try Pipeline(
                "audiotestsrc is-live=true wave=pink-noise ! \(CapturePipeline.audioCaps) ! pulsesink device=\(sink)"
            ) { _ in }
            try await tone.start()
            return tone
        }

        @Test(
            "The loudspeaker may be unplugged while its echo is cancelled: the microphone never takes its place"
        )
        func lostReference() async throws {
            try await SoundServer.during { server in
                _ = try await plug(server)
                // The source that the sound server puts in the place of an unplugged device.
                try await server.control("set-default-source", "usb")
                let guest = try await server.control("load-module", "module-null-sink", "sink_name=guest")
                let voice = try await tone(in: "room")
                let played = try SoundMeter(.played(on: .id("guest")))
                let spoken = try CapturePipeline.microphone(.id("usb"), echo: .id("guest"))
                let lost = FirstResult<Bool>()
                spoken.onLoss { lost.send(true) }
                let heard = try SoundMeter(spoken)
                for meter in [played, heard] { try await meter.start() }
                await heard.hear(seconds: 0.5)
                try await server.control("unload-module", guest)
                // A few pieces come before it is known.
                await heard.hear(seconds: 0.3)
                played.begin()
                await heard.hear(seconds: 1)
                #expect(played.level < -90 && heard.level > -40)
                #expect(await lost.value(within: .milliseconds(1)) == nil)
                // Sound that was played there is played on the default one now.
                let call = try await tone(in: "speaker")
                await played.hear(seconds: 0.3)
                for pipeline in [voice, call] { await pipeline.stop() }
                for meter in [played, heard] { await meter.stop() }
            }
        }
    }
}
