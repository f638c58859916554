import Crypto
import ECallSecurity
import Testing

@testable import FrameCrypto

@Suite("SFrame, RFC 9605", .timeLimit(.minutes(1)))
struct SFrameTests {
    private let cipher = FrameCipher()

    @Test("all published headers are encoded and decoded")
    func headers() {
        #expect(RFC9605.vectors.header.count == 289)
        for vector in RFC9605.vectors.header {
            let header = SFrameHeader(keyID: vector.kid, counter: vector.ctr)
            #expect(header.encoded.hex == vector.encoded)
            let bytes = [UInt8](hex: vector.encoded)
            let decoded = SFrameHeader.decode(bytes[...])
            #expect(decoded?.header == header)
            #expect(decoded?.length == bytes.count)
            for length in 0..<bytes.count { #expect(SFrameHeader.decode(bytes[..<length]) == nil) }
        }
    }

    @Test(
        "a second encoding of a value is refused",
        arguments: ["8000", "8007", "8801ff", "0800", "0807", "09000a", "9000ff00", "f80000000000000001", "8f07"])
    func strictHeader(hex: String) {
        #expect(SFrameHeader.decode([UInt8](hex: hex + "0000000000000000000000000000000000")[...]) == nil)
    }

    @Test("every two-byte header decodes to fields that encode to the same bytes, or is refused")
    func headerIsInjective() {
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                let bytes = [first, second, 0x7F, 0x80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
                guard let (header, length) = SFrameHeader.decode(bytes[...]) else { continue }
                #expect(header.encoded == Array(bytes[..<length]))
            }
        }
    }

    @Test("the key schedule of all five suites is that of the published vectors", arguments: RFC9605.vectors.sframe)
    func keySchedule(vector: RFC9605.Frame) throws {
        let suite = try #require(SFrameSuite(rawValue: vector.cipher_suite))
        let keyLabel = SFrameKey.label("key", keyID: vector.kid, suite: suite)
        let saltLabel = SFrameKey.label("salt", keyID: vector.kid, suite: suite)
        #expect(keyLabel.hex == vector.sframe_key_label)
        #expect(saltLabel.hex == vector.sframe_salt_label)
        let secret = cipher.extract(
            suite.hash, salt: [], inputKey: SymmetricKey(data: [UInt8](hex: vector.base_key)))
        #expect(secret.hex == vector.sframe_secret)
        let key = cipher.expand(suite.hash, pseudoRandomKey: secret, info: keyLabel, length: suite.keyLength)
        #expect(key.hex == vector.sframe_key)
        let salt = cipher.expandToBytes(suite.hash, pseudoRandomKey: secret, info: saltLabel, length: 12)
        #expect(salt.hex == vector.sframe_salt)
    }

    /// 002-23
    @Test(
        "frames of the GCM suites are those of the published vectors, byte for byte",
        arguments: RFC9605.vectors.sframe.filter { $0.cipher_suite >= 4 },
        FrameCipher.Library.allCases)
    func frames(vector: RFC9605.Frame, library: FrameCipher.Library) throws {
        let key = try frameKey(vector, library)
        let plaintext = [UInt8](hex: vector.pt)
        let metadata = [UInt8](hex: vector.metadata)
        let sealed = try #require(key.seal(plaintext[...], counter: vector.ctr, metadata: metadata[...]))
        #expect(sealed.hex == vector.ct)
        let (header, length) = try #require(SFrameHeader.decode(sealed[...]))
        #expect(header == SFrameHeader(keyID: vector.kid, counter: vector.ctr))
        #expect(key.open(sealed[...], headerLength: length, counter: vector.ctr, metadata: metadata[...]) == plaintext)
        let clear: [UInt8] = [6, 7, 8]
        let behind = key.seal(plaintext[...], counter: vector.ctr, metadata: metadata[...], behind: clear[...])
        #expect(behind == clear + sealed)
        let opened = key.open(
            sealed[...], headerLength: length, counter: vector.ctr, metadata: metadata[...], behind: clear[...])
        #expect(opened == clear + plaintext)
    }

    @Test(
        "a frame with any bit changed does not open", arguments: RFC9605.vectors.sframe.filter { $0.cipher_suite == 5 },
        FrameCipher.Library.allCases)
    func tampered(vector: RFC9605.Frame, library: FrameCipher.Library) throws {
        let key = try frameKey(vector, library)
        let metadata = [UInt8](hex: vector.metadata)
        let sealed = [UInt8](hex: vector.ct)
        let length = try #require(SFrameHeader.decode(sealed[...])).length
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(key.open(changed[...], headerLength: length, counter: vector.ctr, metadata: metadata[...]) == nil)
        }
        for cut in 0..<sealed.count {
            #expect(
                key.open(sealed[..<cut], headerLength: min(cut, length), counter: vector.ctr, metadata: metadata[...])
                    == nil)
        }
        #expect(key.open(sealed[...], headerLength: length, counter: vector.ctr + 1, metadata: metadata[...]) == nil)
        #expect(key.open(sealed[...], headerLength: length, counter: vector.ctr, metadata: []) == nil)
    }

    @Test(
        "suites without an AEAD here seal and open nothing",
        arguments: RFC9605.vectors.sframe.filter { $0.cipher_suite < 4 }, FrameCipher.Library.allCases)
    func notOffered(vector: RFC9605.Frame, library: FrameCipher.Library) throws {
        let key = try frameKey(vector, library)
        let metadata = [UInt8](hex: vector.metadata)
        #expect(key.seal([3, 4], counter: 0, metadata: metadata[...]) == nil)
        let sealed = [UInt8](hex: vector.ct)
        #expect(key.open(sealed[...], headerLength: 5, counter: vector.ctr, metadata: metadata[...]) == nil)
    }

    private func frameKey(_ vector: RFC9605.Frame, _ library: FrameCipher.Library) throws -> SFrameKey {
        SFrameKey(
            suite: try #require(SFrameSuite(rawValue: vector.cipher_suite)),
            baseKey: SymmetricKey(data: [UInt8](hex: vector.base_key)), keyID: vector.kid,
            provider: FrameCipher(library))
    }
}

extension SymmetricKey {
    var hex: String { withUnsafeBytes { [UInt8]($0).hex } }
}
