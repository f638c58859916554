import Dispatch
import FrameCrypto
import Synchronization

/// Opens one track of another device on one feed, for one thread. Feeds of one track share what they have opened.
final class KeyringOpener: FrameOpening {
    private let keyring: CallKeyring
    private let track: CallTrackOpener
    private let counter: Counter<OpenCounts>
    /// How often keys had come when a frame was held last.
    private let changesWhenHeld = Mutex(0)
    /// Signalled when keys have changed. A thread that waits first looks at what has changed, so that signals from before
    /// do no harm.
    private let changed = DispatchSemaphore(value: 0)

    init(keyring: CallKeyring, track: CallTrackOpener, counter: Counter<OpenCounts>) {
        self.keyring = keyring
        self.track = track
        self.counter = counter
    }

    func open(_ payload: [UInt8]) -> OpenOutcome {
        let (outcome, changes) = track.open(payload, now: keyring.now())
        if case .held = outcome { changesWhenHeld.withLock { $0 = changes } }
        counter.change { $0.count(outcome) }
        if case .dropped(.noKey, _) = outcome { keyring.reportNeed() }
        return outcome
    }

    func waitForKeys(until deadline: UInt64) {
        while track.changes == changesWhenHeld.withLock({ $0 }) {
            let now = keyring.now()
            guard now < deadline else { return }
            let wait = DispatchTimeInterval.nanoseconds(Int(clamping: deadline - now))
            if changed.wait(timeout: .now() + wait) == .timedOut { return }
        }
    }

    /// Lets a waiting thread look again.
    func keysHaveChanged() { changed.signal() }
}
