import ECallCore
import ECallLanguage
import ECallMedia
import Foundation

/// The engine of a participant that neither sends nor receives media: no encoder, no connection. Subscriptions are refused, so that nothing
/// is asked of Janus for them.
struct LightEngine: MediaEngine {
    var reachesRelaysByTLS: Bool { true }

    private static let refusal = MediaError.unusable(.verbatim("A light participant receives no media."))

    func devices() async throws(MediaError) -> ConnectedDevices { ConnectedDevices([], hasSoundServer: false) }

    func find(_ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes) async throws(MediaError) -> FoundDevices {
        FoundDevices()
    }

    func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        PreparedMedia(source: wishes.source, hasSound: false, hasPictures: false)
    }

    func makePublisher(_ configuration: PublisherConfiguration) async throws(MediaError) -> any PublishingConnection {
        LightPublisher()
    }

    func makeSubscriber(_ configuration: SubscriberConfiguration) async throws(MediaError)
        -> any SubscribingConnection
    {
        throw Self.refusal
    }

    func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection {
        throw Self.refusal
    }
}

/// Reports that it is connected as soon as it has an answer, and sends nothing.
private final class LightPublisher: PublishingConnection {
    let events: AsyncStream<MediaEvent>
    private let continuation: AsyncStream<MediaEvent>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    func createOffer() async throws(MediaError) -> String { "v=0" }
    func setAnswer(_ sdp: String) async throws(MediaError) { continuation.yield(.connected) }
    func setMuted(_ muted: Bool) async {}
    func setVideoEnabled(_ enabled: Bool) async {}
    func capture(with devices: CaptureDevices) async throws(MediaError) {}
    func limitVideo(to limit: VideoLimit) async {}
    func requestKeyFrame() async {}
    func transmission() async -> Transmission? { nil }
    func addRemoteCandidate(_ candidate: ICECandidate) async {}
    func statistics() async -> TrackStatistics { TrackStatistics() }
    func close() async { continuation.finish() }
}

/// Connects to the real Janus. Of a light participant's requests only the offer to publish doesn't get through: it is answered here, since
/// Janus could wait for media that never come.
struct LightDialer: SocketDialing {
    let dialer: any SocketDialing

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        LightSocket(try await dialer.dial(request))
    }
}

private final class LightSocket: MessageSocket {
    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let socket: any MessageSocket
    private let passing: Task<Void, Never>

    var localAddress: String? { socket.localAddress }

    init(_ socket: any MessageSocket) {
        let (events, continuation) = AsyncStream.makeStream(of: SocketEvent.self)
        (self.socket, self.events, self.continuation) = (socket, events, continuation)
        passing = Task {
            for await event in socket.events { continuation.yield(event) }
            continuation.finish()
        }
    }

    func send(_ text: String) throws(SocketError) {
        guard let answer = Self.answer(to: text) else { return try socket.send(text) }
        continuation.yield(.text(answer))
    }

    func close() { socket.close() }

    /// Nil for all but the offer to publish.
    private static func answer(to text: String) -> String? {
        struct Request: Decodable {
            struct Body: Decodable { let request: String? }
            let transaction: String
            let session_id: UInt64?
            let handle_id: UInt64?
            let body: Body?
        }
        guard let request = try? JSONDecoder().decode(Request.self, from: Data(text.utf8)),
            request.body?.request == "publish", let session = request.session_id, let handle = request.handle_id
        else { return nil }
        return """
            {"janus":"event","session_id":\(session),"sender":\(handle),"transaction":"\(request.transaction)",\
            "plugindata":{"plugin":"janus.plugin.videoroom","data":{"videoroom":"event","room":1,"configured":"ok"}},\
            "jsep":{"type":"answer","sdp":"v=0"}}
            """
    }
}
