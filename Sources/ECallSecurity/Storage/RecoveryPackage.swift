import struct Foundation.Data
import class Foundation.JSONDecoder

/// Why a recovery package is not made or not taken. Never carries the code or a key.
public enum RecoveryPackageError: Error, Sendable, Equatable {
    /// The text cannot be a recovery code.
    case malformedCode
    /// The file is not a recovery package, or cut short.
    case malformed
    /// It was made by a later version.
    case unsupportedVersion
    /// The code is wrong, or the file was changed: the two cannot be distinguished.
    case wrongCodeOrChanged
    /// Its content is not a pair of keys.
    case keys(KeyPairProblem)
    /// The system could not derive a key or encrypt.
    case failed
}

/// The RSA pair of a device in a sealed file (e2ee 1), as the app has it (wire-protocol 5.9): `{"publicKey","privateKey"}`, base64 of
/// PKCS#1 DER. The identity key is not in it, as it never leaves its device.
public enum RecoveryPackage {
    private struct Content: Decodable {
        let publicKey: String
        let privateKey: String
    }

    /// Seals a pair under a recovery code.
    ///
    /// - Parameter code: as `RecoveryCode.generate` made it, or as a person typed it.
    public static func seal(
        _ pair: DeviceKeyPair, under code: String, derivation: SealedFile.Derivation = .standard
    ) throws(RecoveryPackageError) -> [UInt8] {
        let secret = try secret(code)
        do throws(SealedFileError) {
            return try SealedFile.seal(content(of: pair), under: secret, derivation: derivation)
        } catch {
            throw RecoveryPackageError(error)
        }
    }

    /// Reads a package back.
    ///
    /// - Parameter code: as a person typed it.
    public static func open(_ package: [UInt8], with code: String) throws(RecoveryPackageError) -> DeviceKeyPair {
        let secret = try secret(code)
        let content: SecretBytes
        do throws(SealedFileError) { content = try SealedFile.open(package, with: secret) } catch {
            throw RecoveryPackageError(error)
        }
        return try pair(in: content)
    }

    /// Reads a package of the app (version 0x01), which a person has asked for: its key derivation is weak, and its secret was made
    /// up by a person.
    public static func openVersion1(
        _ package: [UInt8], with password: SecretBytes
    ) throws(RecoveryPackageError) -> DeviceKeyPair {
        let content: SecretBytes
        do throws(SealedFileError) { content = try SealedFile.openVersion1(package, with: password) } catch {
            throw RecoveryPackageError(error)
        }
        return try pair(in: content)
    }

    private static func secret(_ code: String) throws(RecoveryPackageError) -> SecretBytes {
        guard let code = RecoveryCode.normalize(code) else { throw .malformedCode }
        return SecretBytes(utf8: code)
    }

    private static func content(of pair: DeviceKeyPair) -> SecretBytes {
        var text = pair.exportDER().withUnsafeBytes { der in
            var der = Data(der)
            defer { der.withUnsafeMutableBytes { Overwrite.zero($0) } }
            return der.base64EncodedData()
        }
        defer { text.withUnsafeMutableBytes { Overwrite.zero($0) } }
        var bytes: [UInt8] = []
        // Reserved in advance: copies left behind by a growing array are not overwritten.
        bytes.reserveCapacity(text.count + pair.publicKey.text.utf8.count + 64)
        bytes += Array(#"{"publicKey":"\#(pair.publicKey.text)","privateKey":""#.utf8)
        bytes += text
        bytes += Array(#""}"#.utf8)
        return SecretBytes(taking: &bytes)
    }

    private static func pair(in content: SecretBytes) throws(RecoveryPackageError) -> DeviceKeyPair {
        let read = content.withUnsafeBytes { bytes in
            var copy = Data(bytes)
            defer { copy.withUnsafeMutableBytes { Overwrite.zero($0) } }
            return try? JSONDecoder().decode(Content.self, from: copy)
        }
        guard let read else { throw .malformed }
        do throws(KeyPairProblem) {
            return try DeviceKeyPair(importing: read.privateKey, matching: read.publicKey)
        } catch {
            throw .keys(error)
        }
    }
}

extension RecoveryPackageError {
    fileprivate init(_ error: SealedFileError) {
        self =
            switch error {
            case .malformed, .parametersOutOfRange: .malformed
            case .unsupportedVersion: .unsupportedVersion
            case .wrongSecretOrChanged: .wrongCodeOrChanged
            case .failed: .failed
            }
    }
}
