import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization
import WebRTC

/// The connection that receives the sound of many, each on a media line of its own.
final class SoundReceiver: SoundConnection {
    /// The interval of speech detection.
    private static let interval = Duration.milliseconds(200)

    private let connection: PeerConnection
    private let parts: EngineParts
    private let state = Mutex(State())

    private struct State {
        var lines: [String: AudioLine] = [:]
        /// The lines whose receivers have their decryptors.
        var prepared: Set<String> = []
        var listening: Task<Void, Never>?
    }

    var events: AsyncStream<MediaEvent> { connection.events.events }

    init(_ ice: ICEConfiguration, _ parts: EngineParts) throws(MediaError) {
        connection = try PeerConnection(ice, parts.factory)
        self.parts = parts
    }

    private func line(_ mid: String) -> AudioLine {
        state.withLock { state in
            let line = state.lines[mid] ?? AudioLine()
            state.lines[mid] = line
            return line
        }
    }

    func answer(offer sdp: String) async throws(MediaError) -> String {
        guard let kinds = SDPText.mediaKinds(sdp), !kinds.isEmpty, kinds.allSatisfy({ $0 == "audio" }) else {
            throw .badSessionDescription
        }
        return try await connection.answer(sdp) { () throws(MediaError) in try prepareReceivers() }
    }

    private func prepareReceivers() throws(MediaError) {
        for transceiver in connection.connection.transceivers {
            let mid = transceiver.mid
            guard state.withLock({ $0.prepared.insert(mid).inserted }) else { continue }
            let line = line(mid)
            guard FrameOpening.attach(line, to: transceiver.receiver) else { throw EngineParts.noSeam }
            if let track = transceiver.receiver.track as? RTCAudioTrack { line.begin(track) }
        }
    }

    func receive(
        _ configuration: SubscriberConfiguration, on mid: String
    ) async throws(MediaError) -> any ReceivedTrack {
        guard configuration.codec == .opus, !connection.isClosed else { throw .closed }
        guard !configuration.checkContent else { throw Preparation.noFiles }
        let events = EventStream()
        let receiver = AudioReceiver(configuration, events)
        let line = line(mid)
        line.give(to: receiver)
        listen()
        return SoundTrack(receiver, on: line, mid, of: connection, events)
    }

    /// Detects who speaks, as long as the connection is open.
    private func listen() {
        let task = Task { [weak self, clock = parts.clock] in
            while !Task.isCancelled {
                try? await clock.sleep(for: Self.interval)
                guard let self, !self.connection.isClosed else { return }
                await self.look()
            }
        }
        let other = state.withLock { state in
            defer { state.listening = state.listening ?? task }
            return state.listening
        }
        if other != nil { task.cancel() }
    }

    private func look() async {
        guard let report = await connection.report() else { return }
        let now = monotonicNanoseconds() / 1_000_000
        for (mid, line) in state.withLock({ $0.lines }) {
            if let entry = report.received(mid) { line.receiver?.listen(to: entry, at: now) }
        }
    }

    func addRemoteCandidate(_ candidate: ICECandidate) async { connection.addRemoteCandidate(candidate) }

    func statistics() async -> TrackStatistics {
        var statistics = TrackStatistics()
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func close() async {
        let listening = state.withLock { $0.listening }
        connection.close()
        listening?.cancel()
        await listening?.value
    }
}

/// The sound of one sender on a line of the connection that they share.
private final class SoundTrack: ReceivedTrack {
    private let receiver: AudioReceiver
    private let line: AudioLine
    private let mid: String
    private let connection: PeerConnection
    private let stream: EventStream

    init(
        _ receiver: AudioReceiver, on line: AudioLine, _ mid: String, of connection: PeerConnection,
        _ stream: EventStream
    ) {
        (self.receiver, self.line, self.mid, self.connection, self.stream) = (receiver, line, mid, connection, stream)
    }

    var events: AsyncStream<MediaEvent> { stream.events }
    var arrivals: Int { receiver.arrivals }

    func reception() async -> Reception? {
        await connection.report()?.reception(mid, receiver.statistics, now: monotonicNanoseconds())
    }

    func holdBack(atLeast seconds: Double) async {}
    func setVolume(_ percent: Int) async { line.setVolume(percent, of: receiver) }

    /// The audio route is the system's: there is only one.
    func play(on loudspeaker: DeviceSelection) async throws(MediaError) {
        guard loudspeaker == .systemDefault else {
            throw .inputUnavailable(.mediaSystemLoudspeaker)
        }
    }

    func statistics() async -> TrackStatistics {
        var statistics = receiver.statistics
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    /// Frees the line for another sender.
    func close() async {
        line.leave(receiver)
        stream.finish()
    }
}
