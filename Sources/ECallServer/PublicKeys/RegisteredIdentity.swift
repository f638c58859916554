import ECallAPI
import Foundation
import ServerFoundation

/// The part of an identity that the server reads (e2ee 1), signed by the key that it contains.
struct RegisteredIdentity: Sendable {
    private struct Payload: Decodable {
        let v: Int
        let address: String
        let serial: UInt64
        let rsa: String
        let sign: String
    }

    private static let (type, version) = ("ecall-identity", 2)

    let text: String
    let address: String
    /// A number that rises with each change.
    let serial: UInt64
    /// PKCS#1 DER.
    let rsa: Data
    /// The device's signing key, in base64url.
    let sign: String

    /// Returns nil for anything but an identity with its own signature.
    init?(verifying signed: SignedText) {
        guard signed.isHeaded(by: Self.type), let payload = signed.payload,
            let content = try? JSONDecoder().decode(Payload.self, from: payload), content.v == Self.version,
            let rsa = Base64URL.decode(content.rsa), Base64URL.decode(content.sign)?.count == 32,
            signed.isSigned(by: content.sign)
        else { return nil }
        (text, address, serial) = (signed.text, content.address, content.serial)
        (self.rsa, sign) = (rsa, content.sign)
    }

    /// The identity in a device's row; nil if the row has none of its own.
    init?(_ device: Device) {
        guard let signed = SignedText(device.identity) else { return nil }
        self.init(verifying: signed)
        guard isOwn(of: device, key: PublicKeyText(wellFormed: device.publicKey)) else { return nil }
    }

    fileprivate func isOwn(of device: Device, key: PublicKeyText?) -> Bool {
        address == DeviceKey(user: device.user, device: device.id).description && key?.kind == .rsa && key?.bytes == rsa
    }
}

/// A change of a signed-in device's keys (wire-protocol 1.8, 12). Pure.
///
/// An access token alone changes no key: a thief of one would put another key where contacts and the next sign-in look for
/// the device's own.
struct KeyChange: Sendable {
    let key: PublicKeyText?
    let identity: SignedText?

    /// Throws 400 `ErrRegisterDeviceFailed` if the device must not have these keys.
    func check(for device: Device) throws(APIFailure) {
        let registered = RegisteredIdentity(device)
        guard let identity else {
            guard let key, let registered, key.bytes != registered.rsa else { return }
            throw Self.refusal("The public key of a device with an identity changes only with its next identity")
        }
        guard let shown = RegisteredIdentity(verifying: identity) else {
            throw Self.refusal("identity is not an ecall-identity, or its signature is not by the key in it")
        }
        guard shown.isOwn(of: device, key: key ?? PublicKeyText(wellFormed: device.publicKey)) else {
            throw Self.refusal("identity must name this device's address and its RSA public key")
        }
        guard let registered, registered.text != shown.text else { return }
        guard registered.sign == shown.sign else {
            throw Self.refusal("identity is not signed by the key that this device has registered; sign in anew")
        }
        guard registered.serial < shown.serial else {
            throw Self.refusal("The serial of an identity must be above that of the one before")
        }
    }

    private static func refusal(_ text: String) -> APIFailure { APIFailure(.registerDeviceFailed, text) }
}
