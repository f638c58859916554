import ECallAPI

/// What happens to devices beyond the database: a device that is gone is gone everywhere, at once.
struct DeviceService: Sendable {
    let database: any Database
    let signals: any SignalDelivery
    let presence: any CallPresence
    var locations: any LocationLookup = NoLocations()

    /// Signs the device out: its row, keys and tokens, its signalling session, and what it does in a call.
    func remove(_ identity: DeviceIdentity) async throws {
        _ = try await database.write { try DeviceRepository($0).remove(identity) }
        await forget(identity)
    }

    /// The part outside of the database, for a device whose row is gone already.
    func forget(_ identity: DeviceIdentity) async {
        await presence.deviceRemoved(identity)
        await signals.disconnect(identity.device)
    }
}
