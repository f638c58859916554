public import ServerFoundation

/// The operator's settings of Janus and coturn.
public struct MediaSettings: Sendable {
    /// The host's own addresses for media, one of IPv4, one of IPv6, or both; empty selects the first reachable one of each.
    public var addresses: [String]
    /// The public IPv4 address, if it differs: the host is behind one-to-one NAT.
    public var publicAddress: String?
    /// The port of coturn; 0 selects any free port.
    public var turnPort = 3478
    /// The port of TURN over TLS, if there is a certificate.
    public var turnTLSPort = 5349
    /// coturn's own certificate and key (PEM files), for a server whose HTTPS a proxy terminates; nil uses the server's.
    public var turnCertificate: String?
    public var turnKey: String?
    /// The public address of TURN over TLS, if it is not the host of the public URL at `turnTLSPort`.
    public var turnTLSAddress: HostPort?
    public var janusPorts = 20_000...24_999
    public var relayPorts = 25_000...29_999
    /// Whether `/janus` accepts connections without credentials, as the stock app makes them (wire-protocol 6.5).
    public var takesStockClients = false

    /// coturn's own certificate and key; nil if it has none.
    public var turnTLS: TLSFiles? {
        guard let turnCertificate, let turnKey else { return nil }
        return TLSFiles(certificate: turnCertificate, key: turnKey)
    }

    public init(address: String? = nil) { addresses = [address].compactMap(\.self) }
}
