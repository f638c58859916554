import ECallAPI
import ServerFoundation

/// A device that signs in: what it says about itself, and how it reached the server.
struct ArrivingDevice: Sendable {
    let details: DeviceDetails
    /// The client's address.
    let address: String
    /// The server's origin, against which its proof is held; nil where the server knows none.
    var origin: String?

    /// Of its public key; "" where it gave none.
    var keyHash: String { details.publicKey?.hash ?? "" }

    /// Tells a request that a client repeats, because its answer was lost, from one by somebody else who has the code and the
    /// device's public key, which contacts know: by the proof that only the device can make. A device without one is told by
    /// its address and everything it says about itself, push tokens included. nil where there is not even a key.
    var repetition: String? {
        guard let key = details.publicKey else { return nil }
        if let proof = details.proof { return HexDigest.sha256("\(key.text)\u{0}\(proof.text)") }
        let said = [
            key.text, details.voipToken, details.apnsToken, details.deviceName, details.systemName,
            details.systemVersion, details.identifier, details.videoCodecs, "\(details.forDataOnly)", address,
        ]
        return HexDigest.sha256(said.joined(separator: "\u{0}"))
    }
}

/// What became of a device that signed in.
struct DeviceArrival: Sendable {
    let id: DeviceID
    /// Whether it has a row of its own since then. Its proof found the row of before otherwise.
    let isNew: Bool
    /// Devices that went because there were too many.
    let removed: [DeviceIdentity]
}
