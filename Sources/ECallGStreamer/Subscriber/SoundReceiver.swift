import CGStreamer
import ECallMedia
import FrameCrypto
import Synchronization

/// The connection that receives the sound of many, each on a media line of its own. No key frames are asked for here, so
/// that they can share one: RTCP feedback would reach the wrong sender.
final class SoundReceiver: SoundConnection {
    private let connection: PeerConnection
    private let environment: EngineEnvironment
    private let lines = Mutex<[String: ReceivingLine]>([:])

    var events: AsyncStream<MediaEvent> { connection.events.events }

    static func start(
        _ ice: ICEConfiguration, _ environment: EngineEnvironment
    ) async throws(MediaError) -> SoundReceiver {
        // Once, so that lines made later find everything.
        _ = try ReceivingLine.resolve(.opus, environment)
        let receiver = try SoundReceiver(ice, environment)
        do throws(MediaError) {
            try await receiver.connection.pipeline.start()
        } catch {
            await receiver.close()
            throw error
        }
        return receiver
    }

    private init(_ ice: ICEConfiguration, _ environment: EngineEnvironment) throws(MediaError) {
        let events = EventStream()
        // How long missing packets are awaited; packets that have arrived do not wait.
        let pipeline = try Pipeline(PeerConnection.element + " latency=100") { report in
            if case .failed(let error) = report { events.send(.failed(error)) }
        }
        connection = try PeerConnection(pipeline: pipeline, ice: ice, events: events, clock: environment.clock)
        self.environment = environment
        guard ecall_webrtc_begin_at_once(connection.webrtc.pointer) != 0 else {
            throw .pipeline(element: "webrtc", message: "no RTP session")
        }
        connection.webrtc.onPadAdded { [weak self] pad in self?.take(pad) }
    }

    private func take(_ pad: Pad) {
        guard gst_pad_get_direction(pad.pointer) == GST_PAD_SRC, !connection.isClosed else { return }
        do throws(MediaError) {
            try line(pad.mediaIdentifier ?? "").attach(to: pad, of: connection)
        } catch {
            connection.events.send(.failed(error))
        }
    }

    private func line(_ mid: String) throws(MediaError) -> ReceivingLine {
        if let line = lines.withLock({ $0[mid] }) { return line }
        let made = try ReceivingLine.resolve(.opus, environment)
        return lines.withLock { lines in
            let line = lines[mid] ?? made
            lines[mid] = line
            return line
        }
    }

    func answer(offer sdp: String) async throws(MediaError) -> String {
        guard let kinds = SDPText.mediaKinds(sdp), !kinds.isEmpty, kinds.allSatisfy({ $0 == "audio" }) else {
            throw .badSessionDescription
        }
        return try await connection.answer(sdp)
    }

    func receive(
        _ configuration: SubscriberConfiguration, on mid: String
    ) async throws(MediaError) -> any ReceivedTrack {
        guard configuration.codec == .opus, !connection.isClosed else { throw .closed }
        let line = try line(mid)
        let events = EventStream()
        let receiver = try await TrackReceiver.start(
            configuration, after: await connection.stream(of: line), events: events, environment)
        line.give(to: receiver)
        return SoundTrack(receiver, on: line, of: connection, events: events)
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async {
        connection.addRemoteCandidate(candidate)
    }

    func statistics() async -> TrackStatistics {
        var statistics = TrackStatistics()
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func close() async {
        let all = lines.withLock { Array($0.values) }
        for line in all { await line.stop() }
        await connection.close()
        for line in all { await line.give(to: nil)?.stop() }
    }
}

/// The sound of one sender on a line of the connection that they share.
private final class SoundTrack: ReceivedTrack {
    private let receiver: TrackReceiver
    private let line: ReceivingLine
    private let connection: PeerConnection
    private let stream: EventStream

    init(_ receiver: TrackReceiver, on line: ReceivingLine, of connection: PeerConnection, events: EventStream) {
        (self.receiver, self.line, self.connection, stream) = (receiver, line, connection, events)
    }

    var events: AsyncStream<MediaEvent> { stream.events }
    var arrivals: Int { receiver.arrivals }

    func reception() async -> Reception? {
        await connection.stream(of: line).map { receiver.reception($0, size: nil) }
    }

    func holdBack(atLeast seconds: Double) async { receiver.monitor.holdBack(atLeast: seconds) }
    func setVolume(_ percent: Int) async { receiver.setVolume(percent) }
    func play(on loudspeaker: DeviceSelection) async throws(MediaError) { try await receiver.play(on: loudspeaker) }
    func statistics() async -> TrackStatistics { await receiver.statistics(on: connection) }

    /// Releases the line for the next receiver.
    func close() async {
        line.leave(receiver)
        await receiver.stop()
        stream.finish()
    }
}

extension PeerConnection {
    /// Nil before anything arrived on the line.
    fileprivate func stream(of line: ReceivingLine) async -> StreamReport? {
        guard let ssrc = line.ssrc else { return nil }
        return await streamReports().first { $0.kind == .received && $0.ssrc == ssrc }
    }
}
