import FrameCrypto
import Synchronization

/// Seals one track with whatever key the keyring says; each key gets a new session.
final class KeyringEncryptor: FrameEncryptor {
    private let keyring: CallKeyring
    private let track: Track
    private let codec: FrameCodec
    private let counts: LockedValue<SealCounts>
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var sealer: TrackSealer<FrameCipher>?
        var entryID: UInt64?
        /// A frame was dropped since the last one that was sealed, or none was sealed yet.
        var waitsForKeyFrame = true
        var isWiped = false

        /// Drops the session: whatever is sealed next has a new one and starts with a key frame.
        mutating func refuse() -> SealOutcome {
            sealer = nil
            entryID = nil
            waitsForKeyFrame = true
            return .dropped(.noKey, needsKeyFrame: false)
        }
    }

    init(keyring: CallKeyring, track: Track, codec: FrameCodec, counts: LockedValue<SealCounts>) {
        self.keyring = keyring
        self.track = track
        self.codec = codec
        self.counts = counts
        state = Mutex(State())
    }

    func seal(_ frame: [UInt8]) -> SealOutcome {
        let entry = keyring.sealingEntry()
        let outcome = state.withLock { state in
            guard let entry, !state.isWiped else { return state.refuse() }
            if state.entryID != entry.id { begin(entry, &state) }
            let outcome = state.sealer?.seal(frame) ?? .dropped(.noKey, needsKeyFrame: false)
            if case .sealed = outcome { state.waitsForKeyFrame = false } else { state.waitsForKeyFrame = true }
            return outcome
        }
        counts.withLock { $0.count(outcome) }
        if outcome == .dropped(.noKey, needsKeyFrame: false) { keyring.reportNeed() }
        return outcome
    }

    /// Whether anything derived from a key is held.
    var holdsKey: Bool { state.withLock { $0.entryID != nil } }

    /// Drops what was derived from a key that is not among these: a sealer that seals nothing any more would keep it.
    func keep(_ entries: [CallKeySet.Entry]) {
        state.withLock { state in
            if let id = state.entryID, !entries.contains(where: { $0.id == id }) { _ = state.refuse() }
        }
    }

    /// Drops all that was derived from keys.
    func wipe() {
        state.withLock { state in
            state.isWiped = true
            _ = state.refuse()
        }
    }

    private func begin(_ entry: CallKeySet.Entry, _ state: inout State) {
        let baseKey = entry.key.baseKey(callID: keyring.callID, sender: keyring.ownAddress, track: track)
        state.sealer = TrackSealer(
            codec: codec, keyID: FrameKeyID(tag: entry.key.name.tag, session: keyring.random()), baseKey: baseKey,
            provider: FrameCipher(), waitsForKeyFrame: state.waitsForKeyFrame)
        state.entryID = entry.id
    }
}
