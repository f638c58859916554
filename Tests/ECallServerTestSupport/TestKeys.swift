import Crypto
import Foundation

/// Public keys as sent by devices.
enum TestKeys {
    static func p256() -> String { P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation.base64EncodedString() }

    /// A value in the form of an RSA key with 2048 bits; it is not usable.
    static func rsa(bits: Int = 2048) -> String {
        var modulus = (0..<(bits / 8)).map { _ in UInt8.random(in: .min ... .max) }
        modulus[0] |= 0x80
        modulus[modulus.count - 1] |= 1
        let fields = integer([0] + modulus) + integer([1, 0, 1])
        return Data([0x30, 0x82, UInt8(fields.count >> 8), UInt8(fields.count & 0xFF)] + fields).base64EncodedString()
    }

    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let length =
            bytes.count < 0x80
            ? [UInt8(bytes.count)] : [0x82, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        return [0x02] + length + bytes
    }
}
