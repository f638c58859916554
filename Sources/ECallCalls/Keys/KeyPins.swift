import ECallSecurity

/// The keys that contacts' devices had when they were first seen (e2ee 8): pure.
///
/// A changed key and a new device of a known person are reported once; neither stops a call.
public struct KeyPins: Sendable, Equatable, Codable {
    /// `"<userId>_<deviceId>"` → lower-case hex SHA-256 of the key.
    private var pins: [String: String]

    public init() { pins = [:] }

    enum Finding: Equatable {
        case known
        case firstSeen
        case newDevice
        case changedKey
    }

    /// Compares and remembers. A key once changed is the known one from then on.
    mutating func check(_ address: DeviceAddress, _ key: DevicePublicKey) -> Finding {
        let text = address.description
        defer { pins[text] = key.pin }
        if let pin = pins[text] { return pin == key.pin ? .known : .changedKey }
        return pins.keys.contains { $0.hasPrefix("\(address.userID)_") } ? .newDevice : .firstSeen
    }
}
