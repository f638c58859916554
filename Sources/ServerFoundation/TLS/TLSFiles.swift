import Foundation
import HummingbirdCore
import HummingbirdTLS
package import NIOSSL

/// The PEM files with which the server speaks HTTPS itself, without a proxy in front.
public struct TLSFiles: Sendable, Equatable {
    /// The server's certificate, and behind it those that lead to its authority.
    public let certificate: String
    /// The private key of the certificate.
    public let key: String
    /// The certificate of a local authority, offered at `/authority.crt` to those who decide to trust it.
    public let authority: String?

    public init(certificate: String, key: String, authority: String? = nil) {
        (self.certificate, self.key, self.authority) = (certificate, key, authority)
    }

    /// What is in the files.
    ///
    /// - Throws: `StartFailure`: which file is missing, cannot be read or is damaged, or that the key is another
    ///   certificate's.
    package func load() throws(StartFailure) -> ServerCertificate.Loaded {
        // Read once: what was looked at is what is used, here and by coturn.
        let pem = PEMPair(
            certificate: try Self.text(of: certificate, "The certificate"),
            key: try Self.text(of: key, "The private key"))
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(pem.certificate.utf8)), !certificates.isEmpty
        else { throw .certificateUnusable(certificate) }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: Array(pem.key.utf8), format: .pem) else {
            throw .keyUnusable(key)
        }
        let loaded = ServerCertificate.Loaded(certificates: certificates, key: privateKey, pem: pem)
        // Says now what would otherwise fail at the first connection.
        guard (try? NIOSSLContext(configuration: Self.configuration(loaded))) != nil else {
            throw .keyOfAnotherCertificate(certificate: certificate, key: key)
        }
        return loaded
    }

    private static func text(of file: String, _ kind: String) throws(StartFailure) -> String {
        if let problem = FileAccess.problem(file) { throw .fileUnavailable(kind, file, problem) }
        return FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The local authority's certificate in PEM; nil where there is none.
    ///
    /// - Throws: `StartFailure.certificateUnusable`.
    package func loadAuthority() throws -> String? {
        guard let authority else { return nil }
        if let problem = FileAccess.problem(authority) {
            throw StartFailure.fileUnavailable("The authority's certificate", authority, problem)
        }
        // Phones take nothing before the certificate, and no long files.
        guard let data = FileManager.default.contents(atPath: authority), data.count < 65_536,
            data.starts(with: Data("-----BEGIN CERTIFICATE-----".utf8)),
            (try? NIOSSLCertificate.fromPEMBytes(Array(data)))?.isEmpty == false
        else { throw StartFailure.certificateUnusable(authority) }
        return String(decoding: data, as: UTF8.self)
    }

    /// Those of TLS 1.2, as OpenSSL writes them: with forward secrecy and authenticated encryption, none in CBC mode (RFC 9325
    /// section 4.2).
    package static let cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// The server's side of TLS 1.2 and 1.3.
    package static func configuration(_ loaded: ServerCertificate.Loaded) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: loaded.chain, privateKey: .privateKey(loaded.key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = cipherSuites
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}

/// A chain of certificates and the private key of the first, in PEM.
package struct PEMPair: Sendable, Confidential {
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
