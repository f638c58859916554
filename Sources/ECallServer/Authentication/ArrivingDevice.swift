import ECallAPI
import Notifications
import ServerFoundation

/// A device that signs in: its description of itself, and how it reached the server.
struct ArrivingDevice: Sendable {
    let details: DeviceDetails
    let address: String
    /// The server's origin, which the device's proof must name; nil if the server has none.
    var origin: String?
    /// The language of the header `Accept-Language`, for devices that declare none.
    var accepted = MessageLocale(.english)

    /// The hash of its public key; empty if it gave none.
    var keyHash: String { details.publicKey?.hash ?? "" }

    /// Distinguishes a client's retry after a lost answer from another party's request with the same code and the device's
    /// public key, which contacts know: by the proof that only the device can make. A device without a proof is identified
    /// by its address and its whole description, push tokens included. nil without a key.
    var repetition: String? {
        guard let key = details.publicKey else { return nil }
        if let proof = details.proof { return HexDigest.sha256("\(key.text)\u{0}\(proof.text)") }
        let said = [
            key.text, details.voipToken, details.apnsToken, details.deviceName, details.systemName,
            details.systemVersion, details.identifier, details.videoCodecs, details.language,
            "\(details.forDataOnly)", address,
        ]
        return HexDigest.sha256(said.joined(separator: "\u{0}"))
    }
}

/// The result of registering a device that signed in.
struct DeviceArrival: Sendable {
    let id: DeviceID
    /// Whether it got a new row. Otherwise its proof found its earlier row.
    let isNew: Bool
    /// Devices that were signed out because the account had too many.
    let removed: [DeviceIdentity]
}
