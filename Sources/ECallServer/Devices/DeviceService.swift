import ECallAPI
import ServerFoundation
import SignalRouting
import Synchronization

/// The lifecycle of devices beyond the database: a removed device is disconnected everywhere at once.
final class DeviceService: Sendable {
    let locations: any LocationLookup
    /// Tokens of signed-in devices.
    let known = TokenCache()
    private let database: any Database
    private let signals: any SignalDelivery
    private let presence: any CallPresence
    private let endMedia: @Sendable (DeviceIdentity) -> Void
    private let clock: WallClock
    private let removals = Mutex<[DeviceIdentity: Timestamp]>([:])

    /// The time for which a removal is remembered for repeated requests, in seconds.
    private static let memory = 600

    init(
        database: any Database, signals: any SignalDelivery, presence: any CallPresence,
        endMedia: @escaping @Sendable (DeviceIdentity) -> Void = { _ in }, clock: WallClock,
        locations: any LocationLookup = NoLocations()
    ) {
        self.endMedia = endMedia
        self.locations = locations
        self.database = database
        self.signals = signals
        self.presence = presence
        self.clock = clock
    }

    /// Signs the device out: deletes its row, keys and tokens, closes its connections, and ends its part in calls. Returns
    /// whether it existed; ignores a device that is not this user's.
    @discardableResult
    func remove(_ identity: DeviceIdentity) async throws -> Bool {
        let wasThere = try await end { try DeviceRepository($0).remove(identity) }
        guard wasThere else { return false }
        remember([identity], at: clock.now())
        await forget(identity)
        return true
    }

    /// Signs the user's other devices out, a batch per transaction.
    func removeOthers(of caller: DeviceIdentity) async throws {
        while true {
            let now = clock.now()
            let removed = try await end { try DeviceRepository($0).removeOthers(of: caller, limit: Self.part) }
            remember(removed, at: now)
            await forget(removed)
            if removed.count < Self.part { return }
        }
    }

    /// Runs a transaction that may sign devices out. Whether it succeeds or not, the token cache is emptied before it returns.
    func end<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        defer { known.empty() }
        return try await database.write(body)
    }

    /// The devices removed in one transaction.
    private static let part = 100

    /// Remembers removals for `memory`, and drops older ones.
    private func remember(_ identities: [DeviceIdentity], at now: Timestamp) {
        removals.withLock { removals in
            removals = removals.filter { now < $0.value.advanced(bySeconds: Self.memory) }
            for identity in identities { removals[identity] = now }
        }
    }

    func wasRemoved(_ identity: DeviceIdentity, before now: Timestamp) -> Bool {
        removals.withLock { $0[identity] }.map { now < $0.advanced(bySeconds: Self.memory) } ?? false
    }

    /// Removes a device outside of the database, after its row was deleted.
    func forget(_ identity: DeviceIdentity) async {
        known.empty()
        await presence.deviceRemoved(identity)
        // After the call's removal: the device's sessions then belong to no call, and are not kept for its return.
        endMedia(identity)
        await signals.disconnect(identity)
    }

    /// The same for many, concurrently, so that their writes share one transaction.
    func forget(_ identities: [DeviceIdentity]) async {
        known.empty()
        await withTaskGroup(of: Void.self) { group in
            for identity in identities { group.addTask { await self.forget(identity) } }
        }
    }
}
