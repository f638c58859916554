package import NIOSSL

extension TestAuthority {
    /// The TLS configuration of a Hummingbird server with the certificate.
    package func tlsOfServer() throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
        return .makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
    }
}
