public import ServerFoundation

/// What the operator decides about Janus and coturn.
public struct MediaSettings: Sendable {
    /// The host's own addresses for media, one of IPv4, one of IPv6, or both; none takes the first of each that others reach.
    public var addresses: [String]
    /// Where clients reach the one of IPv4, if it is another: one-to-one NAT stands before the host.
    public var publicAddress: String?
    /// coturn listens here; 0 takes any free port.
    public var turnPort = 3478
    /// Where there is a certificate: TURN in TLS.
    public var turnTLSPort = 5349
    /// coturn's own certificate and key (PEM files), where a proxy has those of HTTPS; nil takes the server's.
    public var turnCertificate: String?
    public var turnKey: String?
    /// Where clients reach TURN in TLS, if that is not the host of the public address at `turnTLSPort`.
    public var turnTLSAddress: HostPort?
    public var janusPorts = 20_000...24_999
    public var relayPorts = 25_000...29_999
    /// Whether `/janus` takes connections without credentials, as the stock app makes them (wire-protocol 6.5).
    public var takesStockClients = false

    /// Both files of coturn's own; nil where it has none.
    public var turnTLS: TLSFiles? {
        guard let turnCertificate, let turnKey else { return nil }
        return TLSFiles(certificate: turnCertificate, key: turnKey)
    }

    public init(address: String? = nil) { addresses = [address].compactMap(\.self) }
}
