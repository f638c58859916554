import ECallAPI
import ECallCalls
import ECallKit
import ECallLanguage
import ECallMedia

extension Agent {
    /// Plays the tone of ringing calls while `body` runs, if wanted: once, however many commands want it.
    func sounding(
        _ tone: Tone, _ media: MediaChoice, _ reply: @escaping ReplySink,
        _ body: (ToneRinger?) async throws(CommandFailure) -> CommandResult
    ) async throws(CommandFailure) -> CommandResult {
        guard media.rings, ringers[tone] == nil else { return try await body(nil) }
        let play = environment.playTone
        let ringer = ToneRinger(
            tone,
            play: { [weak self] () async throws(MediaError) in
                // The loudspeaker may have been chosen since.
                try await play(tone, await self?.loudspeaker(for: media) ?? DeviceWishes())
            },
            report: { await reply(.event(event: .notice($0))) })
        ringers[tone] = ringer
        let outcome = await withTaskCancellationHandler {
            do throws(CommandFailure) {
                return Result<CommandResult, CommandFailure>.success(try await body(ringer))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            // A person who interrupts a command doesn't want to hear it while it ends in order.
            Task { await ringer.silence(nil) }
        }
        await ringer.end()
        ringers[tone] = nil
        return try outcome.get()
    }

    /// The person has decided about a call that rings, here or at the other side.
    func silence(_ call: CallID?) async {
        guard let call else { return }
        for ringer in ringers.values { await ringer.silence(call) }
    }

    /// The call no longer rings at others.
    func silenceRingback() async { await ringers[.ringback]?.silence(nil) }

    private func loudspeaker(for media: MediaChoice) async -> DeviceWishes? {
        (try? await options(for: media))?.devices
    }
}
