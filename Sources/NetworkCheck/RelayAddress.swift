public import ECallAPI

/// The transport between a client and a TURN server; from there on media are UDP.
public enum RelayTransport: String, Sendable, Codable, CaseIterable {
    case udp, tcp, tls

    /// The name as people write it.
    public var name: String { rawValue.uppercased() }
}

/// A transport to a TURN server.
public struct RelayAddress: Sendable, Hashable {
    public let host: String
    public let port: Int
    public let transport: RelayTransport

    public init(host: String, port: Int, transport: RelayTransport) {
        (self.host, self.port, self.transport) = (host, port, transport)
    }

    /// Reads the address of a TURN URI; nil for DTLS, which is not supported here.
    public init?(_ uri: TURNURI) {
        switch (uri.isSecure, uri.transport) {
        case (false, .tcp): transport = .tcp
        case (false, nil), (false, .udp): transport = .udp
        case (true, nil), (true, .tcp): transport = .tls
        case (true, .udp): return nil
        }
        (host, port) = (uri.host, uri.port)
    }

    /// The transports that a server names; if it names only UDP, also TCP on the same port, which coturn accepts too. UDP
    /// first, TLS last, each once.
    public static func all(of uris: [TURNURI]) -> [RelayAddress] {
        let named = uris.compactMap { RelayAddress($0) }
        let derived = named.filter { $0.transport == .udp }
            .map { RelayAddress(host: $0.host, port: $0.port, transport: .tcp) }
        var known: Set<RelayAddress> = []
        let all = (named + derived).filter { known.insert($0).inserted }
        return RelayTransport.allCases.flatMap { transport in all.filter { $0.transport == transport } }
    }
}
