import ECallLanguage
import ECallMedia
import Foundation
import FrameCrypto
import Synchronization
import WebRTC

/// The connection that sends: microphone and camera → libwebrtc's encoders → seal → packets.
///
/// Nothing leaves unsealed: each track is made disabled, and enabled once its sender has an encryptor; pictures and sound of the camera and
/// microphone are let through from then on; and `SealGate` keeps the encoders shut until then.
final class Publisher: PublishingConnection, @unchecked Sendable {
    private let connection: PeerConnection
    private let parts: EngineParts
    private let packetTime: AudioPacketTime
    private let counters = TrackCounters()
    private let audio: Sending
    private let video: SendingVideo?
    private let offeredMedia = Mutex<[String]>([])
    private let settings: Mutex<Settings>

    private struct Settings {
        var devices: CaptureDevices
        var isMuted = false
        var isVideoEnabled = true
    }

    /// One track on its way out.
    private struct Sending {
        let track: RTCMediaStreamTrack
        let sender: RTCRtpSender
        /// Asked before each frame is sealed.
        let isWanted: LockedValue<Bool>
    }

    private struct SendingVideo {
        let sending: Sending
        let camera: Camera
        let codec: FrameCodec
        let bitrate: Int
        let gated: SealGate.Sender
        /// Shows the own picture.
        let preview: PictureRenderer
    }

    var events: AsyncStream<MediaEvent> { connection.events.events }

    static func start(
        _ configuration: PublisherConfiguration, _ parts: EngineParts
    ) async throws(MediaError) -> Publisher {
        var devices: CaptureDevices
        switch configuration.source {
        case .devices(let chosen): devices = chosen
        case .automatic: devices = CaptureDevices(camera: .systemDefault, microphone: .systemDefault)
        case .test, .file: throw Preparation.noFiles
        }
        if configuration.video == nil { devices.camera = nil }
        let publisher = try Publisher(configuration, devices, parts)
        if let camera = devices.camera, let video = publisher.video {
            do throws(MediaError) { try await video.camera.start(camera) } catch {
                await publisher.close()
                throw error
            }
        }
        return publisher
    }

    private init(
        _ configuration: PublisherConfiguration, _ devices: CaptureDevices, _ parts: EngineParts
    ) throws(MediaError) {
        let connection = try PeerConnection(configuration.ice, parts.factory)
        (self.connection, self.parts, packetTime) = (connection, parts, configuration.audioPacketTime)
        settings = Mutex(Settings(devices: devices))
        var gated: SealGate.Sender?
        do throws(MediaError) {
            audio = try Self.audio(configuration.audio, connection, counters, parts)
            if let wanted = configuration.video {
                let sender = parts.gate.add()
                gated = sender
                video = try Self.video(wanted, sender, connection, counters, parts)
            } else {
                video = nil
            }
        } catch {
            connection.close()
            if let gated { parts.gate.remove(gated) }
            throw error
        }
        audio.track.isEnabled = devices.microphone != nil
        if let video { limit(video, to: VideoLimit()) }
    }

    private static func audio(
        _ encryptor: any FrameEncryptor, _ connection: PeerConnection, _ counters: TrackCounters, _ parts: EngineParts
    ) throws(MediaError) -> Sending {
        let track = parts.factory.audioTrack(with: parts.factory.audioSource(with: nil), trackId: newIdentifier())
        let wanted = LockedValue(true)
        let sealing = FrameSealing(
            encryptor, counters: counters, sealed: \.audioSealed, isWanted: { wanted.withLock { $0 } }, needKeyFrame: {}
        )
        return try send(track, sealing, wanted, connection)
    }

    private static func video(
        _ wanted: PublishedVideo, _ gated: SealGate.Sender, _ connection: PeerConnection, _ counters: TrackCounters,
        _ parts: EngineParts
    ) throws(MediaError) -> SendingVideo {
        let source = parts.factory.videoSource()
        let track = parts.factory.videoTrack(with: source, trackId: newIdentifier())
        let isWanted = LockedValue(true)
        let sender = LockedValue<Unchecked<RTCRtpSender>?>(nil)
        let codec = wanted.codec
        let sealing = FrameSealing(
            wanted.encryptor, counters: counters, sealed: \.videoSealed, isWanted: { isWanted.withLock { $0 } },
            needKeyFrame: { [gate = parts.gate] in
                // On the encoder's thread, which must not wait for libwebrtc's others.
                Task { requestKeyFrame(codec, gate, sender.withLock { $0 }?.value) }
            })
        let sending = try send(track, sealing, isWanted, connection)
        sender.withLock { $0 = Unchecked(sending.sender) }
        parts.gate.seal(gated)
        track.isEnabled = true
        let preview = PictureRenderer { [surfaces = parts.surfaces] frame in
            surfaces.show(frame, on: VideoSurface(person: nil, kind: .camera))
        }
        track.add(preview)
        let camera = Camera(
            source,
            Camera.Format(width: wanted.width, height: wanted.height, framesPerSecond: wanted.framesPerSecond))
        camera.pass(true)
        return SendingVideo(
            sending: sending, camera: camera, codec: codec, bitrate: wanted.bitrate, gated: gated, preview: preview)
    }

    /// A line of its own for a track that stays disabled.
    private static func send(
        _ track: RTCMediaStreamTrack, _ sealing: FrameSealing, _ isWanted: LockedValue<Bool>,
        _ connection: PeerConnection
    ) throws(MediaError) -> Sending {
        track.isEnabled = false
        guard let transceiver = connection.send(track) else {
            throw .pipeline(element: "WebRTC", message: "no track can be sent")
        }
        let sender = transceiver.sender
        guard sealing.attach(to: sender) else { throw EngineParts.noSeam }
        return Sending(track: track, sender: sender, isWanted: isWanted)
    }

    /// Tracks and their streams are named in the description, so their names must reveal nothing.
    private static func newIdentifier() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    // MARK: - Negotiation

    func createOffer() async throws(MediaError) -> String {
        guard !connection.isClosed else { throw .closed }
        let offer = try await connection.offer { [codec = video?.codec] in SDPText.offering(codec, in: $0) }
        guard let kinds = SDPText.mediaKinds(offer) else { throw .badSessionDescription }
        offeredMedia.withLock { $0 = kinds }
        return offer
    }

    func setAnswer(_ sdp: String) async throws(MediaError) {
        let offered = offeredMedia.withLock { $0 }
        guard let kinds = SDPText.mediaKinds(sdp), !offered.isEmpty, kinds == offered else {
            throw connection.isClosed ? .closed : .badSessionDescription
        }
        try await connection.accept(answer: SDPText.answered(sdp, packetTime))
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async { connection.addRemoteCandidate(candidate) }

    // MARK: - Sending

    /// Sends nothing while muted: the server is told, so that the silence doesn't count as a broken connection.
    func setMuted(_ muted: Bool) async {
        let hasMicrophone = settings.withLock { settings in
            settings.isMuted = muted
            return settings.devices.microphone != nil
        }
        audio.isWanted.withLock { $0 = !muted }
        audio.track.isEnabled = hasMicrophone && !muted
        audio.sender.isActive = !muted
    }

    /// Turns the camera off as well, and its light.
    func setVideoEnabled(_ enabled: Bool) async {
        guard let video else { return }
        let (before, camera) = settings.withLock { settings in
            defer { settings.isVideoEnabled = enabled }
            return (settings.isVideoEnabled, settings.devices.camera)
        }
        guard before != enabled else { return }
        video.sending.isWanted.withLock { $0 = enabled }
        video.camera.pass(enabled)
        video.sending.sender.isActive = enabled
        guard enabled else { return await video.camera.stop() }
        parts.gate.requestKeyFrame()
        guard let camera else { return }
        do throws(MediaError) { try await video.camera.start(camera) } catch {
            connection.events.send(.notice(error.text))
        }
    }

    func capture(with devices: CaptureDevices) async throws(MediaError) {
        guard !connection.isClosed else { throw .closed }
        let (former, isEnabled, isMuted) = settings.withLock { ($0.devices, $0.isVideoEnabled, $0.isMuted) }
        if let camera = devices.camera, camera != former.camera {
            guard let video else { throw .inputUnavailable(.callFailureNoPictures) }
            if isEnabled { try await video.camera.start(camera) }
        }
        if devices.camera == nil { await video?.camera.stop() }
        settings.withLock { $0.devices = devices }
        audio.track.isEnabled = devices.microphone != nil && !isMuted
    }

    func limitVideo(to limit: VideoLimit) async {
        if let video { self.limit(video, to: limit) }
    }

    private func limit(_ video: SendingVideo, to limit: VideoLimit) {
        let parameters = video.sending.sender.parameters
        let bitrate = min(limit.bitrate ?? video.bitrate, video.bitrate)
        for encoding in parameters.encodings { encoding.maxBitrateBps = NSNumber(value: bitrate) }
        let preference: RTCDegradationPreference = limit.keepsFrameRate ? .maintainFramerate : .balanced
        parameters.degradationPreference = NSNumber(value: preference.rawValue)
        video.sending.sender.parameters = parameters
    }

    func requestKeyFrame() async {
        if let video { Self.requestKeyFrame(video.codec, parts.gate, video.sending.sender) }
    }

    /// The VP8 encoder has no request for this, but one that was paused begins with a key frame.
    private static func requestKeyFrame(_ codec: FrameCodec, _ gate: SealGate, _ sender: RTCRtpSender?) {
        gate.requestKeyFrame()
        guard codec == .vp8, let sender, sender.isActive else { return }
        sender.isActive = false
        sender.isActive = true
    }

    // MARK: - Statistics

    func statistics() async -> TrackStatistics {
        var statistics = counters.current
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func transmission() async -> Transmission? {
        guard let report = await connection.report(), let audio = report.track("audio") else { return nil }
        return Transmission(
            audio: audio, video: report.track("video"), roundTrip: report.roundTrip,
            size: report.sent("video")?.size, pair: report.pair)
    }

    func captureReading() async -> CaptureReading? {
        guard let report = await connection.report() else { return nil }
        let settings = settings.withLock { $0 }
        var microphone: CaptureReading.Microphone?
        if settings.devices.microphone != nil {
            // Nothing is captured while the audio session isn't active.
            let level = parts.sound.isOn ? report.source("audio")?.numbers["audioLevel"] : nil
            microphone = .init(isOn: !settings.isMuted, isMuted: false, peak: level)
        }
        var camera: CaptureReading.Camera?
        if let video, settings.devices.camera != nil {
            camera = .init(isOn: settings.isVideoEnabled, picture: video.camera.count, luma: nil)
        }
        return microphone == nil && camera == nil ? nil : CaptureReading(microphone: microphone, camera: camera)
    }

    func close() async {
        if let video {
            video.camera.pass(false)
            await video.camera.stop()
        }
        connection.close()
        // The encoder of this sender has been released.
        if let video { parts.gate.remove(video.gated) }
    }
}

extension RTCRtpSender {
    /// Whether its frames are encoded and sent.
    fileprivate var isActive: Bool {
        get { parameters.encodings.allSatisfy(\.isActive) }
        set {
            let changed = parameters
            for encoding in changed.encodings { encoding.isActive = newValue }
            parameters = changed
        }
    }
}
