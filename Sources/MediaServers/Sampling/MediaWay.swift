/// How media of a client reach Janus.
package enum MediaWay: String, Sendable, CaseIterable {
    case udp
    /// Through coturn, by the transport between the client and coturn.
    case relayUDP = "relay-udp"
    case relayTCP = "relay-tcp"
    case relayTLS = "relay-tls"

    /// The way of a connection whose packets come from `remote`.
    ///
    /// - Parameter relays: the protocol of the client of each allocation, by the relay's address.
    package init(remote: String, relays: [String: String]) {
        // Janus' own type of a candidate isn't used: a relay is peer-reflexive to it if its packets come before its candidate.
        guard let transport = relays[remote] else {
            self = .udp
            return
        }
        self = transport.hasPrefix("TLS") ? .relayTLS : transport.hasPrefix("TCP") ? .relayTCP : .relayUDP
    }
}
