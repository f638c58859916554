import Crypto
import CryptoExtras
import ECallSecurity
import Foundation
import Testing

/// Pairs of keys that openssl has made, and malformed ones.
@Suite("Key pairs that a user imports", .timeLimit(.minutes(1)))
struct KeyPairImportTests {
    private struct Vectors: Decodable {
        struct Pair: Decodable {
            let name, privateKey: String
            let publicKey: String?
            /// "" for an accepted pair; its public key in wire format is `text`.
            let problem, text: String
        }
        let pairs: [Pair]
    }

    private static func vectors() throws -> [Vectors.Pair] {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/key-pairs.json").standardizedFileURL
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).pairs
    }

    /// 000-25, 000-77
    @Test("an imported pair needs the right form, size and matching halves; the error names the reason")
    func pairs() throws {
        for row in try Self.vectors() {
            var problem = ""
            do throws(KeyPairProblem) {
                let pair = try DeviceKeyPair(importing: row.privateKey, matching: row.publicKey)
                #expect(pair.publicKey.text == row.text, "\(row.name)")
            } catch {
                problem = "\(error)"
            }
            #expect(problem == row.problem, "\(row.name)")
        }
        // Each reason is met.
        #expect(Set(try Self.vectors().map(\.problem)) == Set(KeyPairProblem.allCases.map { "\($0)" } + [""]))
    }
}

@Suite("Recovery packages", .timeLimit(.minutes(1)))
struct RecoveryPackageTests {
    private static let code = "7K2M-4567-89AB-CDEF-GHJK-1100"
    private static let cheap = SealedFile.Derivation.scrypt(log2N: 15)

    private static func failure(_ package: [UInt8], _ code: String) -> RecoveryPackageError? {
        do throws(RecoveryPackageError) {
            _ = try RecoveryPackage.open(package, with: code)
            return nil
        } catch {
            return error
        }
    }

    /// 000-24
    @Test("a saved pair is restored by its code, however that is typed, and by no other")
    func roundTrip() throws {
        let pair = try DeviceKeyPair.generate()
        let package = try RecoveryPackage.seal(pair, under: Self.code, derivation: Self.cheap)
        for typed in [Self.code, " 7k2m 4567 89ab cdef ghjk iloo "] {
            let back = try RecoveryPackage.open(package, with: typed)
            #expect(back.publicKey == pair.publicKey)
            #expect(back.exportDER().withUnsafeBytes { Array($0) } == pair.exportDER().withUnsafeBytes { Array($0) })
        }
        #expect(Self.failure(package, "7K2M-4567-89AB-CDEF-GHJK-1101") == .wrongCodeOrChanged)
        #expect(Self.failure(package, "7K2M") == .malformedCode)
        #expect(throws: RecoveryPackageError.malformedCode) { try RecoveryPackage.seal(pair, under: "hunter2") }
        // It contains neither key.
        let text = String(decoding: package, as: UTF8.self)
        #expect(!text.contains("publicKey") && !text.contains(pair.publicKey.text.prefix(40)))
    }

    /// The format of wire-protocol 5.9: a password chosen by a person, and nothing authenticated but the content.
    @Test("a package of the app is opened only on request, and not mistaken for one of this program")
    func version1() throws {
        let pair = try DeviceKeyPair.generate()
        let private64 = pair.exportDER().withUnsafeBytes { Data($0).base64EncodedString() }
        let content = #"{"privateKey":"\#(private64)","publicKey":"\#(pair.publicKey.text)"}"#
        let (password, salt) = (Data("hunter2".utf8), Data(repeating: 7, count: 32))
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: 100_000)
        let sealed = try #require(try AES.GCM.seal(Data(content.utf8), using: key).combined)
        let package = [0x01] + Array(salt) + Array(sealed)
        let back = try RecoveryPackage.openVersion1(package, with: SecretBytes(utf8: "hunter2"))
        #expect(back.publicKey == pair.publicKey)
        #expect(throws: RecoveryPackageError.wrongCodeOrChanged) {
            try RecoveryPackage.openVersion1(package, with: SecretBytes(utf8: "hunter3"))
        }
        #expect(Self.failure(package, Self.code) == .unsupportedVersion)
    }

    @Test("a foreign, changed, truncated or newer file is reported as such as far as possible")
    func damaged() throws {
        let pair = try DeviceKeyPair.generate()
        let package = try RecoveryPackage.seal(pair, under: Self.code, derivation: Self.cheap)
        var changed = package
        changed[package.count - 1] ^= 1
        var later = package
        later[0] = 3
        var costly = package
        costly[5] = 31
        for (file, reason) in [
            (changed, RecoveryPackageError.wrongCodeOrChanged), (Array(package.dropLast()), .wrongCodeOrChanged),
            (later, .unsupportedVersion), (costly, .malformed), ([], .malformed),
            (Array(package.prefix(60)), .malformed),
        ] {
            #expect(Self.failure(file, Self.code) == reason)
        }
        for content in ["{}", "Hello", #"{"publicKey":"","privateKey":""}"#] {
            let sealed = try SealedFile.seal(
                SecretBytes(utf8: content), under: SecretBytes(utf8: Self.code), derivation: Self.cheap)
            #expect(Self.failure(sealed, Self.code) == (content.count < 10 ? .malformed : .keys(.privateUnreadable)))
        }
    }
}
