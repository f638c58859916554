package import ECallAPI
package import ServerFoundation

/// The addresses of coturn, for each of its transports.
package struct TURNAddresses: Sendable, Equatable {
    /// One per address, IPv4 first.
    private let datagrams: [TURNURI]
    /// For networks that block UDP. At one address only: each way costs every connection a relay.
    package let tcp: TURNURI
    /// For networks that allow only TLS; nil without a certificate.
    package let tls: TURNURI?

    /// - Parameters:
    ///   - hosts: at least one.
    ///   - tls: with the name in the certificate.
    package init(hosts: [String], port: Int, tls: HostPort? = nil) {
        datagrams = hosts.map { TURNURI(host: $0, port: port, transport: .udp) }
        tcp = TURNURI(host: hosts[0], port: port, transport: .tcp)
        self.tls = tls.map { TURNURI(isSecure: true, host: $0.host, port: $0.port, transport: .tcp) }
    }

    /// The address given to stock clients.
    package var udp: TURNURI { datagrams[0] }

    /// All addresses, the best first.
    package var all: [TURNURI] { datagrams + [tcp] + [tls].compactMap(\.self) }
}
