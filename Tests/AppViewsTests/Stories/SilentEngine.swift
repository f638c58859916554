import ECallCore
import ECallMedia
import Synchronization

/// An engine without media: its connections are established as soon as they are negotiated, and it reports frames that do not
/// exist.
struct SilentEngine: MediaEngine {
    var reachesRelaysByTLS: Bool { true }

    func devices() async throws(MediaError) -> ConnectedDevices { ConnectedDevices([]) }
    func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] { [] }

    func find(_ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes) async throws(MediaError) -> FoundDevices {
        FoundDevices()
    }

    func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        PreparedMedia(source: wishes.source, hasPictures: wishes.video)
    }

    func makePublisher(_ configuration: PublisherConfiguration) async throws(MediaError) -> any PublishingConnection {
        SilentConnection()
    }

    func makeSubscriber(_ configuration: SubscriberConfiguration) async throws(MediaError)
        -> any SubscribingConnection
    {
        SilentConnection()
    }

    func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection {
        SilentConnection()
    }
}

private final class SilentConnection: PublishingConnection, SubscribingConnection, SoundConnection {
    let events: AsyncStream<MediaEvent>
    private let continuation: AsyncStream<MediaEvent>.Continuation
    private let frames = Mutex(0)

    init() { (events, continuation) = AsyncStream.makeStream() }

    // MARK: - The way there

    func createOffer() async throws(MediaError) -> String { "offer" }
    func setAnswer(_ sdp: String) async throws(MediaError) { continuation.yield(.connected) }

    func answer(offer sdp: String) async throws(MediaError) -> String {
        continuation.yield(.gatheringComplete)
        continuation.yield(.connected)
        return "answer"
    }

    func receive(_ configuration: SubscriberConfiguration, on mid: String) async throws(MediaError)
        -> any ReceivedTrack
    {
        SilentConnection()
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async {}
    func close() async { continuation.finish() }

    // MARK: - What comes

    /// One more at each look: the line is never silent.
    var arrivals: Int {
        let count = frames.withLock { count in
            count += 1
            return count
        }
        continuation.yield(.firstDecodedFrame(at: 1, opened: 1))
        return count
    }

    func reception() async -> Reception? { nil }
    func statistics() async -> TrackStatistics { TrackStatistics() }
    func show(_ configuration: SubscriberConfiguration?) async throws(MediaError) {}
    func holdBack(atLeast seconds: Double) async {}
    func setVolume(_ percent: Int) async {}
    func play(on loudspeaker: DeviceSelection) async throws(MediaError) {}

    // MARK: - What is sent

    func setMuted(_ muted: Bool) async {}
    func setVideoEnabled(_ enabled: Bool) async {}
    func limitVideo(to limit: VideoLimit) async {}
    func capture(with devices: CaptureDevices) async throws(MediaError) {}
    func share(_ screen: PublishedScreen?) async throws(MediaError) {}
    func requestKeyFrame() async {}
    func transmission() async -> Transmission? { nil }
}
