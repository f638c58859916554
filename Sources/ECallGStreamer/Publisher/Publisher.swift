import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The connection that sends: source → encoder → seal → packetizer → `webrtcbin`.
final class Publisher: PublishingConnection {
    let connection: PeerConnection
    private let source: PublisherSource
    private let format: PictureFormat?
    let clock: any Clock<Duration>
    let counters: TrackCounters
    private let videoEncoder: VideoEncoder?
    let rateControl: RateControl
    private let picturesEnabled: Atomic<Bool>
    private let sendsSound: LockedValue<Bool>
    private let negotiatedCaps: NegotiatedCaps
    private let offeredMedia = Mutex<[String]>([])
    let hasCamera: Bool
    /// The sender of a screen, once one was shared.
    let screen = Mutex<ScreenBranch?>(nil)

    var events: AsyncStream<MediaEvent> { connection.events.events }

    /// Probes the source, builds the pipeline and starts it.
    static func start(
        _ wanted: PublisherConfiguration, _ environment: EngineEnvironment
    ) async throws(MediaError) -> Publisher {
        var configuration = wanted
        if case .test = wanted.source, let content = environment.testContent {
            configuration.video = wanted.video.map(content.adapt)
        }
        let format = configuration.video.map(PictureFormat.init)
        let encoder = try PublisherPipeline.encoderElement(configuration.video?.codec)
        let source = try await PublisherSource.resolve(
            configuration.source, picture: format, environment)
        do throws(MediaError) {
            let publisher = try Publisher(
                configuration, format: format, encoder: encoder, source: source, environment)
            do throws(MediaError) {
                try await publisher.connection.pipeline.start()
                try await source.start()
                publisher.rateControl.start()
            } catch {
                await publisher.close()
                throw error
            }
            return publisher
        } catch {
            await source.stop()
            throw error
        }
    }

    private init(
        _ configuration: PublisherConfiguration, format: PictureFormat?, encoder: String?, source: PublisherSource,
        _ environment: EngineEnvironment
    ) throws(MediaError) {
        let clock = environment.clock
        let events = EventStream()
        let counters = TrackCounters()
        let description = PublisherPipeline.description(
            source: source, packetTime: configuration.audioPacketTime, picture: format, encoder: encoder)
        let pipeline = try Pipeline(description) { report in
            if case .failed(let error) = report { events.send(.failed(error)) }
        }
        connection = try PeerConnection(pipeline: pipeline, ice: configuration.ice, events: events, clock: clock)
        self.source = source
        self.format = format
        self.clock = clock
        self.counters = counters
        let sendsSound = LockedValue(true)
        self.sendsSound = sendsSound
        let audioProbe = EncryptingProbe(
            configuration.audio, counters: counters, sealed: \.audioSealed,
            isWanted: { sendsSound.withLock { $0 } }, needKeyFrame: {})
        try audioProbe.attach(to: pipeline.child("audiopay"))
        if let video = configuration.video, let format {
            let encoder = try VideoEncoder(pipeline, format)
            let videoProbe = EncryptingProbe(video.encryptor, counters: counters, sealed: \.videoSealed) {
                [weak encoder] in
                encoder?.requestFromEncryptor()
            }
            try videoProbe.attach(to: pipeline.child("videopay"))
            videoEncoder = encoder
        } else {
            videoEncoder = nil
        }
        rateControl = RateControl(
            videoEncoder, audio: try pipeline.child("audioencoder"), connection, format: format,
            fitsLine: environment.fitsLine, clock: clock)
        picturesEnabled = Atomic(true)
        hasCamera = configuration.video != nil
        for line in 0..<(configuration.video == nil ? 1 : 2)
        where ecall_webrtc_set_direction(connection.webrtc.pointer, gint(line), "sendonly") == 0 {
            throw .pipeline(element: "webrtc", message: "no transceiver")
        }
        if configuration.video != nil, ecall_webrtc_resend(connection.webrtc.pointer, 1) == 0 {
            throw .pipeline(element: "webrtc", message: "no transceiver for video")
        }
        negotiatedCaps = try NegotiatedCaps(connection.webrtc, lines: 0..<(configuration.video == nil ? 1 : 2), clock)
        try prepareSource(in: pipeline, video: configuration.video != nil)
    }

    /// Connects captured frames, the mark of test pictures, and the switch for video.
    private func prepareSource(in pipeline: Pipeline, video: Bool) throws(MediaError) {
        try source.connect(to: pipeline, video: video) { [events = connection.events] in events.send(.notice($0)) }
        guard video, let pad = try pipeline.child("picture").staticPad("src") else { return }
        let test = source.testPicture
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { [weak self] pad, info in
            guard let self, self.picturesEnabled.load(ordering: .relaxed) else { return .drop }
            return test?.mark(info, on: pad) ?? .pass
        }
    }

    func createOffer() async throws(MediaError) -> String {
        guard !connection.isClosed else { throw .closed }
        await negotiatedCaps.wait()
        let screen = screen.withLock { $0 }
        await screen?.isDescribed()
        let offer = try await connection.createOffer()
        guard let kinds = SDPText.mediaKinds(offer) else { throw .badSessionDescription }
        offeredMedia.withLock { $0 = kinds }
        let complete = SDPText.completingOffer(offer)
        return screen?.offered(complete) ?? complete
    }

    func setAnswer(_ sdp: String) async throws(MediaError) {
        let offered = offeredMedia.withLock { $0 }
        guard let kinds = SDPText.mediaKinds(sdp), !offered.isEmpty, kinds == offered else {
            throw connection.isClosed ? .closed : .badSessionDescription
        }
        try await connection.setAnswer(screen.withLock { $0 }?.answered(sdp) ?? sdp)
        videoEncoder?.limitResends(of: connection)
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async {
        connection.addRemoteCandidate(candidate)
    }

    /// Sends nothing while muted: the server is told, so that no one mistakes it for a broken connection.
    func setMuted(_ muted: Bool) async {
        sendsSound.withLock { $0 = !muted }
        // Audio that is still in the encoder is silenced as well.
        connection.pipeline.element.child("mute")?.set("mute", muted ? "true" : "false")
    }

    func setVideoEnabled(_ enabled: Bool) async {
        let before = picturesEnabled.exchange(enabled, ordering: .relaxed)
        if enabled, !before { videoEncoder?.request() }
    }

    func capture(with devices: CaptureDevices) async throws(MediaError) {
        guard !connection.isClosed else { throw .closed }
        try await source.capture(with: devices, picture: format, clock)
    }

    func captureReading() async -> CaptureReading? { connection.isClosed ? nil : source.reading() }

    func limitVideo(to limit: VideoLimit) async { rateControl.limit(to: limit) }

    func requestKeyFrame() async {
        videoEncoder?.request()
    }

    func statistics() async -> TrackStatistics {
        var statistics = counters.current
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func transmission() async -> Transmission? {
        let reports = await connection.streamReports()
        guard let audio = Transmission.Track(of: 0, in: reports) else { return nil }
        return Transmission(
            audio: audio, video: videoEncoder == nil ? nil : Transmission.Track(of: 1, in: reports),
            roundTrip: reports.compactMap(\.roundTrip).max(), size: videoEncoder?.size,
            pair: await connection.selectedPair())
    }

    func close() async {
        await rateControl.stop()
        await screen.withLock { $0 }?.clear()
        await source.stop()
        await connection.close()
    }
}

extension Transmission.Track {
    /// Nil while nothing was sent on the line.
    fileprivate init?(of line: Int, in reports: [StreamReport]) {
        guard let sent = reports.first(where: { $0.kind == .sent && $0.line == line }) else { return nil }
        let reported = reports.first { $0.kind == .reported && $0.line == line && $0.fractionLost != nil }
        // GStreamer leaves out an unknown jitter, which reads as 0.
        let jitter = reported.flatMap { $0.jitter > 0 ? $0.jitter : nil }
        self.init(bytes: sent.bytes, loss: reported?.fractionLost, jitter: jitter)
    }
}
