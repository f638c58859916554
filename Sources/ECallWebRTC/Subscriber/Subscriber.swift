import ECallMedia
import FrameCrypto
import Synchronization
import WebRTC

/// The connection that receives one track of video: packets → open → decoder → view.
final class Subscriber: SubscribingConnection, @unchecked Sendable {
    private let codec: FrameCodec
    private let connection: PeerConnection
    private let parts: EngineParts
    private let line = VideoLine()
    private let state: Mutex<State>
    private let renderer: PictureRenderer

    private struct State {
        /// The last sender, while the slot is free.
        var last: VideoReceiver
        /// The received track of the line; the object keeps the renderer.
        var received: (mid: String, track: Unchecked<RTCVideoTrack>)?
    }

    var events: AsyncStream<MediaEvent> { connection.events.events }

    init(_ configuration: SubscriberConfiguration, _ parts: EngineParts) throws(MediaError) {
        // Audio arrives on the shared connection.
        guard configuration.codec != .opus else {
            throw .pipeline(element: "WebRTC", message: "sound on a connection of its own")
        }
        guard !configuration.checkContent else { throw Preparation.noFiles }
        codec = configuration.codec
        self.parts = parts
        connection = try PeerConnection(configuration.ice, parts.factory)
        let receiver = VideoReceiver(configuration, connection.events, switched: false, parts)
        state = Mutex(State(last: receiver))
        renderer = PictureRenderer { [line] in line.take($0) }
        line.give(to: receiver)
    }

    private var receiver: VideoReceiver { state.withLock { $0.last } }

    func answer(offer sdp: String) async throws(MediaError) -> String {
        guard let kinds = SDPText.mediaKinds(sdp), kinds.contains("video") else { throw .badSessionDescription }
        return try await connection.answer(sdp) { () throws(MediaError) in try prepareReceivers() }
    }

    /// Takes the first line of video; other offered lines have no decryptor.
    private func prepareReceivers() throws(MediaError) {
        for transceiver in connection.connection.transceivers {
            let mid = transceiver.mid
            let receiver = transceiver.receiver
            let known = state.withLock { $0.received?.mid }
            if known == mid { continue }
            if known == nil, transceiver.mediaType == .video, let track = receiver.track as? RTCVideoTrack {
                guard FrameOpening.attach(line, to: receiver) else { throw EngineParts.noSeam }
                track.add(renderer)
                let kept = Unchecked(track)
                state.withLock { $0.received = (mid, kept) }
            } else {
                guard FrameOpening.attach(Refusal(), to: receiver) else { throw EngineParts.noSeam }
                receiver.track?.isEnabled = false
            }
        }
    }

    func show(_ configuration: SubscriberConfiguration?) async throws(MediaError) {
        precondition(configuration.map { $0.codec == codec } ?? true, "a line has one codec")
        // From here on nothing of the former sender is opened.
        line.give(to: nil)
        guard let configuration else { return }
        guard !connection.isClosed else { throw .closed }
        let next = VideoReceiver(configuration, connection.events, switched: true, parts)
        state.withLock { $0.last = next }
        line.give(to: next)
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async { connection.addRemoteCandidate(candidate) }

    var arrivals: Int { receiver.arrivals }

    func statistics() async -> TrackStatistics {
        var statistics = receiver.statistics
        if !connection.isClosed { statistics.gaps = statistics.gaps.until(monotonicNanoseconds()) }
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func reception() async -> Reception? {
        let mid = state.withLock { $0.received?.mid }
        return await connection.report()?.reception(mid, receiver.statistics, now: monotonicNanoseconds())
    }

    func holdBack(atLeast seconds: Double) async {}
    func setVolume(_ percent: Int) async {}
    func play(on loudspeaker: DeviceSelection) async throws(MediaError) {}

    func close() async {
        connection.close()
        line.give(to: nil)
    }
}
