package import ECallAPI
package import ServerFoundation

/// Where clients reach coturn, by each transport that it takes.
package struct TURNAddresses: Sendable, Equatable {
    /// At each address, IPv4 first.
    private let datagrams: [TURNURI]
    /// For networks that let no UDP through. At one address: each way costs every connection a relay.
    package let tcp: TURNURI
    /// For networks that let nothing but TLS through; nil without a certificate.
    package let tls: TURNURI?

    /// - Parameters:
    ///   - hosts: at least one.
    ///   - tls: by the name in the certificate.
    package init(hosts: [String], port: Int, tls: HostPort? = nil) {
        datagrams = hosts.map { TURNURI(host: $0, port: port, transport: .udp) }
        tcp = TURNURI(host: hosts[0], port: port, transport: .tcp)
        self.tls = tls.map { TURNURI(isSecure: true, host: $0.host, port: $0.port, transport: .tcp) }
    }

    /// The one that stock clients are told.
    package var udp: TURNURI { datagrams[0] }

    /// The best first.
    package var all: [TURNURI] { datagrams + [tcp] + [tls].compactMap(\.self) }
}
