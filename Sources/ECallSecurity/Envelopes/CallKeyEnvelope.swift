import Crypto
import CryptoExtras
import ECallAPI

import struct Foundation.Data

/// The reason why an envelope could not be made or opened. All failures to open are one, so that no one learns which it was.
public enum EnvelopeError: Error, Sendable, Equatable {
    case wrapFailed
    case unwrapFailed
}

/// A call key on its way to one device: the `encryptedAESKey` of the protocol (e2ee 2, wire-protocol 5.2).
public enum CallKeyEnvelope: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// Base64 of RSA-OAEP-SHA256, or two parts for a P-256 device. Not signed.
    case v1(String)

    /// Takes a string of a signal as an envelope; it is validated when it is opened.
    public init(text: String) { self = .v1(text) }

    /// The text that the signal carries.
    public var text: String {
        switch self {
        case .v1(let text): text
        }
    }

    /// Wraps a key for one device; 344 characters for RSA-2048.
    public static func wrap(
        _ key: CallKey, for recipient: DevicePublicKey
    ) throws(EnvelopeError) -> CallKeyEnvelope {
        switch recipient.kind {
        case .p256(let raw):
            return .v1(try P256Envelope.wrap(key, for: raw))
        case .rsa(let pkcs1):
            defer { Overwrite.unusedStack() }
            let wrapped = key.secret.withUnsafeBytes { bytes in
                try? _RSA.Encryption.PublicKey(derRepresentation: pkcs1).encrypt(bytes, padding: .PKCS1_OAEP_SHA256)
            }
            guard let wrapped else { throw .wrapFailed }
            return .v1(wrapped.base64EncodedString())
        }
    }

    /// Opens an envelope that was made for this device.
    public func unwrap(with keyPair: DeviceKeyPair) throws(EnvelopeError) -> CallKey {
        switch self {
        case .v1(let text):
            guard text.utf8.count <= 1024, let ciphertext = Base64.decode(text),
                let key = keyPair.decryptCallKey(ciphertext)
            else { throw .unwrapFailed }
            return key
        }
    }

    public var description: String { "CallKeyEnvelope" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
