import Foundation
import Testing

@testable import ECallSecurity

@Suite("Sealed file", .timeLimit(.minutes(1)))
struct SealedFileTests {
    private static let content = Array("a private key".utf8)
    private let secret = SecretBytes(utf8: "correct horse")

    private func seal(_ derivation: SealedFile.Derivation) throws -> [UInt8] {
        try SealedFile.seal(Self.content.secret, under: secret, derivation: derivation)
    }

    @Test("a sealed secret opens", arguments: [SealedFile.Derivation.pbkdf2(iterations: 600_000), .scrypt(log2N: 15)])
    func roundTrip(derivation: SealedFile.Derivation) throws {
        let file = try seal(derivation)
        #expect(try SealedFile.open(file, with: secret).bytes == Self.content)
        #expect(try seal(derivation) != file)
        #expect(throws: SealedFileError.wrongSecretOrChanged) {
            try SealedFile.open(file, with: SecretBytes(utf8: "correct horsf"))
        }
    }

    @Test("a change anywhere in salt, nonce, content or tag is detected")
    func changed() throws {
        let file = try seal(.scrypt(log2N: 15))
        for index in [8, 39, 40, 51, 52, file.count - 17, file.count - 16, file.count - 1] {
            var changed = file
            changed[index] ^= 1
            #expect(throws: SealedFileError.wrongSecretOrChanged) { try SealedFile.open(changed, with: secret) }
        }
    }

    @Test(
        "costs outside the bounds are refused before any work is done",
        arguments: [
            [1, 0, 0, 0, 0, 0, 0], [1, 0, 0x09, 0x27, 0xBF, 0, 0], [1, 0, 0x98, 0x96, 0x81, 0, 0],
            [1, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0], [2, 0, 0, 0, 14, 8, 1], [2, 0, 0, 0, 19, 8, 1], [2, 0, 0, 0, 15, 7, 1],
            [2, 0, 0, 0, 15, 8, 2], [2, 0, 0, 0, 15, 0, 1], [0, 0, 0, 0, 15, 8, 1], [3, 0, 0, 0, 15, 8, 1],
            [1, 0, 0x09, 0x27, 0xC0, 8, 1],
        ] as [[UInt8]])
    func parameters(header: [UInt8]) {
        let file = [0x02] + header + [UInt8](repeating: 0, count: 100)
        #expect(throws: SealedFileError.parametersOutOfRange) { try SealedFile.open(file, with: secret) }
    }

    @Test(
        "costs outside the bounds are not used for sealing",
        arguments: [
            SealedFile.Derivation.pbkdf2(iterations: 599_999), .pbkdf2(iterations: 10_000_001), .scrypt(log2N: 14),
            .scrypt(log2N: 19),
        ])
    func weak(derivation: SealedFile.Derivation) {
        #expect(throws: SealedFileError.parametersOutOfRange) { try seal(derivation) }
    }

    @Test("short, long and foreign bytes are refused")
    func malformed() throws {
        #expect(throws: SealedFileError.malformed) { try SealedFile.open([], with: secret) }
        #expect(throws: SealedFileError.unsupportedVersion) { try SealedFile.open([0x01, 2, 3], with: secret) }
        let header: [UInt8] = [2, 2, 0, 0, 0, 15, 8, 1]
        #expect(throws: SealedFileError.malformed) {
            try SealedFile.open(header + [UInt8](repeating: 0, count: 59), with: secret)
        }
        #expect(throws: SealedFileError.malformed) {
            try SealedFile.open(header + [UInt8](repeating: 0, count: 1 << 20), with: secret)
        }
        #expect(throws: SealedFileError.failed) { try SealedFile.open(try seal(.scrypt(log2N: 15)), with: [].secret) }
    }

    @Test("a recovery package of version 1 opens on request")
    func version1() throws {
        let file =
            [0x01] + [UInt8](repeating: 0x44, count: 32) + [UInt8](repeating: 0x55, count: 12)
            + [UInt8](
                hex: "fe0b12b43d2980f91d62fd68878a2843c1fbe163aace5d6ac0726e21246f574c18cb9fc4ae3a0390f5d8f715df4dced"
                    + "e96b375b4de61a9ed")
        #expect(
            try SealedFile.openVersion1(file, with: secret).bytes
                == Array(#"{"publicKey":"AAAA","privateKey":"BBBB"}"#.utf8))
        #expect(throws: SealedFileError.unsupportedVersion) { try SealedFile.open(file, with: secret) }
        #expect(throws: SealedFileError.wrongSecretOrChanged) {
            try SealedFile.openVersion1(file, with: SecretBytes(utf8: "x"))
        }
        #expect(throws: SealedFileError.malformed) { try SealedFile.openVersion1(Array(file[..<60]), with: secret) }
        #expect(throws: SealedFileError.unsupportedVersion) { try SealedFile.openVersion1([2], with: secret) }
    }

    @Test("a device key survives sealing and opening")
    func deviceKey() throws {
        let pair = try DeviceKeyPair.generate()
        let file = try SealedFile.seal(pair.exportDER(), under: secret, derivation: .scrypt(log2N: 15))
        let opened = try DeviceKeyPair(der: SealedFile.open(file, with: secret))
        #expect(opened.publicKey == pair.publicKey)
        let key = CallKey()
        #expect(try CallKeyEnvelope.wrap(key, for: pair.publicKey).unwrap(with: opened).hex == key.hex)
    }
}

@Suite("Recovery code", .timeLimit(.minutes(1)))
struct RecoveryCodeTests {
    @Test("a code has 120 bits in six groups, and no two are alike")
    func generate() throws {
        let codes = (0..<200).map { _ in RecoveryCode.generate() }
        #expect(Set(codes).count == codes.count)
        for code in codes {
            #expect(code.wholeMatch(of: /([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}/) != nil)
            #expect(RecoveryCode.normalize(code) == code)
        }
        let letters = codes.joined().filter { $0 != "-" }
        #expect(Set(letters).count == 32)
    }

    @Test(
        "typed codes are understood in every spelling",
        arguments: [
            "0123-4567-89AB-CDEF-GHJK-1100", "0123456789abcdefghjk1100", " o123 4567_89ab cdef ghjk-ilOo ",
        ])
    func normalize(typed: String) {
        #expect(RecoveryCode.normalize(typed) == "0123-4567-89AB-CDEF-GHJK-1100")
    }

    @Test(
        "any other text is not a code",
        arguments: ["", "0123", "0123-4567-89AB-CDEF-GHJK-110U", "0123-4567-89AB-CDEF-GHJK-11000"])
    func refused(typed: String) {
        #expect(RecoveryCode.normalize(typed) == nil)
    }
}

extension [UInt8] {
    var secret: SecretBytes { withUnsafeBytes { SecretBytes(copying: $0) } }

    init(hex: String) {
        var digits = hex[...]
        self = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            append(byte)
            digits = digits.dropFirst(2)
        }
    }

    var hex: String { map { String(format: "%02x", $0) }.joined() }
}

extension SecretBytes {
    var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
