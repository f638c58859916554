import ECallMedia

/// The output of `ecall media`.
struct MediaList: Codable, Sendable, Equatable {
    struct Device: Codable, Sendable, Equatable {
        var kind: MediaDevice.Kind
        var id: String
        var name: String
        var isDefault: Bool
        /// For all calls of the profile.
        var isChosen: Bool
        /// Chosen ones are listed while they are away, too.
        var isConnected: Bool
    }

    var devices: [Device]
    var hasSoundServer: Bool
    var cancelsEcho: Bool

    init(_ connected: ConnectedDevices, chosen: DeviceWishes) {
        hasSoundServer = connected.hasSoundServer
        cancelsEcho = chosen.cancelsEcho
        devices = MediaDevice.Kind.allCases.flatMap { kind in
            let wish = chosen[kind]
            let found = wish?.found(as: kind, in: connected)
            var list = connected.of(kind).map { device in
                Device(
                    kind: kind, id: device.id, name: device.name, isDefault: device.isDefault,
                    isChosen: device == found, isConnected: true)
            }
            if let wish, found == nil {
                list.append(
                    Device(
                        kind: kind, id: wish.id, name: wish.name, isDefault: false, isChosen: true, isConnected: false))
            }
            return list
        }
    }
}
