import FrameCrypto
import Synchronization

/// Opens one track of another device for the whole call, on whatever feeds it comes: the media server decides when a
/// person publishes again, and what was opened once is opened nowhere again (e2ee 4).
final class CallTrackOpener: Sendable {
    /// Layouts differ by codec, so a device that changes it is another track.
    struct ID: Hashable {
        let track: RemoteTrack
        let codec: FrameCodec
    }

    private let callID: UInt64
    private let track: RemoteTrack
    private let state: Mutex<State>

    private struct State {
        var opener: TrackOpener<FrameCipher>
        var keyIDs: Set<UInt64> = []
        var isWiped = false
        /// Counts how often keys have come.
        var changes = 0
    }

    init(callID: UInt64, id: ID) {
        self.callID = callID
        track = id.track
        state = Mutex(State(opener: TrackOpener(codec: id.codec, provider: FrameCipher())))
    }

    /// How often keys have come; nil once all are wiped.
    var changes: Int? { state.withLock { $0.isWiped ? nil : $0.changes } }

    /// Opens a frame, and says after which change of the keys that was.
    func open(_ payload: [UInt8], now: UInt64) -> (outcome: OpenOutcome, changes: Int) {
        state.withLock { state in
            guard !state.isWiped else { return (.dropped(.noKey, needsKeyFrame: false), state.changes) }
            return (state.opener.open(payload, now: now), state.changes)
        }
    }

    /// A decoder begins: it needs a key frame, whatever the one before it had.
    func decoderBegins() { state.withLock { $0.opener.lost() } }

    /// Takes the keyring's keys over: new ones are added, superseded ones get their end, expired ones are dropped.
    func update(_ entries: [CallKeySet.Entry], now: UInt64) {
        state.withLock { state in
            guard !state.isWiped else { return }
            var hasNew = false
            for entry in entries {
                if state.keyIDs.insert(entry.id).inserted {
                    state.opener.add(
                        id: entry.id, tag: entry.key.name.tag,
                        baseKey: entry.key.baseKey(callID: callID, sender: track.sender, track: track.track),
                        expiresAt: entry.expiresAt)
                    hasNew = true
                } else if let end = entry.expiresAt {
                    state.opener.supersede(id: entry.id, until: end)
                }
            }
            state.opener.expire(now: now)
            if hasNew { state.changes += 1 }
        }
    }

    /// Drops all that was derived from keys.
    func wipe() {
        state.withLock { state in
            state.isWiped = true
            state.opener.removeAll()
        }
    }
}
