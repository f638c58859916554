import NIOCore
import NIOSSL

/// Checks that a certificate is valid for a host name (RFC 9525 section 6.3). NIOSSL also accepts one for the address of
/// the connection, which anyone has who points a name to an address of their own.
struct CertificateName: Sendable {
    /// The certificate is not valid for the name.
    struct Mismatch: Error {}

    /// The name in lower case.
    let name: String

    /// Fails, and closes the connection, unless the certificate is valid for the name. All other checks come first.
    func require(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
            let names = certificate?._subjectAlternativeNames().filter { $0.nameType == .dnsName } ?? []
            guard names.contains(where: { isNamed(by: String(decoding: $0.contents, as: UTF8.self)) }) else {
                throw Mismatch()
            }
        }.flatMapErrorThrowing { error in
            // The owner of the connection is told of the failure first.
            channel.eventLoop.execute { channel.close(promise: nil) }
            throw error
        }
    }

    /// `*` stands for one label, the first, of at least three.
    func isNamed(by pattern: String) -> Bool {
        let pattern = pattern.lowercased()
        guard pattern.hasPrefix("*.") else { return pattern == name }
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return false }
        let rest = pattern.dropFirst(2)
        return rest.contains(".") && !rest.contains("*") && name[name.index(after: dot)...] == rest
    }
}
