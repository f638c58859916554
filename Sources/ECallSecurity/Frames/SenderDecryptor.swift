import Dispatch
public import FrameCrypto
import Synchronization

/// Decrypts one track of another device on one feed or slot, for one thread. Feeds and slots of one track share its opener, and
/// with it the record of opened frames.
public final class SenderDecryptor: FrameDecryptor {
    private let keyring: SenderKeyring
    private let track: Track
    private let codec: FrameCodec
    private let state: Mutex<State>
    /// Signalled when keys have changed. A thread checks for changes before it waits, so that earlier signals do no harm.
    private let changed = DispatchSemaphore(value: 0)

    private struct State {
        var slot: SubscriptionSlot<DeviceAddress>
        /// The number of changes of the keys, or of the slot's sender.
        var changes = 0
        /// `changes` before the last held frame was examined.
        var changesWhenHeld = 0
    }

    init(keyring: SenderKeyring, sender: DeviceAddress, track: Track, codec: FrameCodec) {
        self.keyring = keyring
        self.track = track
        self.codec = codec
        state = Mutex(State(slot: SubscriptionSlot(sender: sender)))
    }

    /// The slot will show another sender: call this before requesting the switch from the media server. From now on, nothing of
    /// the previous sender opens here.
    public func show(_ sender: DeviceAddress) {
        let now = keyring.now()
        guard state.withLock({ $0.slot.switched(to: sender, now: now) }) else { return }
        keyring.startOver(RemoteTrack(sender: sender, track: track))
        keysHaveChanged()
    }

    public func settle() {
        let now = keyring.now()
        state.withLock { $0.slot.beginSettling(now: now) }
        keysHaveChanged()
    }

    public func open(_ payload: [UInt8]) -> OpenOutcome {
        let now = keyring.now()
        let (slot, changes) = state.withLock { ($0.slot, $0.changes) }
        let outcome = keyring.open(
            payload, of: RemoteTrack(sender: slot.sender, track: track), codec: codec,
            isSettling: slot.isSettling(now: now), now: now)
        if case .held = outcome { state.withLock { $0.changesWhenHeld = changes } }
        return outcome
    }

    public func waitForKeys(until deadline: UInt64) {
        while state.withLock({ $0.changes == $0.changesWhenHeld }) {
            let now = keyring.now()
            guard now < deadline else { return }
            let wait = DispatchTimeInterval.nanoseconds(Int(clamping: deadline - now))
            if changed.wait(timeout: .now() + wait) == .timedOut { return }
        }
    }

    /// Lets a waiting thread look again.
    func keysHaveChanged() {
        state.withLock { $0.changes += 1 }
        changed.signal()
    }
}
