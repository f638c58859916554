import ECallAPI
import ECallSecurity
import FrameCrypto

/// Finds the public keys of the devices of a call: fetched once, pinned, then used without asking the server again.
actor PeerKeys {
    typealias Fetch = @Sendable ([UserID]) async throws(CallFailure) -> PublicKeysResponse

    private let fetch: Fetch
    private let savePins: @Sendable (KeyPins) async -> Void
    private let notice: @Sendable (String) -> Void
    private var pins: KeyPins
    private var keys: [DeviceAddress: DevicePublicKey] = [:]
    /// What devices said of themselves.
    private var videoCodecs: [DeviceAddress: [String]] = [:]

    init(
        pins: KeyPins, fetch: @escaping Fetch, savePins: @escaping @Sendable (KeyPins) async -> Void,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.pins = pins
        self.fetch = fetch
        self.savePins = savePins
        self.notice = notice
    }

    /// All devices of these people that have a usable key.
    func load(_ users: [UserID]) async throws(CallFailure) -> [DeviceAddress: DevicePublicKey] {
        let answer = try await fetch(users)
        var loaded: [DeviceAddress: DevicePublicKey] = [:]
        let before = pins
        for (text, keyText) in answer.publicKeys.sorted(by: { $0.key < $1.key }) {
            guard let address = DeviceAddress(text), address.deviceID > 0, users.contains(UserID(address.userID)) else {
                continue
            }
            guard let key = try? DevicePublicKey(importing: keyText) else {
                notice("A device of user \(address.userID) has an unusable key and was left out.")
                continue
            }
            switch pins.check(address, key) {
            case .known, .firstSeen: break
            case .newDevice: notice("User \(address.userID) has a new device.")
            case .changedKey: notice("The key of a device of user \(address.userID) has changed.")
            }
            // What was taken first in this call stays, whatever the server says later.
            let kept = keys[address] ?? key
            loaded[address] = kept
            keys[address] = kept
            videoCodecs[address] = answer.videoCodecs?[text]
        }
        if pins != before { await savePins(pins) }
        return loaded
    }

    /// What all of these devices can receive: H.264 where they can, else VP8. A device that said nothing does H.264 alone.
    func commonVideoCodec(of devices: some Sequence<DeviceAddress>) -> FrameCodec {
        let canAll = devices.allSatisfy { videoCodecs[$0]?.contains(FrameCodec.h264.rawValue) ?? true }
        return canAll ? .h264 : .vp8
    }

    /// The key of one device of the call, if it was fetched before.
    func knownKey(of address: DeviceAddress) -> DevicePublicKey? { keys[address] }

    /// The key of one device of the call; asks the server only for a device that was not seen yet.
    func key(of address: DeviceAddress) async throws(CallFailure) -> DevicePublicKey? {
        if let key = keys[address] { return key }
        _ = try await load([UserID(address.userID)])
        return keys[address]
    }
}
