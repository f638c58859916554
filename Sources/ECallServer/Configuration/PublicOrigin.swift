import Hummingbird

/// The public origin of this server, as `https://host[:port]`.
struct PublicOrigin: Sendable {
    /// The configured origin; nil uses the request's authority.
    let configured: String?
    let isTLS: Bool

    init(_ settings: ServerSettings) {
        configured = settings.publicURL.map { String($0.reversed().drop { $0 == "/" }.reversed()) }
        isTLS = settings.tls != nil
    }

    /// Returns nil if no usable origin is known. The request's own authority is shown only to its sender.
    func origin(for request: Request) -> String? {
        if let configured { return configured }
        guard let authority = request.head.authority, Self.isAuthority(authority) else { return nil }
        return (isTLS ? "https://" : "http://") + authority
    }

    /// A host name or address with an optional port (RFC 3986 section 3.2.2), in plain characters.
    static func isAuthority(_ text: String) -> Bool {
        text.utf8.count <= 260
            && text.wholeMatch(of: /([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/) != nil
    }
}
