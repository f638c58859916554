import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

@Suite("Sound", .timeLimit(.minutes(1)))
struct SoundTests {
    @Test("sound waits for the system's audio session, which the engine never activates itself")
    func waitsForSession() async throws {
        try await Phone.with(soundBegins: false) { phone in
            let session = phone.network.audioSession
            #expect(session.useManualAudio && !session.isAudioEnabled && session.activations == 0)
            let (loop, _, _) = try await Loop.sound(phone, TestEncryptor(.opus), TestDecryptor(.opus))
            phone.network.hear([1])
            #expect(phone.network.sent.isEmpty)
            phone.engine.soundBegins()
            #expect(session.activations == 1)
            phone.network.hear([2])
            #expect(phone.network.heard == [[2]])
            phone.engine.soundEnds()
            #expect(!session.isAudioEnabled && session.activations == 0)
            phone.network.hear([3])
            #expect(phone.network.sent.count == 1)
            await loop.close()
        }
    }

    /// 000-37
    @Test("muted sends nothing at all, unmuted again, however late libwebrtc pauses", arguments: [false, true])
    func mutes(pausesLate: Bool) async throws {
        try await Phone.with { phone in
            let (loop, _, track) = try await Loop.sound(phone, TestEncryptor(.opus), TestDecryptor(.opus))
            phone.network.pausesLate = pausesLate
            phone.network.hear([1])
            await loop.publisher.setMuted(true)
            #expect(phone.network.paused == [true])
            phone.network.hear([2])
            #expect(phone.network.sent.count == 1 && track.arrivals == 1)
            #expect(await loop.publisher.statistics().audioSealed == 1)
            await loop.publisher.setMuted(false)
            #expect(phone.network.paused == [false])
            phone.network.hear([3])
            #expect(phone.network.heard == [[1], [3]])
            await loop.close()
        }
    }

    @Test("packets have one size and carry what was chosen", arguments: AudioPacketTime.allCases)
    func packets(packetTime: AudioPacketTime) async throws {
        try await Phone.with { phone in
            let (loop, _, _) = try await Loop.sound(
                phone, TestEncryptor(.opus), TestDecryptor(.opus), packetTime: packetTime)
            let sound = try #require(phone.network.negotiated.first)
            #expect(sound.codec == "opus" && sound.packetTime == packetTime.rawValue)
            let parameters = Set(sound.parameters.split(separator: ";").map(String.init))
            #expect(parameters.isSuperset(of: ["cbr=1", "maxaveragebitrate=32000", "usedtx=0", "useinbandfec=1"]))
            #expect(!sound.extensions.contains { $0.contains("audio-level") })
            await loop.close()
        }
    }

    @Test("a line plays for whose it is, as loud as that one is wanted")
    func lines() async throws {
        try await Phone.with { phone in
            let (loop, sound, track) = try await Loop.sound(phone, TestEncryptor(.opus), TestDecryptor(.opus))
            await track.setVolume(150)
            #expect(phone.network.volumes.last == 1.5 && phone.network.audible.last == true)
            await track.close()
            #expect(phone.network.audible.last == false)
            phone.network.hear([1])
            #expect(phone.network.heard.isEmpty && track.arrivals == 0, "nobody's line opens nothing")
            let next = try await sound.receive(Phone.receiving(TestDecryptor(.opus), .opus), on: "0")
            #expect(phone.network.volumes.last == 1)
            await track.setVolume(0)
            #expect(phone.network.volumes.last == 1, "the former one has no say")
            phone.network.hear([2])
            #expect(phone.network.heard == [[2]] && next.arrivals == 1)
            var silent = Phone.receiving(TestDecryptor(.opus), .opus)
            silent.output.loudspeaker = nil
            _ = try await sound.receive(silent, on: "0")
            #expect(phone.network.audible.last == false)
            await loop.close()
        }
    }

    @Test("who speaks is told from what was decoded")
    func speaking() async throws {
        try await Phone.with { phone in
            let (loop, _, track) = try await Loop.sound(phone, TestEncryptor(.opus), TestDecryptor(.opus))
            let log = EventLog(track)
            phone.network.hear([1])
            for level in [0.3, 0.0] {
                let isSpeaking = level > 0
                for _ in 0..<200 where !log.all.contains(.speaking(isSpeaking)) {
                    phone.network.play(level: level)
                    // Polls: the engine looks five times a second.
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(log.all.contains(.speaking(isSpeaking)))
            }
            await loop.close()
        }
    }

    @Test("only the system's own loudspeaker plays, and no track is received where there is no test pattern")
    func refuses() async throws {
        try await Phone.with { phone in
            let (loop, sound, track) = try await Loop.sound(phone, TestEncryptor(.opus), TestDecryptor(.opus))
            try await track.play(on: .systemDefault)
            await #expect(throws: MediaError.self) { try await track.play(on: .id("tin can")) }
            var checking = Phone.receiving(TestDecryptor(.opus), .opus)
            checking.checkContent = true
            await #expect(throws: MediaError.self) { _ = try await sound.receive(checking, on: "0") }
            await loop.close()
            await #expect(throws: MediaError.closed) {
                _ = try await sound.receive(Phone.receiving(TestDecryptor(.opus), .opus), on: "1")
            }
        }
    }
}

extension EventLog {
    convenience init(_ track: any ReceivedTrack) { self.init(track.events) }
}
