import ECallLanguage
import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

@Suite("The connection to the media server", .timeLimit(.minutes(1)))
struct LineTests {
    @Test("sent and received media are counted, with their outcome")
    func counts() async throws {
        try await Phone.with { phone in
            let (loop, subscriber) = try await Loop.video(phone, TestEncryptor(.h264), TestDecryptor(.h264))
            #expect(await subscriber.reception() == nil)
            for _ in 0..<3 { phone.network.see([1]) }
            phone.network.hear([1])
            let sent = try #require(await loop.publisher.transmission())
            let size = PictureBox(width: 640, height: 480)
            let host = CandidatePair(local: "host", remote: "host")
            #expect(sent.audio.bytes > 0 && sent.video?.bytes ?? 0 > sent.audio.bytes)
            #expect(sent.video?.loss == 0.125 && sent.video?.jitter == 0.004 && sent.roundTrip == 0.025)
            #expect(sent.size == size && sent.pair == host)
            let received = try #require(await subscriber.reception())
            #expect(received.received == 3 && received.lost == 3 && received.jitter == 0.002 && received.bytes > 0)
            #expect(received.size == size && received.playoutDelay == 0.08 && received.limit == nil)
            await loop.close()
            #expect(await loop.publisher.transmission() == nil)
            #expect(await loop.publisher.statistics().selectedPair == host, "the last one stays")
        }
    }

    @Test("an audio call reports no video")
    func audioCall() async throws {
        try await Phone.with { phone in
            let (loop, _, track) = try await Loop.sound(phone, TestEncryptor(.opus), TestDecryptor(.opus))
            #expect(await track.reception() == nil)
            phone.network.hear([1])
            let sent = try #require(await loop.publisher.transmission())
            #expect(sent.video == nil && sent.size == nil)
            #expect(await track.reception()?.received == 1)
            await loop.publisher.setVideoEnabled(false)
            await loop.publisher.limitVideo(to: VideoLimit(bitrate: 1))
            await loop.publisher.requestKeyFrame()
            await #expect(throws: MediaError.self) { try await loop.publisher.capture(with: Phone.devices) }
            await loop.close()
        }
    }

    @Test("the encoder stays within the receivers' limit and the wanted rate")
    func limits() async throws {
        try await Phone.with { phone in
            let publisher = try await phone.publisher(video: TestEncryptor(.h264))
            #expect(phone.network.limits.map(\.bitrate) == [800_000])
            for (limit, bitrate, degradation) in [
                (VideoLimit(bitrate: 200_000, keepsFrameRate: true), 200_000, 1),
                (VideoLimit(bitrate: 5_000_000), 800_000, 3), (VideoLimit(), 800_000, 3),
            ] {
                await publisher.limitVideo(to: limit)
                #expect(phone.network.limits.map(\.bitrate) == [bitrate])
                #expect(phone.network.limits.map(\.degradation) == [degradation])
            }
            await publisher.close()
        }
    }

    @Test("the state of microphone and camera is reported, except for an inactive session")
    func capture() async throws {
        try await Phone.with { phone in
            let (loop, _) = try await Loop.video(phone, TestEncryptor(.h264), TestDecryptor(.h264))
            phone.network.see([1])
            var reading = try #require(await loop.publisher.captureReading())
            #expect(reading.microphone == .init(isOn: true, isMuted: false, peak: 0.25))
            #expect(reading.camera == .init(isOn: true, picture: 1, luma: nil))
            await loop.publisher.setMuted(true)
            await loop.publisher.setVideoEnabled(false)
            phone.engine.soundEnds()
            reading = try #require(await loop.publisher.captureReading())
            #expect(reading.microphone == .init(isOn: false, isMuted: false, peak: nil))
            #expect(reading.camera?.isOn == false)
            await loop.close()
            #expect(await loop.publisher.captureReading() == nil)
        }
    }

    @Test("relays are passed to libwebrtc unchanged, TLS too, and an invalid ICE server is refused")
    func relays() async throws {
        try await Phone.with { phone in
            #expect(phone.engine.reachesRelaysByTLS)
            let uris = ["turn:relay.example:3478?transport=tcp", "turns:relay.example:5349", "stun:relay.example"]
            let ice = ICEConfiguration(servers: uris.map { ICEServer(uri: $0, username: "u", credential: "c") })
            let publisher = try await phone.publisher(ice: ice)
            #expect(phone.network.servers == [uris])
            await publisher.close()
            for uri in ["http://relay.example", "relay.example", "", "turn:" + String(repeating: "x", count: 600)] {
                let ice = ICEConfiguration(servers: [ICEServer(uri: uri, username: "", credential: "")])
                await #expect(throws: MediaError.inputUnavailable(.mediaBadServer)) {
                    _ = try await phone.publisher(ice: ice)
                }
            }
            #expect(phone.network.openConnections == 0)
        }
    }

    @Test("only relay candidates are signaled if only relays are allowed")
    func relayOnly() async throws {
        try await Phone.with { phone in
            let server = ICEServer(uri: "turn:relay.example", username: "u", credential: "c")
            let publisher = try await phone.publisher(ice: ICEConfiguration(servers: [server], relayOnly: true))
            let log = EventLog(publisher)
            _ = try await publisher.createOffer()
            #expect(await log.first { $0 == .gatheringComplete } != nil)
            let candidates = log.all.compactMap {
                if case .localCandidate(let candidate) = $0 { candidate.candidate } else { nil }
            }
            #expect(candidates.count == 1 && candidates.allSatisfy { $0.contains(" typ relay") })
            await publisher.close()
        }
    }

    @Test("a connection that cannot be created is an error")
    func refusedConnection() async throws {
        try await Phone.with { phone in
            phone.network.refusesConnections = true
            await #expect(throws: MediaError.pipeline(element: "WebRTC", message: "no connection can be made")) {
                _ = try await phone.publisher()
            }
        }
    }

    @Test("a lost path and a failed handshake are reported", arguments: [true, false])
    func loss(fails: Bool) async throws {
        try await Phone.with { phone in
            let (loop, _) = try await Loop.video(phone, TestEncryptor(.h264), TestDecryptor(.h264))
            #expect(loop.sent.all.filter { $0 == .pathFound || $0 == .connected } == [.pathFound, .connected])
            phone.network.drop(fails: fails)
            #expect(await loop.sent.first { $0 == .disconnected } != nil)
            await loop.close()
        }
    }

    @Test("without DTLS a path exists, but no connection")
    func handshake() async throws {
        try await Phone.with { phone in
            phone.network.handshakeFails = true
            let publisher = try await phone.publisher(video: TestEncryptor(.h264))
            let subscriber = try await phone.subscriber(TestDecryptor(.h264))
            let log = EventLog(publisher, candidatesTo: subscriber)
            _ = EventLog(subscriber, candidatesTo: publisher)
            try await publisher.setAnswer(subscriber.answer(offer: publisher.createOffer()))
            #expect(await log.first { $0 == .disconnected } != nil)
            #expect(log.all.contains(.pathFound) && !log.all.contains(.connected))
            phone.network.see([1])
            #expect(phone.network.sent.isEmpty)
            await publisher.close()
            await subscriber.close()
        }
    }
}
