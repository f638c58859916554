import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import ECallSecurity

@Suite("Envelopes and device keys", .timeLimit(.minutes(1)))
struct EnvelopeTests {
    private static let pair: DeviceKeyPair = {
        do { return try DeviceKeyPair.generate() } catch { fatalError("no key: \(error)") }
    }()

    @Test("002-1: a call key reaches the device it is wrapped for, and no other")
    func roundTrip() throws {
        let key = CallKey()
        let envelope = try CallKeyEnvelope.wrap(key, for: Self.pair.publicKey)
        #expect(envelope.text.count == 344)
        #expect(try CallKeyEnvelope(text: envelope.text).unwrap(with: Self.pair).hex == key.hex)
        let other = try DeviceKeyPair.generate()
        #expect(throws: EnvelopeError.unwrapFailed) { try envelope.unwrap(with: other) }
    }

    @Test(
        "all failures to open an envelope give one error",
        arguments: [
            "", "AAAA", "not base64!", String(repeating: "A", count: 344), String(repeating: "/", count: 344),
            String(repeating: "A", count: 4000), "a:b", ":",
        ])
    func broken(text: String) {
        #expect(throws: EnvelopeError.unwrapFailed) { try CallKeyEnvelope(text: text).unwrap(with: Self.pair) }
    }

    @Test("OAEP with SHA-1, PKCS#1 v1.5 and keys of another length are refused")
    func downgrade() throws {
        let publicKey = try _RSA.Encryption.PublicKey(
            derRepresentation: try #require(Data(base64Encoded: Self.pair.publicKey.text)))
        let key = [UInt8](repeating: 5, count: 32)
        let wrapped = try [
            publicKey.encrypt(key, padding: .PKCS1_OAEP),
            publicKey.encrypt(key, padding: ._WEAK_AND_INSECURE_PKCS_V1_5),
            publicKey.encrypt(key.dropLast(), padding: .PKCS1_OAEP_SHA256),
            publicKey.encrypt(key + [1], padding: .PKCS1_OAEP_SHA256),
            publicKey.encrypt([], padding: .PKCS1_OAEP_SHA256),
        ]
        for ciphertext in wrapped {
            #expect(throws: EnvelopeError.unwrapFailed) {
                try CallKeyEnvelope(text: ciphertext.base64EncodedString()).unwrap(with: Self.pair)
            }
        }
    }

    @Test("the published P-256 wrap opens on the receiving side")
    func p256Vector() throws {
        let recipient = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 0x22, count: 32))
        let text =
            "AhfmF/C2RDkoJ4+WmZ5pojpPLBUr321s32bluAKC1O0ZSn3ry5dxLS3aPKhaqHZaVvRfx1hZllLyiXxlMG5XlA==:MzMzMzMzMzMzMz"
            + "MzGv79NDPJ9d45c6q53Xpy7DCLqkaVttzBEBOI5VUOEk0SipS8PGVIKPTxMcYhfFrG"
        let expected = try #require(Array(0..<32 as Range<UInt8>).withUnsafeBytes { CallKey(copying: $0) })
        #expect(try P256Envelope.unwrap(text, with: recipient).hex == expected.hex)
        let changed = text.replacingOccurrences(of: "MzGv79", with: "MzGv78")
        for wrong in [changed, text + ":AA", String(text.dropLast(4)), "", ":" + text] {
            #expect(throws: EnvelopeError.unwrapFailed) { try P256Envelope.unwrap(wrong, with: recipient) }
        }
    }

    @Test("a P-256 peer gets the key under a fresh key pair each time")
    func p256() throws {
        let recipient = P256.KeyAgreement.PrivateKey()
        let publicKey = try DevicePublicKey(importing: recipient.publicKey.rawRepresentation.base64EncodedString())
        #expect(!publicKey.isRSA)
        let key = CallKey()
        let first = try CallKeyEnvelope.wrap(key, for: publicKey).text
        let second = try CallKeyEnvelope.wrap(key, for: publicKey).text
        #expect(first.count == 169)
        #expect(first.split(separator: ":")[0] != second.split(separator: ":")[0])
        #expect(try P256Envelope.unwrap(first, with: recipient).hex == key.hex)
    }

    /// 001-10
    @Test("publicKeyHash is over the text")
    func hash() throws {
        let text = "AhfmF/C2RDkoJ4+WmZ5pojpPLBUr321s32bluAKC1O0ZSn3ry5dxLS3aPKhaqHZaVvRfx1hZllLyiXxlMG5XlA=="
        let key = try DevicePublicKey(importing: text)
        #expect(key.text == text)
        #expect(key.publicKeyHash == "1469aa8b46254a18b67f17a26f4d9465412cef300fe13e75cf203d9248cc6942")
    }

    @Test("003-2: a public key is read from every accepted form, and is then one key with one pin")
    func importPublic() throws {
        let key = try _RSA.Encryption.PublicKey(
            derRepresentation: try #require(Data(base64Encoded: Self.pair.publicKey.text)))
        let pkcs1 = key.pkcs1DERRepresentation.base64EncodedString()
        #expect(pkcs1.count == 360)
        let urlSafe = pkcs1.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        let forms = [
            pkcs1, urlSafe, urlSafe.trimmingCharacters(in: ["="]), key.derRepresentation.base64EncodedString(),
            key.pemRepresentation, key.pkcs1PEMRepresentation, "\n  " + key.pemRepresentation + "\n",
            key.pemRepresentation.replacingOccurrences(of: "\n", with: "\r\n"),
        ]
        for form in forms {
            let imported = try DevicePublicKey(importing: form)
            #expect(imported == Self.pair.publicKey)
            #expect(imported.pin == SHA256.hash(data: key.pkcs1DERRepresentation).hex)
            #expect(imported.text == pkcs1)
        }
    }

    /// 000-77
    @Test("a private key is read from every accepted form")
    func importPrivate() throws {
        let der = Self.pair.exportDER()
        let key = try der.withUnsafeBytes { try _RSA.Encryption.PrivateKey(derRepresentation: $0) }
        for form in [
            key.pemRepresentation, key.pkcs8PEMRepresentation, key.derRepresentation.base64EncodedString(),
        ] {
            #expect(try DeviceKeyPair(importing: form).publicKey == Self.pair.publicKey)
        }
        #expect(try DeviceKeyPair(der: der).publicKey == Self.pair.publicKey)
        for form in ["", "AAAA", key.publicKey.pemRepresentation, Self.pair.publicKey.text] {
            #expect(throws: DeviceKeyError.notAKey) { try DeviceKeyPair(importing: form) }
        }
    }

    @Test(
        "a text that is not a key is refused",
        arguments: ["", "=", "AAAA", "A", "%%%%", "-----BEGIN PUBLIC KEY-----", String(repeating: "A", count: 9000)])
    func refused(text: String) {
        #expect(throws: DeviceKeyError.notAKey) { try DevicePublicKey(importing: text) }
    }

    @Test("bytes behind a key, private keys and foreign labels are refused")
    func refusedForms() throws {
        let text = Self.pair.publicKey.text
        let longer = try #require(Data(base64Encoded: text)) + [0]
        let der = Self.pair.exportDER()
        let key = try der.withUnsafeBytes { try _RSA.Encryption.PrivateKey(derRepresentation: $0) }
        let pem = key.publicKey.pemRepresentation
        for form in [
            longer.base64EncodedString(), key.pemRepresentation, key.derRepresentation.base64EncodedString(),
            pem.replacingOccurrences(of: "PUBLIC KEY", with: "CERTIFICATE"),
            pem.replacingOccurrences(of: "END PUBLIC", with: "END PRIVATE"),
        ] {
            #expect(throws: DeviceKeyError.notAKey) { try DevicePublicKey(importing: form) }
        }
    }

    @Test("small and huge keys and other exponents are refused; up to 4096 bits are accepted")
    func sizes() throws {
        func text(_ bits: Int, exponent: [UInt8] = [1, 0, 1]) throws -> String {
            // An odd number of that size is enough: its factors are not needed.
            var modulus = [UInt8](repeating: 0xB5, count: bits / 8)
            modulus[0] = 0xC1
            let integers = [modulus, exponent].map { der(0x02, ($0[0] & 0x80 != 0 ? [0] : []) + $0) }
            return Data(der(0x30, integers.flatMap { $0 })).base64EncodedString()
        }
        for bits in [2048, 3072, 4096] { #expect(try DevicePublicKey(importing: text(bits)).isRSA) }
        for bits in [1024, 1536, 2040] {
            #expect(throws: DeviceKeyError.unsupportedSize) { try DevicePublicKey(importing: text(bits)) }
        }
        for bits in [4104, 8192] {
            #expect(throws: DeviceKeyError.unsupportedSize) { try DevicePublicKey(importing: text(bits)) }
        }
        for exponent in [[3], [17], [1, 0, 3]] as [[UInt8]] {
            #expect(throws: DeviceKeyError.unsupportedExponent) {
                try DevicePublicKey(importing: text(2048, exponent: exponent))
            }
        }
    }

    private func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let (high, low) = (UInt8(content.count >> 8), UInt8(content.count & 0xFF))
        let length: [UInt8] = content.count < 128 ? [low] : content.count < 256 ? [0x81, low] : [0x82, high, low]
        return [tag] + length + content
    }
}
