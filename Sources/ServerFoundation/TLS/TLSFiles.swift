import Foundation
import HummingbirdCore
import HummingbirdTLS
package import NIOSSL

/// The PEM files with which the server terminates HTTPS itself, without a proxy.
public struct TLSFiles: Sendable, Equatable {
    /// The server's certificate, followed by the intermediates up to its authority.
    public let certificate: String
    /// The private key of the certificate.
    public let key: String
    /// The certificate of a local authority, offered at `/authority.crt` to people who decide to trust it.
    public let authority: String?

    public init(certificate: String, key: String, authority: String? = nil) {
        (self.certificate, self.key, self.authority) = (certificate, key, authority)
    }

    /// Loads the files.
    ///
    /// - Throws: `StartFailure`: a file is missing, unreadable or damaged, or the key belongs to another certificate.
    package func load() throws(StartFailure) -> ServerCertificate.Loaded {
        // Read once, so that the validated content is the one in use, here and by coturn.
        let pem = PEMPair(
            certificate: try Self.text(of: certificate, "The certificate"),
            key: try Self.text(of: key, "The private key"))
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(pem.certificate.utf8)), !certificates.isEmpty
        else { throw .certificateUnusable(certificate) }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: Array(pem.key.utf8), format: .pem) else {
            throw .keyUnusable(key)
        }
        let loaded = ServerCertificate.Loaded(certificates: certificates, key: privateKey, pem: pem)
        // Reports now what would otherwise fail at the first connection.
        guard (try? NIOSSLContext(configuration: Self.configuration(loaded))) != nil else {
            throw .keyOfAnotherCertificate(certificate: certificate, key: key)
        }
        return loaded
    }

    private static func text(of file: String, _ kind: String) throws(StartFailure) -> String {
        if let problem = FileAccess.problem(file) { throw .fileUnavailable(kind, file, problem) }
        return FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The local authority's certificate in PEM; nil if there is none.
    ///
    /// - Throws: `StartFailure.certificateUnusable`.
    package func loadAuthority() throws -> String? {
        guard let authority else { return nil }
        if let problem = FileAccess.problem(authority) {
            throw StartFailure.fileUnavailable("The authority's certificate", authority, problem)
        }
        // Phones accept no text before the certificate, and no long files.
        guard let data = FileManager.default.contents(atPath: authority), data.count < 65_536,
            data.starts(with: Data("-----BEGIN CERTIFICATE-----".utf8)),
            (try? NIOSSLCertificate.fromPEMBytes(Array(data)))?.isEmpty == false
        else { throw StartFailure.certificateUnusable(authority) }
        return String(decoding: data, as: UTF8.self)
    }

    /// The suites of TLS 1.2 in OpenSSL's syntax: with forward secrecy and authenticated encryption, none in CBC mode (RFC
    /// 9325 section 4.2).
    package static let cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// The server's configuration of TLS 1.2 and 1.3.
    package static func configuration(_ loaded: ServerCertificate.Loaded) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: loaded.chain, privateKey: .privateKey(loaded.key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = cipherSuites
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}

/// A certificate chain and the private key of its first certificate, in PEM.
package struct PEMPair: Sendable, Confidential {
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
