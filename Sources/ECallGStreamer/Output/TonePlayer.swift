import ECallLanguage
import ECallMedia

/// Plays a tone in a pipeline of its own, again and again until it is stopped.
final class TonePlayer: PlayingTone {
    private let pipeline: Pipeline

    static func start(
        _ tone: Tone, _ wishes: DeviceWishes, _ clock: any Clock<Duration>
    ) async throws(MediaError) -> TonePlayer {
        try Library.require(["audiotestsrc", "audioconvert", "audioresample"])
        let found = try await DeviceFinding.find([.loudspeaker], wishes, clock)
        guard let loudspeaker = found.loudspeaker else { throw .inputUnavailable(.mediaNoLoudspeaker) }
        let player = try TonePlayer(tone, on: loudspeaker)
        do throws(MediaError) {
            try await player.pipeline.start()
        } catch {
            await player.stop()
            throw error
        }
        return player
    }

    private init(_ tone: Tone, on loudspeaker: DeviceSelection) throws(MediaError) {
        // Losing the loudspeaker only ends the tone.
        pipeline = try Pipeline(
            "\(tone.source) ! audioconvert ! audioresample ! \(Player.element(for: loudspeaker)) name=device"
        ) { _ in }
        try pipeline.open(loudspeaker)
    }

    func stop() async { await pipeline.stop() }
}

extension Tone {
    /// Hertz.
    private var frequency: Int {
        switch self {
        case .ringing: 660
        // 400 to 450 Hz (ITU-T E.180).
        case .ringback: 425
        }
    }

    /// Seconds from the beginning of one second of tone to the next. For ringback 4 to 6 (ITU-T E.180).
    private var period: Int {
        switch self {
        case .ringing: 2
        case .ringback: 5
        }
    }

    private var volume: Double {
        switch self {
        case .ringing: 0.5
        case .ringback: 0.15
        }
    }

    /// One second of tone in each period: whole waves, so that it neither begins nor ends with a click.
    fileprivate var source: String {
        "audiotestsrc is-live=true wave=ticks freq=\(frequency) sine-periods-per-tick=\(frequency) "
            + "tick-interval=\(period)000000000 volume=\(volume)"
    }
}
