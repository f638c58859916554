import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization
import TestSupport

/// An engine without media: a test seals and opens by hand with the engine's encryptors and decryptors.
final class MediaDouble: MediaEngine {
    var reachesRelaysByTLS: Bool { true }

    private let made = Mutex<[Connection]>([])
    private let failure = Mutex<MediaError?>(nil)
    /// Whether connections come about once negotiated.
    let isReachable = Mutex(true)
    /// Whether a second connection may capture while the first does.
    let isCameraShared = Mutex(true)
    let publisherGate = Gate()
    let subscriberGate = Gate()
    /// Before a connection that receives pictures answers its offer.
    let answerGate = Gate()
    /// Called before a connection returns its counters.
    let statisticsGate = Gate()
    /// All connections that were made, each as it is made.
    let changes = Recorder<Connection>()
    let closings = Tally()
    /// The number of receiving connections that have answered their offer; reports that a test triggers come after that.
    let answers = Tally()

    var connections: [Connection] { made.withLock { $0 } }
    var publishers: [Connection] { connections.filter { $0.publisher != nil } }
    var subscribers: [Connection] { connections.filter { $0.subscriber != nil } }
    var allAreClosed: Bool { connections.allSatisfy(\.isClosed) }

    /// The result of `prepare`; nil finds everything. Thrown if it is a failure.
    let found = Mutex<Result<PreparedMedia, MediaError>?>(nil)

    /// The devices plugged in; the number of times they were listed.
    let connected = Mutex(ConnectedDevices([]))
    let looks = Tally()
    func devices() async throws(MediaError) -> ConnectedDevices {
        await looks.add()
        return connected.withLock { $0 }
    }

    /// Why no screen can be shared.
    let screenFailure = Mutex<MediaError?>(nil)
    func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] { [] }

    /// The devices of the wanted kinds that are found.
    let findable = Mutex(FoundDevices())
    func find(_ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes) async throws(MediaError) -> FoundDevices {
        var found = findable.withLock { $0 }
        if !kinds.contains(.camera) { found.capture.camera = nil }
        if !kinds.contains(.microphone) { (found.capture.microphone, found.capture.echo) = (nil, nil) }
        if !kinds.contains(.loudspeaker) { found.loudspeaker = nil }
        return found
    }

    func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        guard let found = found.withLock({ $0 }) else {
            return PreparedMedia(source: wishes.source, hasPictures: wishes.video)
        }
        return try found.get()
    }

    /// Whether cameras and microphones that were found start.
    let devicesStart = Mutex(true)
    /// The notice of recorders when they are closed.
    let closingNotice = Mutex<Text?>(nil)
    let counted = Mutex(TrackStatistics())

    func fail(_ error: MediaError?) { failure.withLock { $0 = error } }

    func makePublisher(
        _ configuration: PublisherConfiguration
    ) async throws(MediaError) -> any PublishingConnection {
        await publisherGate.pass()
        if let error = failure.withLock({ $0 }) { throw error }
        if case .devices(let devices) = configuration.source, devices != .none, !devicesStart.withLock({ $0 }) {
            throw .inputUnavailable(.mediaNotOpened)
        }
        if !isCameraShared.withLock({ $0 }), publishers.contains(where: { !$0.isClosed }) {
            throw .inputUnavailable(.verbatim("the camera is in use"))
        }
        return await keep(Connection(publisher: configuration, self))
    }

    func makeSubscriber(
        _ configuration: SubscriberConfiguration
    ) async throws(MediaError) -> any SubscribingConnection {
        await subscriberGate.pass()
        return await keep(Connection(subscriber: configuration, self))
    }

    func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection {
        let sound = Sound(self)
        sounds.withLock { $0.append(sound) }
        return sound
    }

    let sounds = Mutex<[Sound]>([])

    /// A connection for the audio of many; each track of it is a `Connection` of its own, so that a test treats all alike.
    final class Sound: SoundConnection {
        let events: AsyncStream<MediaEvent>
        private let continuation: AsyncStream<MediaEvent>.Continuation
        private let engine: MediaDouble
        private let isReachable: Bool
        let lines = Mutex<[String: Connection]>([:])

        init(_ engine: MediaDouble) {
            self.engine = engine
            isReachable = engine.isReachable.withLock { $0 }
            (events, continuation) = AsyncStream.makeStream()
        }

        func report(_ event: MediaEvent) { continuation.yield(event) }

        func answer(offer sdp: String) async throws(MediaError) -> String {
            report(.gatheringComplete)
            if isReachable { report(.connected) }
            await engine.answers.add()
            return "answer"
        }

        func receive(
            _ configuration: SubscriberConfiguration, on mid: String
        ) async throws(MediaError) -> any ReceivedTrack {
            await engine.subscriberGate.pass()
            let track = await engine.keep(Connection(subscriber: configuration, engine))
            lines.withLock { $0[mid] = track }
            return track
        }

        func addRemoteCandidate(_ candidate: ICECandidate) async {}
        func statistics() async -> TrackStatistics { TrackStatistics() }
        func close() async { continuation.finish() }
    }

    private func keep(_ connection: Connection) async -> Connection {
        made.withLock { $0.append(connection) }
        await changes.append(connection)
        return connection
    }

    final class Connection: PublishingConnection, SubscribingConnection {
        let publisher: PublisherConfiguration?
        let subscriber: SubscriberConfiguration?
        let events: AsyncStream<MediaEvent>
        private let continuation: AsyncStream<MediaEvent>.Continuation
        private let state = Mutex((isClosed: false, isMuted: false, video: true))

        private let closings: Tally
        private let answers: Tally
        private let statisticsGate: Gate
        private let isReachable: Bool
        private let engine: MediaDouble

        init(
            publisher: PublisherConfiguration? = nil, subscriber: SubscriberConfiguration? = nil, _ engine: MediaDouble
        ) {
            self.engine = engine
            closings = engine.closings
            answers = engine.answers
            statisticsGate = engine.statisticsGate
            isReachable = engine.isReachable.withLock { $0 }
            self.publisher = publisher
            self.subscriber = subscriber
            (events, continuation) = AsyncStream.makeStream()
        }

        var isClosed: Bool { state.withLock { $0.isClosed } }
        /// Sounds and pictures that a test has let come.
        let came = Mutex(0)
        var arrivals: Int { came.withLock { $0 } }
        var isMuted: Bool { state.withLock { $0.isMuted } }
        var isVideoEnabled: Bool { state.withLock { $0.video } }

        func report(_ event: MediaEvent) { continuation.yield(event) }

        let offers = Mutex(0)
        func createOffer() async throws(MediaError) -> String {
            offers.withLock { $0 += 1 }
            return "offer"
        }

        func setAnswer(_ sdp: String) async throws(MediaError) {
            guard !isClosed else { throw .closed }
            if isReachable { report(.connected) }
        }

        func answer(offer sdp: String) async throws(MediaError) -> String {
            await engine.answerGate.pass()
            guard !isClosed else { throw .closed }
            report(.gatheringComplete)
            if isReachable { report(.connected) }
            await answers.add()
            return "answer"
        }

        func setMuted(_ muted: Bool) async { state.withLock { $0.isMuted = muted } }
        func setVideoEnabled(_ enabled: Bool) async { state.withLock { $0.video = enabled } }
        func limitVideo(to limit: VideoLimit) async {}
        /// The reception that a test sets.
        let received = Mutex<Reception?>(nil)
        let transmitted = Mutex<Transmission?>(nil)
        func reception() async -> Reception? { received.withLock { $0 } }
        func transmission() async -> Transmission? { transmitted.withLock { $0 } }
        /// The reading of microphone and camera; the engine does not know what the person has turned off.
        let capture = Mutex<CaptureReading?>(nil)
        func captureReading() async -> CaptureReading? { capture.withLock { $0 } }
        func holdBack(atLeast seconds: Double) async {}
        func requestKeyFrame() async {}
        /// In percent, as it was set last.
        let volume = Mutex(100)
        /// The capture devices, since they were changed.
        let captured = Mutex<CaptureDevices?>(nil)
        /// The number of changes of the capture devices.
        let captures = Mutex(0)
        func capture(with devices: CaptureDevices) async throws(MediaError) {
            guard engine.devicesStart.withLock({ $0 }) else {
                throw .inputUnavailable(.mediaNotOpened)
            }
            captured.withLock { $0 = devices }
            captures.withLock { $0 += 1 }
        }
        /// The shared sources, one after the other; nil for the end of a share.
        let shared = Mutex<[ScreenSource?]>([])
        func share(_ screen: PublishedScreen?) async throws(MediaError) {
            if screen != nil, let failure = engine.screenFailure.withLock({ $0 }) { throw failure }
            _ = screen?.makeEncryptor()
            shared.withLock { $0.append(screen?.source) }
        }
        /// The loudspeaker, since it was changed.
        let loudspeaker = Mutex<DeviceSelection?>(nil)
        func play(on device: DeviceSelection) async throws(MediaError) { loudspeaker.withLock { $0 = device } }
        func setVolume(_ percent: Int) async { volume.withLock { $0 = percent } }
        /// The track that is received after each move; nil for none.
        let shown = Mutex<[SubscriberConfiguration?]>([])
        func show(_ configuration: SubscriberConfiguration?) async throws(MediaError) {
            shown.withLock { $0.append(configuration) }
        }
        func addRemoteCandidate(_ candidate: ICECandidate) async {}
        func statistics() async -> TrackStatistics {
            await statisticsGate.pass()
            return engine.counted.withLock { $0 }
        }

        func close() async {
            let isFirst = state.withLock { state in
                defer { state.isClosed = true }
                return !state.isClosed
            }
            continuation.finish()
            if isFirst, let notice = engine.closingNotice.withLock({ $0 }) { subscriber?.recordingNotice?(notice) }
            if isFirst { await closings.add() }
        }
    }
}
