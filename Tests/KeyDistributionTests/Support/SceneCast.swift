import ECallSecurity
import Synchronization
import TestSupport

@testable import KeyDistribution

/// The devices of a scene, and their knowledge of each other.
struct SceneCast {
    /// User and device of each name; `ana2` and `bo2` are further devices of a person. `p1` and so on are a crowd.
    static let names: [String: (user: UInt64, device: UInt64)] = [
        "ana": (1, 11), "ana2": (1, 12), "ana3": (1, 13), "ana4": (1, 14), "ana5": (1, 15), "bo": (2, 21),
        "bo2": (2, 22),
        "cem": (3, 31), "dan": (4, 41), "eve": (5, 51), "fay": (6, 61),
    ]

    var seed: UInt64 = 1
    var pins: [String: DevicePins] = [:]
    var vouches: [String: Vouch] = [:]
    /// The chains behind the vouches in joins.
    var chains: [String: [VouchLink]] = [:]
    /// Makes what wraps for one entry.
    var makeWrapping: @Sendable () -> any ChannelWrapping = { UnprotectedWrapping() }
    /// The devices with ML-KEM.
    var postQuantum: Set<String> = []
    /// Identities that replace those of the names.
    var devices: [String: OwnDevice] = [:]

    /// RSA is left out, so that a scene takes milliseconds.
    static var plain: SceneCast { SceneCast() }

    func address(_ name: String) -> DeviceAddress {
        if let numbers = Self.names[name] { return DeviceAddress(userID: numbers.user, deviceID: numbers.device) }
        guard name.hasPrefix("p"), let number = UInt64(name.dropFirst()) else {
            preconditionFailure("\(name) is none of the cast")
        }
        return DeviceAddress(userID: 1_000 + number, deviceID: 10_000 + number)
    }

    func device(_ name: String) -> OwnDevice { devices[name] ?? Self.made[name, self] }

    func secrets(_ name: String, random: inout SeededGenerator) -> JoinSecrets {
        JoinSecrets.draw(postQuantum: postQuantum.contains(name), using: &random)
    }

    func invite(by name: String, join: ObjectHash, callees: [UInt64], room: UInt64) -> String {
        let invite = try? Invite.make(
            roomID: room, caller: address(name), join: join, callees: callees, isVideo: true, seq: 1,
            issuedAt: 1_700_000_000_000, signingKey: device(name).signingKey)
        guard let invite else { preconditionFailure("the cast can sign") }
        return invite.text
    }

    private static let made = MadeDevices()
}

/// Makes each device once: RSA keys take long to make.
private final class MadeDevices: Sendable {
    private let devices = Mutex<[String: OwnDevice]>([:])

    subscript(name: String, cast: SceneCast) -> OwnDevice {
        devices.withLock { devices in
            if let device = devices[name] { return device }
            // A crowd shares a pair, since making one takes long.
            let pair = Int(name.dropFirst()) == nil ? nil : devices.values.first?.keyPair
            let device = OwnDevice.made(for: cast.address(name), keyPair: pair)
            devices[name] = device
            return device
        }
    }
}

extension OwnDevice {
    /// A device with keys of its own.
    static func made(for address: DeviceAddress, serial: UInt64 = 1, keyPair: DeviceKeyPair? = nil) -> OwnDevice {
        guard let keyPair = try? keyPair ?? .generate() else { preconditionFailure("keys can be made") }
        let signingKey = SigningKeyPair.generate()
        let identity = try? SignedIdentity.make(
            address: address, serial: serial, rsa: keyPair.publicKey, signingKey: signingKey,
            createdAt: 1_700_000_000_000)
        guard let identity else { preconditionFailure("an identity can be signed") }
        return OwnDevice(identity: identity, signingKey: signingKey, keyPair: keyPair)
    }
}

/// Wraps nothing: for schedules with thousands of channels. The vectors cover the real wrapping.
struct UnprotectedWrapping: ChannelWrapping {
    func wrap(_ secret: SecretBytes, for recipient: DevicePublicKey) -> [UInt8]? {
        secret.withUnsafeBytes { Array($0) }
    }

    func unwrap(_ wrapped: [UInt8], with keyPair: DeviceKeyPair) -> SecretBytes? {
        wrapped.count == 32 ? wrapped.withUnsafeBytes { SecretBytes(copying: $0) } : nil
    }

    func encapsulate(to publicKey: [UInt8]) -> (secret: SecretBytes, ciphertext: [UInt8])? {
        SystemChannelWrapping().encapsulate(to: publicKey)
    }
}

/// As long as the result of RSA-OAEP, without its cost.
struct PaddedWrapping: ChannelWrapping {
    private let plain = UnprotectedWrapping()

    func wrap(_ secret: SecretBytes, for recipient: DevicePublicKey) -> [UInt8]? {
        plain.wrap(secret, for: recipient).map { $0 + [UInt8](repeating: 0, count: 256 - $0.count) }
    }

    func unwrap(_ wrapped: [UInt8], with keyPair: DeviceKeyPair) -> SecretBytes? {
        plain.unwrap(Array(wrapped.prefix(32)), with: keyPair)
    }

    func encapsulate(to publicKey: [UInt8]) -> (secret: SecretBytes, ciphertext: [UInt8])? {
        plain.encapsulate(to: publicKey)
    }
}

extension SceneCast {
    /// A join of a device outside of the cast, newer than any of them.
    static func join(of device: OwnDevice) -> String {
        var random = SeededGenerator(seed: 99)
        let secrets = JoinSecrets.draw(postQuantum: false, using: &random)
        let entry = try? OwnEntry(device, room: Scene.room, seq: 1_900_000_000_000, secrets: secrets)
        guard let entry else { preconditionFailure("a device can sign") }
        return entry.join.text
    }

    static func vouch(by name: String, for other: String) -> String {
        let vouch = try? Vouch.make(
            identity: plain.device(other).identity.hash, by: plain.address(name), issuedAt: 1_700_000_000_000,
            signingKey: plain.device(name).signingKey)
        guard let vouch else { preconditionFailure("the cast can sign") }
        return vouch.text
    }

    static func revoke(of other: String, by name: String) -> String {
        let revoke = try? Revoke.make(
            sign: plain.device(other).identity.sign, by: plain.address(name), issuedAt: 1_700_000_000_000,
            signingKey: plain.device(name).signingKey)
        guard let revoke else { preconditionFailure("the cast can sign") }
        return revoke.text
    }
}

extension DevicePins {
    /// Returns the pins of a device that has met these devices in an earlier call.
    static func knowing(_ identities: [SignedIdentity]) -> DevicePins {
        var pins = DevicePins()
        for identity in identities {
            pins[identity.address] = Pin(sign: identity.sign.text, serial: identity.serial, basis: .firstUse)
        }
        return pins
    }
}

extension SignedIdentity {
    /// Another identity of the same device, as after its keys were lost.
    static func other(of name: String) -> SignedIdentity {
        OwnDevice.made(for: SceneCast.plain.address(name)).identity
    }
}
