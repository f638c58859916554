public import ECallCore
import FrameCrypto
import KeyDistribution

/// The people whom this device has met, stored beside the pins. Several tasks may change it at once: each change is read and
/// written atomically.
public final class KeptPeopleStore: Sendable {
    private let storage: any KeyStorage
    private let now: @Sendable () -> UInt64
    private let turn = LockedValue(())

    /// - Parameter now: the server's time, in Unix milliseconds.
    public init(_ storage: any KeyStorage, now: @escaping @Sendable () -> UInt64) {
        (self.storage, self.now) = (storage, now)
    }

    /// Returns the stored people. Those who were met before anything was stored are taken over from the pins, without a date.
    public func read() -> KeptPeople {
        if let kept = (try? storage.value(.keptPeople, as: KeptPeople.self)) ?? nil { return kept }
        var kept = KeptPeople()
        kept.follow(DevicePinStore(storage).readable(), now: nil)
        return kept
    }

    /// Changes the stored people. A change that cannot be written is dropped: trust does not depend on it.
    public func change(_ body: (inout KeptPeople) -> Void) {
        turn.withLock { _ in
            let before = read()
            var kept = before
            body(&kept)
            if kept != before { try? storage.store(kept, as: .keptPeople) }
        }
    }

    func follow(_ pins: DevicePins) { change { $0.follow(pins, now: now()) } }

    /// The names, for lists of people.
    public var names: KeptNames {
        KeptNames(read: { [self] in read().names }, said: { [self] said in change { $0.named(said) } })
    }
}
