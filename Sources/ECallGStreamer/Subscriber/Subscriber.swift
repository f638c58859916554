import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The connection that receives one track: `webrtcbin` → depacketizer → open → decoder → what looks at the result.
final class Subscriber: SubscribingConnection {
    private let configuration: SubscriberConfiguration
    private let connection: PeerConnection
    private let counters = Statistics()
    private let branch: ReceivingBranch
    private let recorder: TrackRecorder?
    private let player: Player?
    private let monitor: ReceptionMonitor

    /// What RTCP may take, in bits a second, and how often it comes at least, in milliseconds: else requests for what is lost
    /// wait for their turn for seconds (RFC 4585 3.5).
    private static let feedbackRate: guint = 30_000
    private static let feedbackInterval: guint = 200

    var events: AsyncStream<MediaEvent> { connection.events.events }
    var arrivals: Int {
        let statistics = counters.current
        return statistics.openDrops.values.reduce(statistics.opened, +)
    }

    static func start(
        _ configuration: SubscriberConfiguration, _ environment: EngineEnvironment
    ) async throws(MediaError) -> Subscriber {
        let branch = try ReceivingBranch.resolve(configuration, environment)
        let events = EventStream()
        let recorder = await Self.recorder(configuration, environment.clock)
        let player = await Self.player(configuration, events, environment.clock)
        do throws(MediaError) {
            let subscriber = try Subscriber(
                configuration, branch: branch, recorder: recorder, player: player, events: events,
                clock: environment.clock)
            do throws(MediaError) {
                try await subscriber.connection.pipeline.start()
            } catch {
                await subscriber.close()
                throw error
            }
            return subscriber
        } catch {
            await recorder?.finish()
            await player?.stop()
            throw error
        }
    }

    /// What cannot be recorded is received all the same.
    private static func recorder(
        _ configuration: SubscriberConfiguration, _ clock: any Clock<Duration>
    ) async -> TrackRecorder? {
        guard let path = configuration.recording else { return nil }
        let notice = configuration.recordingNotice ?? { _ in }
        do throws(MediaError) {
            return try await TrackRecorder.start(
                path: path, codec: configuration.codec, clock: clock, mayWrite: configuration.mayRecord, notice: notice)
        } catch {
            notice("Recording has stopped: \(error.sentence). The call goes on.")
            return nil
        }
    }

    /// What cannot be shown is received all the same.
    private static func player(
        _ configuration: SubscriberConfiguration, _ events: EventStream, _ clock: any Clock<Duration>
    ) async -> Player? {
        do throws(MediaError) {
            return try await Player.start(configuration, clock) { events.send(.notice($0)) }
        } catch {
            let what = configuration.codec == .opus ? "Sound cannot be played" : "Pictures cannot be shown"
            events.send(.notice("\(what): \(error.sentence). The call goes on."))
            return nil
        }
    }

    private init(
        _ configuration: SubscriberConfiguration, branch: ReceivingBranch, recorder: TrackRecorder?, player: Player?,
        events: EventStream, clock: any Clock<Duration>
    ) throws(MediaError) {
        // How long what is missing is waited for; nothing waits that is there. Video is asked for again and comes late.
        let latency = configuration.codec == .opus ? 100 : 400
        let pipeline = try Pipeline(PeerConnection.element + " latency=\(latency)") { report in
            if case .failed(let error) = report { events.send(.failed(error)) }
        }
        connection = try PeerConnection(pipeline: pipeline, ice: configuration.ice, events: events, clock: clock)
        self.configuration = configuration
        self.branch = branch
        self.recorder = recorder
        self.player = player
        monitor = ReceptionMonitor(configuration.codec)
        guard ecall_webrtc_begin_at_once(connection.webrtc.pointer) != 0 else {
            throw .pipeline(element: "webrtc", message: "no RTP session")
        }
        // Nobody answers for audio, whose gaps are filled by what comes next.
        if configuration.codec != .opus, ecall_webrtc_resend_all(connection.webrtc.pointer) == 0 {
            throw .pipeline(element: "webrtc", message: "no RTP session")
        }
        connection.webrtc.onPadAdded { [weak self] pad in self?.receive(pad) }
    }

    /// Takes the first track of the expected codec; whatever else arrives goes nowhere.
    private func receive(_ pad: Pad) {
        guard gst_pad_get_direction(pad.pointer) == GST_PAD_SRC, !connection.isClosed else { return }
        if configuration.codec != .opus {
            _ = ecall_webrtc_hasten_feedback(connection.webrtc.pointer, Self.feedbackRate, Self.feedbackInterval)
        }
        do throws(MediaError) {
            try branch.attach(
                to: pad, of: connection, decryptor: configuration.decryptor, counters: counters, monitor: monitor,
                recorder: recorder, player: player)
        } catch {
            connection.events.send(.failed(error))
        }
    }

    func answer(offer sdp: String) async throws(MediaError) -> String {
        let wanted = configuration.codec == .opus ? "audio" : "video"
        guard let kinds = SDPText.mediaKinds(sdp), kinds.contains(wanted) else { throw .badSessionDescription }
        return try await connection.answer(sdp)
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async {
        connection.addRemoteCandidate(candidate)
    }

    func statistics() async -> TrackStatistics {
        var statistics = counters.current
        if !connection.isClosed { statistics.gaps = statistics.gaps.until(monotonicNanoseconds()) }
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func reception() async -> Reception? {
        guard let stream = await connection.streamReports().first(where: { $0.kind == .received }) else { return nil }
        let now = monotonicNanoseconds()
        let current = counters.current
        var reception = monitor.look(stream, freezes: current.gaps.freezes, at: now)
        reception.frozen = current.frozen(until: now)
        (reception.bytes, reception.size) = (stream.bytes, branch.pictureSize)
        return reception
    }

    func holdBack(atLeast seconds: Double) async { monitor.holdBack(atLeast: seconds) }

    func close() async {
        await branch.stop()
        await connection.close()
        await recorder?.finish()
        await player?.stop()
    }
}
