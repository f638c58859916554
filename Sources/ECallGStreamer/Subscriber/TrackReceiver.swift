import CGStreamer
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization

/// The processing of one sender's track: opened, counted, recorded, shown or played. A line has one at a time.
final class TrackReceiver: Sendable {
    let codec: FrameCodec
    let monitor: ReceptionMonitor
    private let events: EventStream
    private let counters = TrackCounters()
    private let probe: DecryptingProbe
    private let frames: DecodedFrames
    private let recorder: TrackRecorder?
    private let playing: Mutex<Playing>
    private let speech = Mutex(SpeechInSound())
    private let configuration: SubscriberConfiguration
    private let clock: any Clock<Duration>

    private struct Playing {
        var player: Player?
        /// In percent.
        var volume = 100
        var isOver = false
    }

    /// Opens the recorder, the window and the player.
    ///
    /// - Parameter before: what had come on the line for others.
    static func start(
        _ configuration: SubscriberConfiguration, after before: StreamReport? = nil, events: EventStream,
        _ environment: EngineEnvironment
    ) async throws(MediaError) -> TrackReceiver {
        let reader = try configuration.checkContent ? reader(of: environment.testContent) : nil
        let recorder = await recorder(configuration, environment.clock)
        let player = await player(configuration, events, environment.clock)
        return TrackReceiver(
            configuration, environment.clock, ReceptionMonitor(configuration.codec, after: before), reader: reader,
            recorder: recorder,
            player: player, events: events)
    }

    private static func reader(of content: (any TestContent)?) throws(MediaError) -> any ContentReader {
        guard let content else { throw .unusable(PublisherSource.noTestContent) }
        return content.makeReader()
    }

    /// Makes the recorder; a track that cannot be recorded is received all the same.
    private static func recorder(
        _ configuration: SubscriberConfiguration, _ clock: any Clock<Duration>
    ) async -> TrackRecorder? {
        guard let path = configuration.recording else { return nil }
        let notice = configuration.recordingNotice ?? { _ in }
        do throws(MediaError) {
            return try await TrackRecorder.start(
                path: path, codec: configuration.codec, clock: clock, mayWrite: configuration.mayRecord, notice: notice)
        } catch {
            notice(.commonTwoSentences(first: Text.mediaRecordingStopped, second: error.text))
            return nil
        }
    }

    /// Makes the player; a track that cannot be shown is received all the same.
    private static func player(
        _ configuration: SubscriberConfiguration, _ events: EventStream, _ clock: any Clock<Duration>
    ) async -> Player? {
        do throws(MediaError) {
            return try await Player.start(configuration, clock) { events.send(.notice($0)) }
        } catch {
            let what: Text = configuration.codec == .opus ? .mediaNotPlayed : .mediaNotShown
            events.send(.notice(.commonTwoSentences(first: what, second: error.text)))
            return nil
        }
    }

    private init(
        _ configuration: SubscriberConfiguration, _ clock: any Clock<Duration>, _ monitor: ReceptionMonitor,
        reader: (any ContentReader)?,
        recorder: TrackRecorder?, player: Player?, events: EventStream
    ) {
        codec = configuration.codec
        self.monitor = monitor
        probe = DecryptingProbe(configuration.decryptor, codec: codec, counters: counters, recorder: recorder)
        frames = DecodedFrames(codec: codec, reader: reader, counters: counters, events: events)
        (self.configuration, self.clock, self.recorder, self.events) = (configuration, clock, recorder, events)
        playing = Mutex(Playing(player: player))
    }

    // MARK: - on the line's streaming thread

    func open(_ info: UnsafeMutablePointer<GstPadProbeInfo>, _ keyFrames: KeyFrameRequests?) -> PadProbeAction {
        probe.open(info, keyFrames)
    }

    func decoded(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
    ) -> PadProbeAction {
        guard let buffer = info.buffer else { return .pass }
        if counters.current.opened > 0 {
            playing.withLock { $0.player }?.take(buffer, of: pad)
            listen(buffer)
        }
        return frames.take(info, on: pad)
    }

    private func listen(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        guard codec == .opus else { return }
        let changed = buffer.withBytes { bytes in speech.withLock { $0.take(bytes) } } ?? nil
        if let changed { events.send(.speaking(changed)) }
    }

    // MARK: - what became of it

    var arrivals: Int {
        let statistics = counters.current
        return statistics.openDrops.values.reduce(statistics.opened, +)
    }

    func statistics(on connection: PeerConnection) async -> TrackStatistics {
        var statistics = counters.current
        if !connection.isClosed { statistics.gaps = statistics.gaps.until(monotonicNanoseconds()) }
        statistics.selectedPair = await connection.selectedPair()
        return statistics
    }

    func reception(_ stream: StreamReport, size: PictureBox?) -> Reception {
        let now = monotonicNanoseconds()
        let current = counters.current
        var reception = monitor.look(stream, freezes: current.gaps.freezes, at: now)
        reception.frozen = current.frozen(until: now)
        reception.size = size
        return reception
    }

    func setVolume(_ percent: Int) {
        playing.withLock { playing in
            playing.volume = percent
            return playing.player
        }?.setVolume(percent)
    }

    /// Plays on another loudspeaker from now on, if sound is played.
    func play(on loudspeaker: DeviceSelection) async throws(MediaError) {
        guard codec == .opus, configuration.output.loudspeaker != nil else { return }
        var changed = configuration
        changed.output.loudspeaker = loudspeaker
        let next = try await Player.start(changed, clock) { [events] in events.send(.notice($0)) }
        let (other, volume) = playing.withLock { playing in
            // The track has ended meanwhile: nothing is played any more.
            guard !playing.isOver else { return (next, 100) }
            defer { playing.player = next }
            return (playing.player, playing.volume)
        }
        next?.setVolume(volume)
        await other?.stop()
    }

    func stop() async {
        await recorder?.finish()
        let player = playing.withLock { playing in
            playing.isOver = true
            return playing.player
        }
        await player?.stop()
    }
}
