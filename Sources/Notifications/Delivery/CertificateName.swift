import NIOCore
import NIOSSL

/// Whether a certificate is made out to a name (RFC 9525 section 6.3). NIOSSL takes one that is made out to the address of the
/// connection, too: who leads a name to an address of their own has that.
struct CertificateName: Sendable {
    /// The certificate is another's.
    struct Mismatch: Error {}

    /// In lower case.
    let name: String

    /// Fails, and closes the connection, unless it is with the name's owner. Certificates are checked in all other ways before.
    func require(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
            let names = certificate?._subjectAlternativeNames().filter { $0.nameType == .dnsName } ?? []
            guard names.contains(where: { isNamed(by: String(decoding: $0.contents, as: UTF8.self)) }) else {
                throw Mismatch()
            }
        }.flatMapErrorThrowing { error in
            // Whoever made the connection hears of the failure first.
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
