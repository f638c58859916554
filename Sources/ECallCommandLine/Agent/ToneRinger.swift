import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia

/// Plays a tone while calls ring. The loudspeaker is opened and closed asynchronously: no event waits for it.
actor ToneRinger {
    private var rings: AudibleRings
    private let play: @Sendable () async throws(MediaError) -> any PlayingTone
    private let report: @Sendable (Text) async -> Void
    /// Opens and closes the loudspeaker, one after the other.
    private var work: Task<Void, Never>?
    private var playing: (any PlayingTone)?
    private var isWanted = false
    /// A failure to play is reported once.
    private var hasFailed = false

    /// - Parameters:
    ///   - play: starts the tone.
    ///   - report: told once where the tone cannot be played.
    init(
        _ tone: Tone, play: @escaping @Sendable () async throws(MediaError) -> any PlayingTone,
        report: @escaping @Sendable (Text) async -> Void
    ) {
        rings = AudibleRings(tone)
        self.play = play
        self.report = report
    }

    func take(_ event: CallEvent) {
        rings.take(event)
        update()
    }

    /// Silences the call of this id; nil: all calls.
    func silence(_ call: CallID?) {
        if let call { rings.silence(call) } else { rings.silenceAll() }
        update()
    }

    /// Follows the events until the task is cancelled.
    nonisolated func follow(_ events: AsyncStream<CallEvent>) -> Task<Void, Never> {
        Task { for await event in events { await take(event) } }
    }

    /// Returns when the sound has ended.
    func end() async {
        silence(nil)
        await work?.value
    }

    private func update() {
        guard rings.isAudible != isWanted else { return }
        isWanted = rings.isAudible
        let former = work
        work = Task {
            await former?.value
            await settle()
        }
    }

    /// The wish may have changed while the loudspeaker was opened: then another task follows this one.
    private func settle() async {
        if isWanted, playing == nil {
            do throws(MediaError) { playing = try await play() } catch { await failed(error) }
        } else if !isWanted, let tone = playing {
            playing = nil
            await tone.stop()
        }
    }

    private func failed(_ error: MediaError) async {
        guard !hasFailed else { return }
        hasFailed = true
        await report(.hint(.terminalMediaNoRinging, error.text))
    }
}
