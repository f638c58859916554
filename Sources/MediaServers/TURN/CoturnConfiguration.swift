import Foundation
package import ServerFoundation

/// The configuration file of coturn: it relays for holders of this server's credentials, to Janus and nowhere else.
///
/// Both ends of a call send to Janus, so no other address is needed: neither the special-purpose ranges of IANA (ASVS 5.0,
/// 17.1.1) nor any public ones. On Janus' own address every UDP port can be reached; clients reach that address without the
/// relay, too.
///
/// Behind one-to-one NAT relays keep the host's own address: only Janus sends to a relay, from the same host. With coturn's
/// `external-ip`, clients and Janus would know the same relay by different addresses, and ICE would find no way.
package struct CoturnConfiguration: Sendable, Confidential {
    /// The certificate and key, and the port for TLS over TCP.
    package struct TLS: Sendable, Confidential {
        package var pem: PEMPair
        package let port: Int
    }

    package let secret: String
    /// The addresses of Janus and of coturn itself.
    package let addresses: MediaAddresses
    package let port: Int
    package let relayPorts: ClosedRange<Int>
    /// The folder for its own files.
    package let folder: String
    package var tls: TLS?
    /// The address of its console; nil if it has none.
    package var console: CoturnConsole.Access?

    package static let realm = "ecall"
    /// The most allocations per account: in a call of 50, a device of the stock app receives 98 tracks, and each may try
    /// four ways.
    package static let accountQuota = 400
    /// An account can have at most this fraction (one in so many) of all allocations, so that a few accounts cannot take all.
    package static let shares = 16
    /// Bytes per second of an allocation, in each direction: several videos at the bitrate of a room.
    package static let bandwidth = 2_500_000

    /// The port in a written configuration.
    package static func port(_ name: String = "listening-port", in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// The console in a written configuration.
    package static func console(in text: String) -> CoturnConsole.Access? {
        let password = text.split(separator: "\n").first { $0.hasPrefix("cli-password=") }
        guard let password, let port = port("cli-port", in: text) else { return nil }
        return CoturnConsole.Access(port: port, password: String(password.dropFirst("cli-password=".count)))
    }

    package var text: String {
        let base = addresses.all.flatMap { ["listening-ip=\($0)", "relay-ip=\($0)"] }
        // Clients that request no address family expect IPv4.
        let family = addresses.version4 == nil ? ["allocation-default-address-family=ipv6"] : []
        let rest = [
            "listening-port=\(port)",
            "min-port=\(relayPorts.lowerBound)",
            "max-port=\(relayPorts.upperBound)",
            "realm=\(Self.realm)",
            "fingerprint",
            "use-auth-secret",
            "static-auth-secret=\(secret)",
            "stale-nonce=600",
            "userdb=\(folder)/coturn.sqlite",
            "pidfile=\(folder)/coturn.own.pid",
            "log-file=stdout",
            "new-log-timestamp",
            "verbose",
        ]
        return (base + family + rest + peers + quotas + commands + transports).joined(separator: "\n") + "\n"
    }

    /// The allowed peers of an allocation.
    private var peers: [String] {
        [
            "denied-peer-ip=0.0.0.0-255.255.255.255",
            "denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "no-multicast-peers",
            // Media use UDP; a TCP relay would give access to this host's services.
            "no-tcp-relay",
        ] + addresses.all.map { "allowed-peer-ip=\($0)" }
            + (addresses.isLoopback ? ["allow-loopback-peers"] : [])
    }

    private var quotas: [String] {
        [
            "user-quota=\(quotaOfAccount)",
            "total-quota=\(quota)",
            "max-bps=\(Self.bandwidth)",
        ]
    }

    // Some ports stay free, so that the search for one stays short.
    private var quota: Int { max(1, relayPorts.count * 9 / 10) }
    /// With few ports, each account still gets what a call needs.
    package var quotaOfAccount: Int { min(Self.accountQuota, max(24, quota / Self.shares)) }

    private var commands: [String] {
        guard let console else { return ["no-cli"] }
        return [
            "cli-ip=127.0.0.1", "cli-port=\(console.port)", "cli-password=\(console.password)",
            "cli-max-output-sessions=65535",
        ]
    }

    private var transports: [String] {
        let plain = ["no-dtls", "no-rfc5780", "no-stun-backward-compatibility", "no-software-attribute"]
        guard let tls else { return plain + ["no-tls"] }
        return plain + [
            "tls-listening-port=\(tls.port)",
            "cert=\(folder)/\(Self.certificateFile)",
            "pkey=\(folder)/\(Self.keyFile)",
            "cipher-list=\(TLSFiles.cipherSuites)",
            "no-tlsv1",
            "no-tlsv1_1",
        ]
    }

    /// Copies of the certificate that the server has validated: whenever coturn is restarted, the operator's own files may
    /// be half renewed, or wrong.
    package var certificateFiles: [(name: String, text: String)] {
        tls.map { [(Self.certificateFile, $0.pem.certificate), (Self.keyFile, $0.pem.key)] } ?? []
    }

    private static let (certificateFile, keyFile) = ("coturn.crt", "coturn.key")

    package init(
        secret: String, addresses: MediaAddresses, port: Int, relayPorts: ClosedRange<Int>, folder: String,
        tls: TLS? = nil, console: CoturnConsole.Access? = nil
    ) {
        self.console = console
        self.secret = secret
        self.addresses = addresses
        self.port = port
        self.relayPorts = relayPorts
        self.folder = folder
        self.tls = tls
    }
}
