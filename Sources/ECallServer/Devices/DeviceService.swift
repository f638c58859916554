import ECallAPI
import ServerFoundation
import SignalRouting
import Synchronization

/// What happens to devices beyond the database: a device that is gone is gone everywhere, at once.
final class DeviceService: Sendable {
    let locations: any LocationLookup
    /// Of devices that are signed in.
    let known = KnownTokens()
    private let database: any Database
    private let signals: any SignalDelivery
    private let presence: any CallPresence
    private let endMedia: @Sendable (DeviceIdentity) -> Void
    private let clock: WallClock
    private let removals = Mutex<[DeviceIdentity: Timestamp]>([:])

    /// How long a removal is remembered for a request that is repeated, in seconds.
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

    /// Signs the device out: its row, keys and tokens, its connections, and what it does in a call. Whether it was there;
    /// a device that is not this user's is left alone.
    @discardableResult
    func remove(_ identity: DeviceIdentity) async throws -> Bool {
        let wasThere = try await end { try DeviceRepository($0).remove(identity) }
        guard wasThere else { return false }
        remember([identity], at: clock.now())
        await forget(identity)
        return true
    }

    /// Signs the user's other devices out: a part of them in each transaction.
    func removeOthers(of caller: DeviceIdentity) async throws {
        while true {
            let now = clock.now()
            let removed = try await end { try DeviceRepository($0).removeOthers(of: caller, limit: Self.part) }
            remember(removed, at: now)
            await forget(removed)
            if removed.count < Self.part { return }
        }
    }

    /// A transaction that may sign devices out. Before anybody hears of its end, whether it succeeded or not, no token is
    /// known any more.
    func end<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        defer { known.empty() }
        return try await database.write(body)
    }

    /// Devices that are removed in one transaction.
    private static let part = 100

    /// Keeps removals for `memory`, and none that are older.
    private func remember(_ identities: [DeviceIdentity], at now: Timestamp) {
        removals.withLock { removals in
            removals = removals.filter { now < $0.value.advanced(bySeconds: Self.memory) }
            for identity in identities { removals[identity] = now }
        }
    }

    /// Whether it was removed a short while ago.
    func wasRemoved(_ identity: DeviceIdentity, before now: Timestamp) -> Bool {
        removals.withLock { $0[identity] }.map { now < $0.advanced(bySeconds: Self.memory) } ?? false
    }

    /// The part outside of the database, for a device whose row is gone already.
    func forget(_ identity: DeviceIdentity) async {
        known.empty()
        await presence.deviceRemoved(identity)
        // Behind the call: what the device had open then belongs to none, and is not kept for it to come back to.
        endMedia(identity)
        await signals.disconnect(identity)
    }

    /// The same for many: what each of them waits for on the disk is one transaction.
    func forget(_ identities: [DeviceIdentity]) async {
        known.empty()
        await withTaskGroup(of: Void.self) { group in
            for identity in identities { group.addTask { await self.forget(identity) } }
        }
    }
}
