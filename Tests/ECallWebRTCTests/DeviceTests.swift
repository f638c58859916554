import ECallLanguage
import ECallMedia
import ECallWebRTC
import EngineTestSupport
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

@Suite("Devices of a phone", .timeLimit(.minutes(1)))
struct DeviceTests {
    @Test("the cameras are listed, and the front one is the default")
    func lists() async throws {
        try await Phone.with { phone in
            let cameras = try await phone.engine.devices().of(.camera)
            #expect(cameras.map(\.id) == ["back", "front"] && cameras.map(\.isDefault) == [false, true])
        }
    }

    @Test("the smallest format that is large enough is captured, at the wanted rate")
    func opensCamera() async throws {
        try await Phone.with { phone in
            let publisher = try await phone.publisher(video: TestEncryptor(.h264))
            let used = phone.network.camerasInUse
            #expect(used.map(\.device.uniqueID) == ["front"])
            #expect(used.map(\.width) == [640] && used.map(\.height) == [480] && used.map(\.fps) == [30])
            await publisher.close()
            #expect(phone.network.camerasInUse.isEmpty)
        }
    }

    @Test("another camera takes over during a call, and one that fails to open leaves the former one on")
    func flips() async throws {
        try await Phone.with { phone in
            let publisher = try await phone.publisher(video: TestEncryptor(.h264))
            try await publisher.capture(with: CaptureDevices(camera: .id("back"), microphone: .systemDefault))
            #expect(phone.network.camerasInUse.map(\.device.uniqueID) == ["back"])
            phone.network.camerasFail = true
            await #expect(throws: MediaError.inputUnavailable(.callCannotOpenCameraNotReadable)) {
                try await publisher.capture(with: CaptureDevices(camera: .id("front"), microphone: .systemDefault))
            }
            #expect(phone.network.camerasInUse.map(\.device.uniqueID) == ["back"])
            phone.network.camerasFail = false
            await #expect(throws: MediaError.self) {
                try await publisher.capture(with: CaptureDevices(camera: .id("gone"), microphone: .systemDefault))
            }
            try await publisher.capture(with: CaptureDevices(microphone: .systemDefault))
            #expect(phone.network.camerasInUse.isEmpty)
            await publisher.close()
            await #expect(throws: MediaError.closed) { try await publisher.capture(with: Phone.devices) }
        }
    }

    @Test("a camera that fails to open ends its publisher")
    func brokenCamera() async throws {
        try await Phone.with { phone in
            phone.network.camerasFail = true
            await #expect(throws: MediaError.inputUnavailable(.callCannotOpenCameraNotReadable)) {
                _ = try await phone.publisher(video: TestEncryptor(.h264))
            }
            #expect(phone.network.openConnections == 0)
        }
    }

    @Test("the own picture is shown, whether or not anyone receives it")
    func preview() async throws {
        try await Phone.with { phone in
            let view = await phone.engine.surfaces.makeView(for: VideoSurface(person: nil, kind: .camera))
            let publisher = try await phone.publisher(video: TestEncryptor(.h264))
            phone.network.see([5])
            #expect(view.shown == [[5]])
            await publisher.close()
        }
    }

    struct Wish: Sendable {
        var cameras = ["front"]
        var wishes: MediaWishes
        var expected: PreparedMedia
    }

    static let both = MediaSource.devices(CaptureDevices(camera: .systemDefault, microphone: .systemDefault))
    static let soundAlone = MediaSource.devices(CaptureDevices(microphone: .systemDefault))

    @Test(
        "the available source and output are determined before a call",
        arguments: [
            Wish(
                wishes: MediaWishes(source: .automatic, video: false),
                expected: PreparedMedia(source: soundAlone, hasPictures: false)),
            Wish(
                wishes: MediaWishes(source: .automatic, video: true, rendering: Rendering(displays: [])),
                expected: PreparedMedia(
                    source: both, hasPictures: true,
                    output: MediaOutput(pictures: .surface, loudspeaker: .systemDefault))),
            Wish(
                wishes: MediaWishes(source: .automatic, video: false, rendering: .soundOnly),
                expected: PreparedMedia(
                    source: soundAlone, hasPictures: false, output: MediaOutput(loudspeaker: .systemDefault))),
            Wish(
                cameras: [], wishes: MediaWishes(source: .automatic, video: true),
                expected: PreparedMedia(
                    source: soundAlone, hasPictures: false,
                    notices: [.mediaMissingCamera])),
            Wish(
                wishes: MediaWishes(
                    source: .automatic, video: true,
                    devices: DeviceWishes(camera: ChosenDevice(id: "front", name: "Camera front"))),
                expected: PreparedMedia(
                    source: .devices(CaptureDevices(camera: .id("front"), microphone: .systemDefault)),
                    hasPictures: true)),
            Wish(
                wishes: MediaWishes(
                    source: .automatic, video: true,
                    devices: DeviceWishes(camera: ChosenDevice(id: "old", name: "Old Camera"))),
                expected: PreparedMedia(
                    source: both, hasPictures: true, notices: [.mediaNotConnected(name: "Old Camera")])),
            Wish(
                wishes: MediaWishes(source: .devices(.none), video: true),
                expected: PreparedMedia(source: .devices(.none), hasSound: false, hasPictures: false)),
        ])
    func prepares(wish: Wish) async throws {
        try await Phone.with { phone in
            phone.network.cameras = wish.cameras.map { AVCaptureDevice($0, "Camera \($0)", .front) }
            let prepared = try await phone.engine.prepare(wish.wishes)
            #expect(prepared == wish.expected)
        }
    }

    @Test("an unsupported source or output is refused with a sentence")
    func refuses() async throws {
        try await Phone.with { phone in
            for source in [MediaSource.test(sender: 1), .file(path: "/music.ogg")] {
                await #expect(throws: MediaError.unusable(.mediaNoFiles)) {
                    _ = try await phone.engine.prepare(MediaWishes(source: source, video: false))
                }
                await #expect(throws: MediaError.self) {
                    _ = try await phone.engine.makePublisher(
                        PublisherConfiguration(
                            source: source, ice: ICEConfiguration(), audio: TestEncryptor(.opus), video: nil))
                }
            }
            await #expect(throws: MediaError.unusable(.mediaNoRecordings)) {
                _ = try await phone.engine.prepare(
                    MediaWishes(source: .automatic, video: false, recordDirectory: "/tmp"))
            }
            let windows = try await phone.engine.windows(on: .x11(name: ":0", authority: nil))
            #expect(windows.isEmpty)
            await #expect(throws: MediaError.self) {
                _ = try await phone.subscriber(TestDecryptor(.opus), codec: .opus)
            }
            #expect(phone.network.openConnections == 0)
        }
    }

    @Test("a requested recording is reported as unavailable, and media is received all the same")
    func noRecording() async throws {
        try await Phone.with { phone in
            let notices = LockedValue<[Text]>([])
            func recorded(_ decryptor: TestDecryptor, _ codec: FrameCodec) -> SubscriberConfiguration {
                var configuration = Phone.receiving(decryptor, codec)
                configuration.recording = "/tmp/x.mp4"
                configuration.recordingNotice = { notice in notices.withLock { $0.append(notice) } }
                return configuration
            }
            let subscriber = try await phone.engine.makeSubscriber(recorded(TestDecryptor(.h264), .h264))
            #expect(notices.withLock { $0 } == [.mediaNoRecordings])
            let sound = try await phone.engine.makeSoundConnection(ICEConfiguration())
            _ = try await sound.receive(recorded(TestDecryptor(.opus), .opus), on: "0")
            #expect(notices.withLock { $0 }.count == 2)
            await subscriber.close()
            await sound.close()
        }
    }

    @Test("a package is named only where one exists")
    func errors() {
        #expect(Texts().string(MediaError.missingElement("x", package: nil).text) == "x is missing.")
        #expect(Texts().string(MediaError.missingElement("x", package: "y").text).hasSuffix("apt-get install y"))
    }
}
