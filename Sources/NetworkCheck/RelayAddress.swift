/// How a client speaks with a TURN server; from there on media are UDP.
public enum RelayTransport: String, Sendable, Codable, CaseIterable {
    case udp, tcp, tls

    /// As people write it.
    public var name: String { rawValue.uppercased() }
}

/// One way to a TURN server.
public struct RelayAddress: Sendable, Hashable {
    public let host: String
    public let port: Int
    public let transport: RelayTransport

    public init(host: String, port: Int, transport: RelayTransport) {
        (self.host, self.port, self.transport) = (host, port, transport)
    }

    /// Reads a TURN URI (RFC 7065); nil for other schemes, for DTLS, and for what is none.
    public init?(uri: String) {
        guard let colon = uri.firstIndex(of: ":"), uri.utf8.count <= 512 else { return nil }
        let parts = uri[uri.index(after: colon)...].split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let named = parts.count == 2 ? parts[1].lowercased() : nil
        let isSecure: Bool
        switch (uri[..<colon].lowercased(), named) {
        case ("turn", nil), ("turn", "transport=udp"): (isSecure, transport) = (false, .udp)
        case ("turn", "transport=tcp"): (isSecure, transport) = (false, .tcp)
        case ("turns", nil), ("turns", "transport=tcp"): (isSecure, transport) = (true, .tls)
        default: return nil
        }
        guard let (host, port) = parts.first.flatMap(Self.split) else { return nil }
        self.host = host
        self.port = port ?? (isSecure ? 5_349 : 3_478)
    }

    private static func split(_ text: Substring) -> (host: String, port: Int?)? {
        // IPv6 stands in brackets.
        guard !text.hasPrefix("[") || text.contains("]") else { return nil }
        let end =
            text.hasPrefix("[") ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)]
        let rest = text[host.endIndex...]
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        if rest.isEmpty { return (name, nil) }
        guard rest.hasPrefix(":"), let port = Int(rest.dropFirst()), (1...65_535).contains(port) else { return nil }
        return (name, port)
    }

    /// The ways that a server names, and where it names UDP alone TCP on the same port, which coturn takes too; UDP first, TLS
    /// last, each once.
    public static func all(of uris: [String]) -> [RelayAddress] {
        let named = uris.compactMap { RelayAddress(uri: $0) }
        let derived = named.filter { $0.transport == .udp }
            .map { RelayAddress(host: $0.host, port: $0.port, transport: .tcp) }
        var known: Set<RelayAddress> = []
        let all = (named + derived).filter { known.insert($0).inserted }
        return RelayTransport.allCases.flatMap { transport in all.filter { $0.transport == transport } }
    }
}
