import AVFAudio
import ECallFlows

/// The audio session of calls. CallKit activates it: an app that does so itself may hear and play nothing.
@MainActor
final class CallAudio: CallAudioSession {
    private let session: AVAudioSession
    private let sound: @MainActor (Bool) -> Void
    private let failed: @MainActor () -> Void

    /// - Parameters:
    ///   - sound: has the media engine open microphone and loudspeaker, or close them.
    ///   - failed: called if the session does not accept the category of calls.
    init(
        _ session: AVAudioSession, sound: @escaping @MainActor (Bool) -> Void, failed: @escaping @MainActor () -> Void
    ) {
        (self.session, self.sound, self.failed) = (session, sound, failed)
    }

    func configure(isVideo: Bool) {
        do {
            try session.setCategory(
                .playAndRecord, mode: isVideo ? .videoChat : .voiceChat, options: [.allowBluetoothHFP])
        } catch {
            failed()
        }
    }

    func start() { sound(true) }

    func stop() { sound(false) }
}
