import NIOCore
import NIOSSL

/// The identity that a server must prove, beyond what NIOSSL checks of its certificate.
///
/// NIOSSL also accepts a certificate that is made out to the address of the connection (its iPAddress names), though the
/// connection was asked for by name: an attacker who answers DNS with an own address could have one for that address. RFC 9525
/// section 6.1 has a name compared with dNSName entries alone.
struct ServerIdentity: Sendable {
    /// The name that was asked for, in lower case; nil if it was an address, which NIOSSL checks as such.
    let name: String?
    let pins: CertificatePins?

    /// - Parameter host: as in a URL; brackets around an IPv6 address may be left out.
    init(host: String, pins: CertificatePins?) {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let isAddress = (try? NIOCore.SocketAddress(ipAddress: bare, port: 0)) != nil
        name = isAddress ? nil : (bare.hasSuffix(".") ? String(bare.dropLast()) : bare).lowercased()
        self.pins = pins
    }

    /// Whether a certificate is that server's.
    func matches(_ certificate: NIOSSLCertificate) -> Bool {
        if let name {
            let names = certificate._subjectAlternativeNames().filter { $0.nameType == .dnsName }
            guard names.contains(where: { Self.matches(name, String(decoding: $0.contents, as: UTF8.self)) }) else {
                return false
            }
        }
        guard let pins else { return true }
        guard let key = try? certificate.extractPublicKey().toSPKIBytes() else { return false }
        return pins.allow(subjectPublicKeyInfo: key)
    }

    /// Compares a name, in lower case, with one of a certificate. `*` stands for the first label of at least three (RFC 9525
    /// section 6.3).
    static func matches(_ name: String, _ pattern: String) -> Bool {
        let pattern = pattern.lowercased()
        guard pattern.hasPrefix("*.") else { return pattern == name }
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return false }
        let rest = pattern.dropFirst(2)
        return rest.contains(".") && !rest.contains("*") && name[name.index(after: dot)...] == rest
    }
}
