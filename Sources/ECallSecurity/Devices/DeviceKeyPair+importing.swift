import struct Foundation.Data

/// Why an imported key pair is rejected. Never contains a key.
public enum KeyPairProblem: Error, Sendable, Equatable, CaseIterable {
    /// The private key is under a passphrase of its own.
    case encrypted
    /// A public key was given instead of the private one.
    case publicInPlaceOfPrivate
    /// The text is not a private key as PEM (PKCS#1, PKCS#8) or base64 of either.
    case privateUnreadable
    /// The text is not a public key as PEM (SubjectPublicKeyInfo, PKCS#1) or base64 of either.
    case publicUnreadable
    /// A key of another kind: elliptic curves, or RSA for signatures alone.
    case notRSA
    /// Below 2048 or above 4096 bits.
    case unsupportedSize
    /// The public exponent is not 65537.
    case unsupportedExponent
    /// The public key is that of another private one.
    case halvesDiffer
}

extension DeviceKeyPair {
    /// Reads a pair that was created elsewhere. Pasted text cannot be overwritten afterwards: the caller must clear the input
    /// field.
    ///
    /// - Parameters:
    ///   - privateText: PEM (PKCS#1 or PKCS#8) or base64 of either.
    ///   - publicText: PEM (SubjectPublicKeyInfo or PKCS#1) or base64 of either; nil where only the private key was given.
    public convenience init(importing privateText: String, matching publicText: String?) throws(KeyPairProblem) {
        let problem = KeyPairText.problem(ofPrivate: privateText)
        do throws(DeviceKeyError) {
            try self.init(importing: privateText)
        } catch .unsupportedSize {
            throw .unsupportedSize
        } catch .unsupportedExponent {
            throw .unsupportedExponent
        } catch {
            throw problem
        }
        guard let publicText else { return }
        let given: DevicePublicKey
        do throws(DeviceKeyError) {
            given = try DevicePublicKey(importing: publicText)
        } catch .unsupportedSize {
            throw .unsupportedSize
        } catch .unsupportedExponent {
            throw .unsupportedExponent
        } catch {
            throw .publicUnreadable
        }
        guard given == publicKey else { throw given.isRSA ? .halvesDiffer : .notRSA }
    }
}

/// The problem with the text of a key that could not be read.
private enum KeyPairText {
    /// rsaEncryption of RFC 8017, appendix A.1, in DER.
    private static let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

    static func problem(ofPrivate text: String) -> KeyPairProblem {
        let first = text.trimmed.prefix { !$0.isNewline }
        if first.contains("ENCRYPTED") || text.contains("Proc-Type: 4,ENCRYPTED") { return .encrypted }
        if first.contains("PUBLIC KEY") || (try? DevicePublicKey(importing: text)) != nil {
            return .publicInPlaceOfPrivate
        }
        if first.contains("EC PRIVATE KEY") || first.contains("DSA PRIVATE KEY") { return .notRSA }
        guard var der = KeyText.decode(text, labels: ["PRIVATE KEY"]) else { return .privateUnreadable }
        defer { der.withUnsafeMutableBytes { Overwrite.zero($0) } }
        return isOfAnotherKind(der) ? .notRSA : .privateUnreadable
    }

    /// Whether it is `PrivateKeyInfo` (RFC 5208) whose algorithm is not rsaEncryption: version 0 and an algorithm directly
    /// after the outer length.
    private static func isOfAnotherKind(_ der: Data) -> Bool {
        let bytes = Array(der.prefix(48))
        guard bytes.count > 16, bytes[0] == 0x30 else { return false }
        let length = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
        let content = Array(bytes.dropFirst(2 + length))
        guard content.starts(with: [0x02, 0x01, 0x00, 0x30]), content.count > 16 else { return false }
        return !content.dropFirst(5).starts(with: rsaEncryption)
    }
}
