import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The connection that receives one track: `webrtcbin` → depacketizer → decryption → decoder → consumers of the result.
final class Subscriber: SubscribingConnection {
    private let codec: FrameCodec
    private let connection: PeerConnection
    private let environment: EngineEnvironment
    private let line: ReceivingLine
    /// The receiver of the last sender, while the slot has none.
    private let last: Mutex<TrackReceiver>

    /// The limit of RTCP, in bits a second, and its longest interval, in milliseconds: otherwise requests for lost packets wait for
    /// their turn for seconds (RFC 4585 3.5).
    private static let feedbackRate: guint = 30_000
    private static let feedbackInterval: guint = 200

    var events: AsyncStream<MediaEvent> { connection.events.events }
    var arrivals: Int { receiver.arrivals }
    private var receiver: TrackReceiver { last.withLock { $0 } }

    static func start(
        _ configuration: SubscriberConfiguration, _ environment: EngineEnvironment
    ) async throws(MediaError) -> Subscriber {
        let line = try ReceivingLine.resolve(configuration.codec, environment)
        let events = EventStream()
        let receiver = try await TrackReceiver.start(configuration, events: events, environment)
        do throws(MediaError) {
            let subscriber = try Subscriber(configuration, line: line, receiver, events: events, environment)
            do throws(MediaError) {
                try await subscriber.connection.pipeline.start()
            } catch {
                await subscriber.close()
                throw error
            }
            return subscriber
        } catch {
            await receiver.stop()
            throw error
        }
    }

    private init(
        _ configuration: SubscriberConfiguration, line: ReceivingLine, _ receiver: TrackReceiver, events: EventStream,
        _ environment: EngineEnvironment
    ) throws(MediaError) {
        codec = configuration.codec
        // How long missing packets are awaited; packets that have arrived do not wait. Video is retransmitted, and arrives
        // late.
        let latency = codec == .opus ? 100 : 400
        let pipeline = try Pipeline(PeerConnection.element + " latency=\(latency)") { report in
            if case .failed(let error) = report { events.send(.failed(error)) }
        }
        connection = try PeerConnection(
            pipeline: pipeline, ice: configuration.ice, events: events, clock: environment.clock)
        self.environment = environment
        self.line = line
        last = Mutex(receiver)
        line.give(to: receiver)
        guard ecall_webrtc_begin_at_once(connection.webrtc.pointer) != 0 else {
            throw .pipeline(element: "webrtc", message: "no RTP session")
        }
        // Audio is not retransmitted: its gaps are filled by the following packet.
        if codec != .opus, ecall_webrtc_resend_all(connection.webrtc.pointer) == 0 {
            throw .pipeline(element: "webrtc", message: "no RTP session")
        }
        connection.webrtc.onPadAdded { [weak self] pad in self?.receive(pad) }
    }

    /// Takes the first track of the expected codec; any other is discarded.
    private func receive(_ pad: Pad) {
        guard gst_pad_get_direction(pad.pointer) == GST_PAD_SRC, !connection.isClosed else { return }
        if codec != .opus {
            _ = ecall_webrtc_hasten_feedback(connection.webrtc.pointer, Self.feedbackRate, Self.feedbackInterval)
        }
        do throws(MediaError) {
            try line.attach(to: pad, of: connection)
        } catch {
            connection.events.send(.failed(error))
        }
    }

    func answer(offer sdp: String) async throws(MediaError) -> String {
        let wanted = codec == .opus ? "audio" : "video"
        guard let kinds = SDPText.mediaKinds(sdp), kinds.contains(wanted) else { throw .badSessionDescription }
        return try await connection.answer(sdp)
    }

    func show(_ configuration: SubscriberConfiguration?) async throws(MediaError) {
        precondition(configuration.map { $0.codec == codec } ?? true, "a line has one codec")
        // From here on, nothing of the former sender is accepted: preparing the next one may take a moment.
        let former = line.give(to: nil)
        await former?.stop()
        guard let configuration else { return }
        let next = try await TrackReceiver.start(
            configuration, after: await stream(), events: connection.events, environment)
        guard !connection.isClosed else {
            await next.stop()
            throw .closed
        }
        last.withLock { $0 = next }
        line.give(to: next)
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async {
        connection.addRemoteCandidate(candidate)
    }

    func statistics() async -> TrackStatistics { await receiver.statistics(on: connection) }

    func reception() async -> Reception? {
        guard let stream = await stream() else { return nil }
        return receiver.reception(stream, size: line.pictureSize)
    }

    private func stream() async -> StreamReport? {
        await connection.streamReports().first { $0.kind == .received }
    }

    func holdBack(atLeast seconds: Double) async { receiver.monitor.holdBack(atLeast: seconds) }

    func setVolume(_ percent: Int) async { receiver.setVolume(percent) }

    func play(on loudspeaker: DeviceSelection) async throws(MediaError) { try await receiver.play(on: loudspeaker) }

    func close() async {
        await line.stop()
        await connection.close()
        await receiver.stop()
    }
}
