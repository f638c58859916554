import ECallGStreamer
import ECallLanguage
import ECallMedia
import EngineTestSupport
import FrameCrypto
import TestPattern
import Testing

/// A publisher and a subscriber of this process, connected over 127.0.0.1 without an SFU between them.
struct Loop {
    let publisher: any PublishingConnection
    let subscriber: any SubscribingConnection
    let sent: EventLog
    let received: EventLog

    static let loopback = ICEConfiguration(localAddresses: ["127.0.0.1"])

    /// Makes both sides and lets them negotiate.
    init(
        source: MediaSource = .test(sender: 7), audio: any FrameEncryptor = TestEncryptor(.opus),
        packetTime: AudioPacketTime = .short,
        video: (any FrameEncryptor)? = nil, receiving codec: FrameCodec, decryptor: any FrameDecryptor,
        recording: String? = nil, recordingNotice: (@Sendable (Text) -> Void)? = nil,
        ice: ICEConfiguration = Loop.loopback, output: MediaOutput = .nowhere, track: Track? = nil, sender: String = "",
        takePicture: (@Sendable (Picture) -> Void)? = nil
    ) async throws {
        let engine = try GStreamerEngine(testContent: CodedContent())
        publisher = try await engine.makePublisher(
            PublisherConfiguration(
                source: source, ice: ice, audio: audio, audioPacketTime: packetTime,
                video: video.map { PublishedVideo(encryptor: $0, codec: codec == .vp8 ? .vp8 : .h264) }))
        subscriber = try await engine.makeSubscriber(
            SubscriberConfiguration(
                track: track ?? (codec == .opus ? .audio : .video), codec: codec, ice: ice, decryptor: decryptor,
                recording: recording, recordingNotice: recordingNotice, output: output, sender: sender,
                takePicture: takePicture, checkContent: true))
        sent = EventLog(publisher, candidatesTo: subscriber)
        received = EventLog(subscriber, candidatesTo: publisher)
        let offer = try await publisher.createOffer()
        let answer = try await subscriber.answer(offer: offer)
        try await publisher.setAnswer(answer)
    }

    /// Asks for the subscriber's counters until they are as wanted, at most ten seconds long.
    func statistics(
        until wanted: (TrackStatistics) -> Bool = { _ in true }, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> TrackStatistics {
        try await Self.poll(subscriber, until: wanted, sourceLocation: sourceLocation)
    }

    static func poll(
        _ connection: any MediaConnection, until wanted: (TrackStatistics) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> TrackStatistics {
        for _ in 0..<200 {
            let statistics = await connection.statistics()
            if wanted(statistics) { return statistics }
            // Polls counters.
            try await Task.sleep(for: .milliseconds(50))
        }
        let last = await connection.statistics()
        Issue.record("not reached: \(last)", sourceLocation: sourceLocation)
        return last
    }

    func close() async {
        await publisher.close()
        await subscriber.close()
    }
}
