public import ECallCore
public import KeyDistribution

/// The stored identities of others. Only one writes at a time: the call while there is one, otherwise the owner of the calls.
public struct DevicePinStore: Sendable {
    private let storage: any KeyStorage
    private let people: KeptPeopleStore?

    /// - Parameter people: keeps the history beside the pins; nil if none is written.
    public init(_ storage: any KeyStorage, people: KeptPeopleStore? = nil) {
        (self.storage, self.people) = (storage, people)
    }

    /// Returns the stored pins; empty if there are none.
    public func read() throws(KeyStorageError) -> DevicePins {
        try storage.value(.devicePins, as: DevicePins.self) ?? DevicePins()
    }

    /// Returns the stored pins; an unreadable store counts as empty, so that strangers are called *new*.
    func readable() -> DevicePins { (try? read()) ?? DevicePins() }

    func save(_ pins: DevicePins) throws(KeyStorageError) {
        people?.follow(pins)
        try storage.store(pins, as: .devicePins)
    }

    /// Stores the person's finding while no call is running; returns whether it holds now: a device that was revoked is not verified.
    public func note(_ note: DeviceNote) throws(CallFailure) -> Bool {
        try syncStep { () throws(KeyStorageError) in
            var pins = try read()
            pins.note(note)
            try save(pins)
        }
        return try holds(note)
    }

    func holds(_ note: DeviceNote) throws(CallFailure) -> Bool {
        try syncStep { () throws(KeyStorageError) in try read().holds(note) }
    }
}
