import Crypto
public import ECallLanguage
public import Foundation
import NIOSSL

/// The certificates that a person trusts for a server whose certificate no authority of the system has signed. Public data: no
/// private key is ever read into it.
public struct OwnAuthorities: Sendable, Equatable {
    /// The facts that a person compares before they trust a certificate.
    public struct Certificate: Sendable, Equatable {
        /// The subject's common name, or its organization; empty if it has neither. At most 64 characters, none of which
        /// changes how a line looks.
        public let name: String
        /// SHA-256 of the certificate as `openssl x509 -fingerprint -sha256` prints it: upper-case hex with colons.
        public let fingerprint: String
        /// The end of its validity, in seconds since 1970.
        public let expiry: TimeInterval
    }

    /// The reason a file or text is refused.
    public enum Problem: ExplainedError, Sendable, Equatable, CaseIterable {
        case tooLarge
        case noCertificate
        /// The file also contains a private key, which belongs on the server alone.
        case privateKey
        case tooMany

        public var text: Text {
            switch self {
            case .tooLarge: .errorsAuthorityTooLarge
            case .noCertificate: .errorsAuthorityNoCertificate
            case .privateKey: .errorsAuthorityPrivateKey
            case .tooMany: .errorsAuthorityTooMany(count: OwnAuthorities.most)
            }
        }
    }

    /// Bytes that a file has at most.
    public static let largest = 64 * 1024
    /// The most certificates in a file: a person must compare those that they trust.
    public static let most = 3

    /// In the order of the file, without duplicates; never empty.
    public let certificates: [Certificate]
    /// The certificates alone, each as DER (X.690).
    let encoded: [Data]

    /// Reads one certificate as DER, or up to three as PEM (RFC 7468). Text around PEM blocks is ignored.
    public init(_ data: Data) throws(Problem) {
        guard data.count <= Self.largest else { throw .tooLarge }
        let found: [NIOSSLCertificate]
        do {
            if data.first == 0x30 {
                found = [try NIOSSLCertificate(bytes: Array(data), format: .der)]
            } else {
                let hasKey = ["PRIVATE", " KEY-----"].allSatisfy { data.range(of: Data($0.utf8)) != nil }
                guard !hasKey else { throw Problem.privateKey }
                found = try NIOSSLCertificate.fromPEMBytes(Array(data))
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .noCertificate
        }
        try self.init(found)
    }

    private init(_ found: [NIOSSLCertificate]) throws(Problem) {
        var (certificates, encoded) = ([Certificate](), [Data]())
        for one in found {
            guard let bytes = try? one.toDERBytes() else { throw .noCertificate }
            let der = Data(bytes)
            guard !encoded.contains(der) else { continue }
            encoded.append(der)
            certificates.append(
                Certificate(
                    name: CertificateSubject.name(in: bytes), fingerprint: Self.fingerprint(of: bytes),
                    expiry: TimeInterval(one.notValidAfter)))
        }
        guard !encoded.isEmpty else { throw .noCertificate }
        guard encoded.count <= Self.most else { throw .tooMany }
        (self.certificates, self.encoded) = (certificates, encoded)
    }

    /// The certificates as BoringSSL has them; they were read before.
    var parsed: [NIOSSLCertificate] {
        encoded.compactMap { try? NIOSSLCertificate(bytes: Array($0), format: .der) }
    }

    private static func fingerprint(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { String(format: "%02X", $0) }.joined(separator: ":")
    }
}

extension OwnAuthorities: Codable {
    /// Reads what `encode` wrote: an array of DER certificates.
    public init(from decoder: any Decoder) throws {
        let kept = try decoder.singleValueContainer().decode([Data].self)
        try self.init(kept.map { try NIOSSLCertificate(bytes: Array($0), format: .der) })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoded)
    }
}
