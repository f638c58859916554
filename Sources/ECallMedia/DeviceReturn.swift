/// The chosen devices that are connected again during a call.
public struct DeviceReturn: Sendable, Equatable {
    /// The kinds whose chosen device was missing at the previous look.
    private var missing: Set<MediaDevice.Kind> = []

    public init() {}

    /// - Returns: the kinds whose chosen device is connected now and was not at the look before. The first look returns none.
    public mutating func look(at connected: ConnectedDevices, for wishes: DeviceWishes) -> Set<MediaDevice.Kind> {
        let chosen = Set(MediaDevice.Kind.allCases.filter { wishes[$0] != nil })
        let there = chosen.filter { wishes[$0]?.found(as: $0, in: connected) != nil }
        defer { missing = chosen.subtracting(there) }
        return there.intersection(missing)
    }
}
