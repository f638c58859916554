package import ECallAPI
package import ServerFoundation

/// Where clients reach coturn, by each transport that it takes.
package struct TURNAddresses: Sendable, Equatable {
    package let udp: TURNURI
    /// For networks that let no UDP through.
    package let tcp: TURNURI
    /// For networks that let nothing but TLS through; nil without a certificate.
    package let tls: TURNURI?

    /// - Parameter tls: by the name in the certificate.
    package init(host: String, port: Int, tls: HostPort? = nil) {
        udp = TURNURI(host: host, port: port, transport: .udp)
        tcp = TURNURI(host: host, port: port, transport: .tcp)
        self.tls = tls.map { TURNURI(isSecure: true, host: $0.host, port: $0.port, transport: .tcp) }
    }

    /// The best first.
    package var all: [TURNURI] { [udp, tcp] + [tls].compactMap(\.self) }
}
