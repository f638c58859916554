import Dispatch
import FrameCrypto
import Synchronization

/// Opens one track of another device with the keys of the keyring.
final class KeyringOpener: FrameOpening {
    private let keyring: CallKeyring
    private let remoteTrack: RemoteTrack
    private let counter: Counter<OpenCounts>
    private let state: Mutex<State>
    /// Signalled when keys have changed. A thread that waits first looks at `State.changes`, so that signals from before
    /// do no harm.
    private let changed = DispatchSemaphore(value: 0)

    private struct State {
        var opener: TrackOpener<FrameCipher>
        var keyIDs: Set<UInt64> = []
        var isWiped = false
        /// Counts changes of the keys, and what the count was when a frame was held last.
        var changes = 0
        var changesWhenHeld = 0
    }

    init(keyring: CallKeyring, remoteTrack: RemoteTrack, codec: FrameCodec, counter: Counter<OpenCounts>) {
        self.keyring = keyring
        self.remoteTrack = remoteTrack
        self.counter = counter
        state = Mutex(State(opener: TrackOpener(codec: codec, provider: FrameCipher())))
    }

    func open(_ payload: [UInt8]) -> OpenOutcome {
        let outcome = state.withLock { state -> OpenOutcome in
            guard !state.isWiped else { return .dropped(.noKey, needsKeyFrame: false) }
            let outcome = state.opener.open(payload, now: keyring.now())
            if case .held = outcome { state.changesWhenHeld = state.changes }
            return outcome
        }
        counter.change { $0.count(outcome) }
        if case .dropped(.noKey, _) = outcome { keyring.reportNeed() }
        return outcome
    }

    func waitForKeys(until deadline: UInt64) {
        while state.withLock({ !$0.isWiped && $0.changes == $0.changesWhenHeld }) {
            let now = keyring.now()
            guard now < deadline else { return }
            let wait = DispatchTimeInterval.nanoseconds(Int(clamping: deadline - now))
            if changed.wait(timeout: .now() + wait) == .timedOut { return }
        }
    }

    /// Takes the keyring's keys over: new ones are added, superseded ones get their end, expired ones are dropped.
    func update(_ entries: [CallKeySet.Entry]) {
        let hasNew = state.withLock { state in
            guard !state.isWiped else { return false }
            var hasNew = false
            for entry in entries {
                if state.keyIDs.insert(entry.id).inserted {
                    state.opener.add(
                        id: entry.id, tag: entry.key.name.tag,
                        baseKey: entry.key.baseKey(
                            callID: keyring.callID, sender: remoteTrack.sender, track: remoteTrack.track),
                        expiresAt: entry.expiresAt)
                    hasNew = true
                } else if let end = entry.expiresAt {
                    state.opener.supersede(id: entry.id, until: end)
                }
            }
            state.opener.expire(now: keyring.now())
            if hasNew { state.changes += 1 }
            return hasNew
        }
        if hasNew { changed.signal() }
    }

    /// Drops all that was derived from keys and lets a waiting thread go on.
    func wipe() {
        state.withLock { state in
            state.isWiped = true
            state.opener.removeAll()
            state.changes += 1
        }
        changed.signal()
    }
}
