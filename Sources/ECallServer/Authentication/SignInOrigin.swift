import Foundation
import ServerFoundation

/// The origin that a proof has to name (wire-protocol 2.4): the one under which a client knows this server. A page that relays
/// people to it under a name of its own has another one.
struct SignInOrigin: Sendable {
    /// What the operator says, as browsers write it; nil where nothing was said.
    private let configured: String?
    private let isTLS: Bool
    private let certificate: ServerCertificate?

    init(_ origin: PublicOrigin, certificate: ServerCertificate?) {
        configured = origin.configured.flatMap(Self.written)
        isTLS = origin.isTLS
        self.certificate = certificate
    }

    /// Without `publicURL` what the request names, as far as the certificate bears that out: whoever relays requests
    /// writes what they want. Without TLS nothing does, and nothing else is safe either.
    ///
    /// - Parameter authority: host and port of the request.
    /// - Returns: nil where nothing usable is known.
    func origin(for authority: String) -> String? {
        if let configured { return configured }
        guard PublicOrigin.isAuthority(authority),
            let origin = Self.written((isTLS ? "https://" : "http://") + authority)
        else { return nil }
        if isTLS {
            guard let certificate, let host = URLComponents(string: origin)?.host,
                certificate.names(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
            else { return nil }
        }
        return origin
    }

    /// An origin in lower case, without the port that its scheme stands for (RFC 6454 section 6.2).
    static func written(_ address: String) -> String? {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard let port = parts.port, port != (scheme == "https" ? 443 : 80) else { return "\(scheme)://\(name)" }
        return "\(scheme)://\(name):\(port)"
    }
}
