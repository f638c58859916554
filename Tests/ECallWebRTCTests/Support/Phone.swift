import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

/// An engine over the stand-in of libwebrtc, with two cameras.
struct Phone {
    let network: Network
    let engine: WebRTCEngine

    /// Everything inside uses one network.
    static func with(
        seam: SeamCalls? = .libwebrtc, soundBegins: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
        _ body: (Phone) async throws -> Void
    ) async throws {
        let network = Network()
        network.seam = seam
        network.cameras = [
            AVCaptureDevice("back", "Back Camera", .back), AVCaptureDevice("front", "Front Camera", .front),
        ]
        try await Network.$current.withValue(network) {
            let phone = Phone(network: network, engine: try WebRTCEngine(clock: clock))
            if soundBegins { phone.engine.soundBegins() }
            try await body(phone)
        }
    }

    static let devices = CaptureDevices(camera: .systemDefault, microphone: .systemDefault)

    func publisher(
        audio: any FrameEncryptor = TestEncryptor(.opus), packetTime: AudioPacketTime = .short,
        video: (any FrameEncryptor)? = nil, codec: FrameCodec = .h264, devices: CaptureDevices = Phone.devices,
        ice: ICEConfiguration = ICEConfiguration()
    ) async throws -> any PublishingConnection {
        try await engine.makePublisher(
            PublisherConfiguration(
                source: .devices(devices), ice: ice, audio: audio, audioPacketTime: packetTime,
                video: video.map { PublishedVideo(encryptor: $0, codec: codec) }))
    }

    func subscriber(
        _ decryptor: any FrameDecryptor, codec: FrameCodec = .h264, surface: VideoSurface? = nil
    ) async throws -> any SubscribingConnection {
        try await engine.makeSubscriber(Self.receiving(decryptor, codec, surface: surface))
    }

    static func receiving(
        _ decryptor: any FrameDecryptor, _ codec: FrameCodec, surface: VideoSurface? = nil
    ) -> SubscriberConfiguration {
        SubscriberConfiguration(
            track: codec == .opus ? .audio : .video, codec: codec, ice: ICEConfiguration(), decryptor: decryptor,
            output: MediaOutput(pictures: .surface, loudspeaker: .systemDefault), surface: surface)
    }
}

/// A publisher and what receives from it, connected.
struct Loop {
    let phone: Phone
    let publisher: any PublishingConnection
    let receiver: any MediaConnection
    let sent: EventLog
    let received: EventLog

    /// The video of a publisher, on a subscriber.
    static func video(
        _ phone: Phone, _ encryptor: any FrameEncryptor, _ decryptor: any FrameDecryptor, codec: FrameCodec = .h264,
        surface: VideoSurface? = nil
    ) async throws -> (Loop, any SubscribingConnection) {
        let publisher = try await phone.publisher(video: encryptor, codec: codec)
        let subscriber = try await phone.subscriber(decryptor, codec: codec, surface: surface)
        let loop = try await Loop(phone, publisher, subscriber) { try await subscriber.answer(offer: $0) }
        return (loop, subscriber)
    }

    /// The sound of a publisher, on a sound connection.
    static func sound(
        _ phone: Phone, _ encryptor: any FrameEncryptor, _ decryptor: any FrameDecryptor,
        packetTime: AudioPacketTime = .short
    ) async throws -> (Loop, any SoundConnection, any ReceivedTrack) {
        let publisher = try await phone.publisher(audio: encryptor, packetTime: packetTime)
        let sound = try await phone.engine.makeSoundConnection(ICEConfiguration())
        let track = try await sound.receive(Phone.receiving(decryptor, .opus), on: "0")
        let loop = try await Loop(phone, publisher, sound) { try await sound.answer(offer: $0) }
        return (loop, sound, track)
    }

    private init(
        _ phone: Phone, _ publisher: any PublishingConnection, _ receiver: any MediaConnection,
        answer: (String) async throws -> String
    ) async throws {
        (self.phone, self.publisher, self.receiver) = (phone, publisher, receiver)
        sent = EventLog(publisher, candidatesTo: receiver)
        received = EventLog(receiver, candidatesTo: publisher)
        try await publisher.setAnswer(answer(publisher.createOffer()))
        #expect(await sent.first { $0 == .connected } != nil)
        #expect(await received.first { $0 == .connected } != nil)
        await phone.network.settle()
    }

    func close() async {
        await publisher.close()
        await receiver.close()
    }
}
