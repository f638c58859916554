import HummingbirdCore
import HummingbirdTLS
import NIOSSL

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

    /// The server's side of TLS 1.2 and 1.3.
    ///
    /// - Throws: `StartFailure.certificateUnusable` when a file cannot be read or the key is another certificate's.
    func configuration() throws -> TLSConfiguration {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(privateKey))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            // Says at the start what would otherwise fail at the first connection.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw StartFailure.certificateUnusable(certificate)
        }
    }
}
