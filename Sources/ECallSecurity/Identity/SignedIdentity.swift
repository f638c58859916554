import Crypto
import ECallAPI

/// The long-term public keys of a device, signed by its own: the value that others pin (e2ee 1).
public struct SignedIdentity: Sendable, Hashable {
    /// The JWS.
    public let text: String
    /// `H(identity)`.
    public let hash: ObjectHash
    public let address: DeviceAddress
    /// Rises with a new RSA key.
    public let serial: UInt64
    public let rsa: DevicePublicKey
    public let sign: SigningPublicKey
    /// Unix milliseconds.
    public let createdAt: UInt64
    /// The device's own description; nil if it has none that can be shown. Not proven in any way.
    public let says: String?

    private static let version: UInt64 = 2

    /// Reads an identity and checks that it is signed by the key it shows.
    public init(verifying text: String) throws(SignedObjectError) {
        let object = try SignedObject.Unverified(text, .identity)
        var payload = object.payload
        guard try payload.integer("v") == Self.version else { throw .malformed }
        address = try payload.address("address")
        serial = try payload.integer("serial")
        let rsa = try payload.bytes("rsa")
        guard let sign = SigningPublicKey(bytes: try payload.bytes("sign", count: SigningPublicKey.length)),
            let key = try? DevicePublicKey(pkcs1: rsa)
        else { throw .unacceptableKey }
        createdAt = try payload.integer("createdAt")
        // An unreadable member counts as absent, like an unknown one.
        says = (try? payload.bytes("device")).flatMap(DeviceClaim.read)
        (self.rsa, self.sign, self.text) = (key, sign, text)
        hash = ObjectHash(of: text)
        try object.verify(by: sign)
    }

    /// Whether its device signed in before another one of the person, according to both.
    public func isOlder(than other: SignedIdentity) -> Bool { createdAt < other.createdAt }

    /// Signs an identity.
    ///
    /// - Parameter says: what the device says it is, 64 bytes of UTF-8 at most.
    public static func make(
        address: DeviceAddress, serial: UInt64, rsa: DevicePublicKey, signingKey: SigningKeyPair, createdAt: UInt64,
        says: String? = nil
    ) throws(SignedObjectError) -> SignedIdentity {
        guard let pkcs1 = rsa.pkcs1 else { throw .unacceptableKey }
        var payload = PayloadText()
        payload.add("v", version)
        payload.add("address", address.description)
        payload.add("serial", serial)
        payload.add("rsa", pkcs1)
        payload.add("sign", signingKey.publicKey.bytes)
        payload.add("createdAt", createdAt)
        if let says { payload.add("device", Array(says.utf8)) }
        return try SignedIdentity(verifying: try SignedObject.sign(payload, .identity, with: signingKey))
    }
}
