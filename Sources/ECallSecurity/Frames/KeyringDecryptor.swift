import Dispatch
import FrameCrypto
import Synchronization

/// Decrypts one track of another device on one feed, for one thread, with the keys of a call. Feeds of one track share
/// its opener, and with it what they have opened.
final class KeyringDecryptor: FrameDecryptor {
    private let keyring: CallKeyring
    private let opener: LockedValue<TrackOpener<FrameCipher>>
    private let counts: LockedValue<OpenCounts>
    /// How many keys had come when a frame was held last.
    private let additionsWhenHeld = Mutex(0)
    /// Signalled when keys have changed. A thread that waits first looks at what has changed, so that signals from before
    /// do no harm.
    private let changed = DispatchSemaphore(value: 0)

    init(keyring: CallKeyring, opener: LockedValue<TrackOpener<FrameCipher>>, counts: LockedValue<OpenCounts>) {
        self.keyring = keyring
        self.opener = opener
        self.counts = counts
    }

    func open(_ payload: [UInt8]) -> OpenOutcome {
        let now = keyring.now()
        let (outcome, additions) = opener.withLock { ($0.open(payload, now: now), $0.additions) }
        if case .held = outcome { additionsWhenHeld.withLock { $0 = additions } }
        counts.withLock { $0.count(outcome) }
        if case .dropped(.noKey, _) = outcome { keyring.reportNeed() }
        return outcome
    }

    func waitForKeys(until deadline: UInt64) {
        let known = additionsWhenHeld.withLock { $0 }
        while opener.withLock({ !$0.isWiped && $0.additions == known }) {
            let now = keyring.now()
            guard now < deadline else { return }
            let wait = DispatchTimeInterval.nanoseconds(Int(clamping: deadline - now))
            if changed.wait(timeout: .now() + wait) == .timedOut { return }
        }
    }

    /// Lets a waiting thread look again.
    func keysHaveChanged() { changed.signal() }
}

extension TrackOpener where Provider == FrameCipher {
    /// Brings it to the keys of the call: new ones are added, superseded ones get their end, expired ones are dropped.
    mutating func update(_ entries: [CallKeySet.Entry], of track: RemoteTrack, callID: UInt64, now: UInt64) {
        guard !isWiped else { return }
        for entry in entries {
            if !knows(id: entry.id) {
                add(
                    id: entry.id, tag: entry.key.name.tag,
                    baseKey: entry.key.baseKey(callID: callID, sender: track.sender, track: track.track),
                    expiresAt: entry.expiresAt)
            } else if let end = entry.expiresAt {
                supersede(id: entry.id, until: end)
            }
        }
        expire(now: now)
    }
}
