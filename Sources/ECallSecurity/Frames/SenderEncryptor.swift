import FrameCrypto
import Synchronization

/// Seals one layer of a track with the current key of the keyring; each run has its own sealer.
final class SenderEncryptor: FrameEncryptor {
    let id: SenderKeyring.LayerID
    private let keyring: SenderKeyring
    private let codec: FrameCodec
    private let counts: LockedValue<SealCounts>
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var sealer: SenderTrackSealer<FrameCipher>?
        var generation: UInt32?
        /// Whether a frame was dropped since the last sealed one, or none was sealed yet.
        var waitsForKeyFrame = true

        /// Drops the sealer: whatever is sealed next is in another run and starts with a key frame.
        mutating func refuse() -> SealOutcome {
            sealer = nil
            generation = nil
            waitsForKeyFrame = true
            return .dropped(.noKey, needsKeyFrame: false)
        }
    }

    init(keyring: SenderKeyring, id: SenderKeyring.LayerID, codec: FrameCodec, counts: LockedValue<SealCounts>) {
        self.keyring = keyring
        self.id = id
        self.codec = codec
        self.counts = counts
    }

    func seal(_ frame: [UInt8]) -> SealOutcome {
        let outcome = state.withLock { state in
            guard let sealing = keyring.sealing(for: self, held: state.sealer?.keyID) else { return state.refuse() }
            if state.sealer?.keyID != sealing.keyID { begin(sealing, &state) }
            let outcome = state.sealer?.seal(frame) ?? .dropped(.noKey, needsKeyFrame: false)
            if case .sealed = outcome { state.waitsForKeyFrame = false } else { state.waitsForKeyFrame = true }
            return outcome
        }
        counts.withLock { $0.count(outcome) }
        return outcome
    }

    /// Whether anything derived from a key is held.
    var holdsKey: Bool { state.withLock { $0.sealer != nil } }

    /// Drops everything derived from any other key, which a sealer that is no longer used would retain.
    func keepOnly(_ key: SealingKey?) {
        state.withLock { state in
            guard let keyID = state.sealer?.keyID else { return }
            if state.generation != key?.generation || keyID.step != key?.step { _ = state.refuse() }
        }
    }

    /// Drops all that was derived from keys.
    func drop() { state.withLock { _ = $0.refuse() } }

    private func begin(_ sealing: SenderKeyring.Sealing, _ state: inout State) {
        state.sealer = SenderTrackSealer(
            codec: codec, keyID: sealing.keyID, baseKey: keyring.baseKey(sealing.key.key, of: id.track),
            provider: FrameCipher(), waitsForKeyFrame: state.waitsForKeyFrame)
        state.generation = sealing.key.generation
    }
}
