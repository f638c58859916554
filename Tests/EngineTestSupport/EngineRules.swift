public import ECallMedia
import Foundation
import FrameCrypto
import TestSupport
public import Testing

/// An engine as the shared rules see it.
public protocol EngineSetup: Sendable {
    var engine: any MediaEngine { get }
    /// A captured source with sound and pictures.
    var source: MediaSource { get }
    var ice: ICEConfiguration { get }
    /// Lets capture and network continue for a moment.
    func pass() async throws
}

/// A rule that every engine obeys, however it is implemented.
public struct EngineRule: Sendable, CustomTestStringConvertible {
    public let testDescription: String
    private let check: @Sendable (any EngineSetup) async throws -> Void

    init(_ sentence: String, _ check: @escaping @Sendable (any EngineSetup) async throws -> Void) {
        (testDescription, self.check) = (sentence, check)
    }

    public func holds(of setup: any EngineSetup) async throws { try await check(setup) }

    public static let all = negotiation + life + media
}

// MARK: - Negotiation

extension EngineRule {
    static let negotiation = [
        EngineRule("an offer has Opus, H.264 and its retransmission, only to be sent") { setup in
            let lines = try await setup.offer(video: true).split(separator: "\r\n")
            let formats = lines.filter { $0.hasPrefix("a=rtpmap:") }.compactMap { $0.split(separator: " ").last }
            #expect(formats == ["opus/48000/2", "H264/90000", "rtx/90000"])
            #expect(lines.filter { $0.hasPrefix("m=") }.map { $0.prefix(7) } == ["m=audio", "m=video"])
            #expect(lines.filter { $0 == "a=sendonly" }.count == 2)
            #expect(!lines.contains { $0.contains("audio-level") || $0.contains("video-orientation") })
            #expect(!lines.contains { $0.contains(" cname:") && $0.contains("@") })
        },
        EngineRule("the offer of an audio call has one media line") { setup in
            let lines = try await setup.offer(video: false).split(separator: "\r\n")
            #expect(lines.filter { $0.hasPrefix("m=") }.map { $0.prefix(7) } == ["m=audio"])
        },
        EngineRule("the audio level is in no header extension, even if it is offered (RFC 6464)") { setup in
            let extensions =
                "a=extmap:11 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n"
                + "a=extmap:12 urn:ietf:params:rtp-hdrext:csrc-audio-level\r\n"
            let offer = try await setup.offer(video: false).replacing(
                "a=sendonly\r\n", with: "a=sendonly\r\n" + extensions)
            #expect(offer.contains("ssrc-audio-level"))
            let sound = try await setup.engine.makeSoundConnection(setup.ice)
            let answer = try await sound.answer(offer: offer)
            #expect(answer.contains("m=audio") && !answer.contains("audio-level"))
            await sound.close()
        },
        EngineRule("a description that is not an answer to the offer is refused") { setup in
            for sdp in [
                "", "v=0", "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n", String(repeating: "v=0\r\n", count: 20_000),
            ] {
                let publisher = try await setup.publisher(video: TestEncryptor(.h264))
                _ = try await publisher.createOffer()
                await #expect(throws: MediaError.badSessionDescription) { try await publisher.setAnswer(sdp) }
                await publisher.close()
            }
        },
        EngineRule("an offer without the wanted medium is refused") { setup in
            for sdp in ["", "v=0\r\n", "junk", "v=0\r\nm=audio 9 X 1\r\n"] {
                let subscriber = try await setup.subscriber(.h264, PassthroughDecryptor())
                await #expect(throws: MediaError.badSessionDescription) { _ = try await subscriber.answer(offer: sdp) }
                await subscriber.close()
            }
            let sound = try await setup.engine.makeSoundConnection(setup.ice)
            let video = try await setup.offer(video: true)
            await #expect(throws: MediaError.badSessionDescription) { _ = try await sound.answer(offer: video) }
            await sound.close()
        },
        EngineRule("damaged descriptions and candidates end in an error or in nothing, never in a crash") { setup in
            var random = SeededGenerator.fromEnvironment()
            let offer = try await setup.offer(video: true)
            for round in 0..<40 {
                var lines = offer.components(separatedBy: "\r\n").dropLast().map { $0 }
                for _ in 0..<(1 + round % 4) {
                    let index = lines.indices.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: lines.remove(at: index)
                    case 1: lines.insert(lines[index], at: index)
                    case 2: lines[index] = String(lines[index].prefix(lines[index].count / 2))
                    default: lines[index] = lines[index].replacing(/[0-9]/, with: "9")
                    }
                }
                let subscriber = try await setup.subscriber(.h264, PassthroughDecryptor())
                _ = try? await subscriber.answer(offer: lines.joined(separator: "\r\n") + "\r\n")
                for text in [
                    "", "junk", "candidate:", "candidate:1 1 UDP x y z typ", "candidate:1 1 UDP 1 ::1 0 typ host\n",
                ] {
                    await subscriber.addRemoteCandidate(
                        ICECandidate(candidate: text, sdpMLineIndex: round - 2, sdpMid: nil))
                }
                await subscriber.close()
            }
        },
    ]
}

// MARK: - Life

extension EngineRule {
    static let life = [
        EngineRule("a closed connection reports that it is closed, however often it is closed") { setup in
            let publisher = try await setup.publisher(video: nil)
            await publisher.close()
            await publisher.close()
            await #expect(throws: MediaError.closed) { _ = try await publisher.createOffer() }
            await #expect(throws: MediaError.closed) { try await publisher.capture(with: .none) }
            let sound = try await setup.engine.makeSoundConnection(setup.ice)
            await sound.close()
            let configuration = setup.configuration(.opus, TestDecryptor(.opus))
            await #expect(throws: MediaError.closed) { _ = try await sound.receive(configuration, on: "0") }
        },
        EngineRule("events end when a connection is closed, in the middle of everything") { setup in
            let loop = try await RuleLoop.video(setup, TestEncryptor(.h264), TestDecryptor(.h264, key: nil))
            await loop.close()
            #expect(await loop.sent.first { if case .failed = $0 { true } else { false } } == nil)
            #expect(await loop.received.first { if case .failed = $0 { true } else { false } } == nil)
            #expect(loop.sent.hasEnded && loop.received.hasEnded)
        },
    ]
}

// MARK: - Media

extension EngineRule {
    static let media = [
        EngineRule("both ends are connected, over candidates whose types are known") { setup in
            let loop = try await RuleLoop.video(setup, TestEncryptor(.h264), TestDecryptor(.h264))
            #expect(await loop.sent.first { $0 == .connected } != nil)
            #expect(await loop.received.first { $0 == .connected } != nil)
            let statistics = try await loop.statistics { $0.decoded >= 3 }
            #expect(statistics.selectedPair == CandidatePair(local: "host", remote: "host"))
            #expect(statistics.openDrops.isEmpty)
            let first = await loop.received.first { if case .firstDecodedFrame = $0 { true } else { false } }
            #expect(first == .firstDecodedFrame(at: statistics.firstDecodedAt, opened: statistics.firstOpenedAt))
            await loop.close()
        },
        EngineRule("with a wrong key nothing is decoded, and every frame counted") { setup in
            for codec in FrameCodec.allCases {
                let loop = try await RuleLoop.of(codec, setup, TestEncryptor(codec), TestDecryptor(codec, key: 0x33))
                let statistics = try await loop.statistics { $0.openDrops[.badTag, default: 0] >= 20 }
                #expect(statistics.opened == 0 && statistics.decoded == 0)
                #expect(statistics.openDropsAfterFirst.isEmpty && statistics.firstDecodedAt == 0)
                await loop.close()
            }
        },
        EngineRule("video comes when the key does") { setup in
            let decryptor = TestDecryptor(.h264, key: nil)
            let loop = try await RuleLoop.video(setup, TestEncryptor(.h264), decryptor)
            let before = try await loop.statistics { $0.openDrops[.noKey, default: 0] >= 5 }
            #expect(before.decoded == 0)
            decryptor.setKey(0x5A)
            _ = try await loop.statistics { $0.decoded >= 5 }
            await loop.close()
        },
        EngineRule("a muted publisher sends nothing, and an unmuted one sends again") { setup in
            let loop = try await RuleLoop.of(.opus, setup, TestEncryptor(.opus), TestDecryptor(.opus))
            _ = try await loop.statistics { $0.opened >= 5 }
            await loop.publisher.setMuted(true)
            let sealed = await loop.publisher.statistics().audioSealed
            // Frames on their way arrive.
            for _ in 0..<10 { try await setup.pass() }
            let arrivals = loop.track.arrivals
            for _ in 0..<10 { try await setup.pass() }
            #expect(await loop.publisher.statistics().audioSealed <= sealed + 1)
            #expect(loop.track.arrivals == arrivals)
            await loop.publisher.setMuted(false)
            _ = try await loop.statistics { $0.opened >= arrivals + 5 }
            await loop.close()
        },
        EngineRule("a sealer that has dropped frames gets a key frame") { setup in
            let loop = try await RuleLoop.video(setup, TestEncryptor(.h264, refusing: 5), TestDecryptor(.h264))
            _ = try await loop.statistics { $0.decoded >= 5 }
            #expect(await loop.publisher.statistics().sealDrops[.noKey] == 5)
            await loop.close()
        },
    ]
}

// MARK: - Setup

extension EngineSetup {
    func publisher(
        audio: any FrameEncryptor = TestEncryptor(.opus), video: (any FrameEncryptor)?, codec: FrameCodec = .h264
    ) async throws -> any PublishingConnection {
        try await engine.makePublisher(
            PublisherConfiguration(
                source: source, ice: ice, audio: audio, video: video.map { PublishedVideo(encryptor: $0, codec: codec) }
            ))
    }

    func offer(video: Bool) async throws -> String {
        let publisher = try await publisher(video: video ? TestEncryptor(.h264) : nil)
        let offer = try await publisher.createOffer()
        await publisher.close()
        return offer
    }

    func configuration(_ codec: FrameCodec, _ decryptor: any FrameDecryptor) -> SubscriberConfiguration {
        SubscriberConfiguration(
            track: codec == .opus ? .audio : .video, codec: codec, ice: ice, decryptor: decryptor)
    }

    func subscriber(_ codec: FrameCodec, _ decryptor: any FrameDecryptor) async throws -> any SubscribingConnection {
        try await engine.makeSubscriber(configuration(codec, decryptor))
    }
}

/// A publisher, and a connection that receives one of its tracks.
struct RuleLoop {
    let setup: any EngineSetup
    let publisher: any PublishingConnection
    let receiver: any MediaConnection
    let track: any ReceivedTrack
    let sent: EventLog
    let received: EventLog

    static func of(
        _ codec: FrameCodec, _ setup: any EngineSetup, _ encryptor: any FrameEncryptor, _ decryptor: any FrameDecryptor
    ) async throws -> RuleLoop {
        guard codec == .opus else { return try await video(setup, encryptor, decryptor, codec) }
        let publisher = try await setup.publisher(audio: encryptor, video: nil)
        let sound = try await setup.engine.makeSoundConnection(setup.ice)
        let (sent, received) = (EventLog(publisher, candidatesTo: sound), EventLog(sound, candidatesTo: publisher))
        let offer = try await publisher.createOffer()
        let mid = offer.split(separator: "\r\n").first { $0.hasPrefix("a=mid:") }.map { String($0.dropFirst(6)) }
        let track = try await sound.receive(setup.configuration(.opus, decryptor), on: mid ?? "")
        try await publisher.setAnswer(sound.answer(offer: offer))
        return RuleLoop(
            setup: setup, publisher: publisher, receiver: sound, track: track, sent: sent, received: received)
    }

    static func video(
        _ setup: any EngineSetup, _ encryptor: any FrameEncryptor, _ decryptor: any FrameDecryptor,
        _ codec: FrameCodec = .h264
    ) async throws -> RuleLoop {
        let publisher = try await setup.publisher(video: encryptor, codec: codec)
        let subscriber = try await setup.subscriber(codec, decryptor)
        let loop = RuleLoop(
            setup: setup, publisher: publisher, receiver: subscriber, track: subscriber,
            sent: EventLog(publisher, candidatesTo: subscriber), received: EventLog(subscriber, candidatesTo: publisher)
        )
        try await publisher.setAnswer(subscriber.answer(offer: publisher.createOffer()))
        return loop
    }

    /// Asks for the track's counters until they are as wanted.
    func statistics(
        until wanted: (TrackStatistics) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> TrackStatistics {
        for _ in 0..<200 {
            let statistics = await track.statistics()
            if wanted(statistics) { return statistics }
            try await setup.pass()
        }
        let last = await track.statistics()
        Issue.record("not reached: \(last)", sourceLocation: sourceLocation)
        return last
    }

    func close() async {
        await publisher.close()
        await receiver.close()
    }
}
