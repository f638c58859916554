import Foundation
import ServerFoundation

/// The origin that a proof must name (wire-protocol 2.4): the one under which a client knows this server. A page that
/// relays people to this server under another name has another origin.
struct SignInOrigin: Sendable {
    /// The configured origin, serialized as browsers do; nil if none is configured.
    private let configured: String?
    private let isTLS: Bool
    private let certificate: ServerCertificate?

    init(_ origin: PublicOrigin, certificate: ServerCertificate?) {
        configured = origin.configured.flatMap(Self.written)
        isTLS = origin.isTLS
        self.certificate = certificate
    }

    /// Without `publicURL`, the request's authority, as far as the certificate confirms it: a relay can write any
    /// authority. Without TLS nothing confirms it, and nothing else is secure either.
    ///
    /// - Parameter authority: host and port of the request.
    /// - Returns: nil if no usable origin is known.
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

    /// An origin in lower case, without the default port of its scheme (RFC 6454 section 6.2).
    static func written(_ address: String) -> String? {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard let port = parts.port, port != (scheme == "https" ? 443 : 80) else { return "\(scheme)://\(name)" }
        return "\(scheme)://\(name):\(port)"
    }
}
