import Foundation
package import ServerFoundation

/// The file coturn is started with: relays for those with a credential of this server, to Janus and nowhere else.
///
/// Both ends of a call send to Janus, so no other address is of use to anybody: not the special-purpose ranges of IANA
/// (ASVS 5.0, 17.1.1), and no public ones either. On Janus' own address every UDP port can be reached; it is the address
/// that clients reach without the relay, too.
package struct CoturnConfiguration: Sendable, Confidential {
    /// Certificate and key, and the port for TLS over TCP.
    package struct TLS: Sendable, Confidential {
        package var pem: PEMPair
        package let port: Int
    }

    package let secret: String
    /// Janus' addresses and coturn's own.
    package let addresses: MediaAddresses
    /// Where clients reach the one of IPv4, if that is another.
    package let publicAddress: String?
    package let port: Int
    package let relayPorts: ClosedRange<Int>
    /// The folder for its own files.
    package let folder: String
    package var tls: TLS?
    /// Where its console listens; nil where it has none.
    package var console: CoturnConsole.Access?

    package static let realm = "ecall"
    /// Most allocations of an account: in a call of 50 a device of the stock app receives 98 tracks, and each may try four ways.
    package static let accountQuota = 400
    /// One in so many of all allocations is the most that an account gets, so that a few accounts do not take all.
    package static let shares = 16
    /// Bytes per second of an allocation, each way: several videos at the bit rate of a room.
    package static let bandwidth = 2_500_000

    /// The port that a written configuration names.
    package static func port(_ name: String = "listening-port", in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// The console that a written configuration names.
    package static func console(in text: String) -> CoturnConsole.Access? {
        let password = text.split(separator: "\n").first { $0.hasPrefix("cli-password=") }
        guard let password, let port = port("cli-port", in: text) else { return nil }
        return CoturnConsole.Access(port: port, password: String(password.dropFirst("cli-password=".count)))
    }

    package var text: String {
        let base = addresses.all.flatMap { ["listening-ip=\($0)", "relay-ip=\($0)"] }
        // Clients ask for IPv4 by not saying what they want.
        let family = addresses.version4 == nil ? ["allocation-default-address-family=ipv6"] : []
        let mapping = mapped.map { ["external-ip=\($0.outer)/\($0.inner)"] } ?? []
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
        return (base + family + mapping + rest + peers + quotas + commands + transports).joined(separator: "\n") + "\n"
    }

    private var mapped: (outer: String, inner: String)? {
        guard let publicAddress, let own = addresses.version4 else { return nil }
        return (publicAddress, own)
    }

    /// Whom an allocation may speak with.
    private var peers: [String] {
        [
            "denied-peer-ip=0.0.0.0-255.255.255.255",
            "denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "no-multicast-peers",
            // Media is UDP; over TCP one could speak with services of this host.
            "no-tcp-relay",
        ] + (addresses.all + [mapped?.outer].compactMap(\.self)).map { "allowed-peer-ip=\($0)" }
            + (addresses.isLoopback ? ["allow-loopback-peers"] : [])
    }

    private var quotas: [String] {
        [
            "user-quota=\(quotaOfAccount)",
            "total-quota=\(quota)",
            "max-bps=\(Self.bandwidth)",
        ]
    }

    // Some ports stay free, so that looking for one stays short.
    private var quota: Int { max(1, relayPorts.count * 9 / 10) }
    /// Of few ports everybody may have what a call takes.
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

    /// Copies of what the server has looked at and taken: whenever coturn is started again, the operator's own files may
    /// be half renewed, or wrong.
    package var certificateFiles: [(name: String, text: String)] {
        tls.map { [(Self.certificateFile, $0.pem.certificate), (Self.keyFile, $0.pem.key)] } ?? []
    }

    private static let (certificateFile, keyFile) = ("coturn.crt", "coturn.key")

    package init(
        secret: String, addresses: MediaAddresses, publicAddress: String? = nil, port: Int,
        relayPorts: ClosedRange<Int>,
        folder: String, tls: TLS? = nil, console: CoturnConsole.Access? = nil
    ) {
        self.console = console
        self.secret = secret
        self.addresses = addresses
        self.publicAddress = publicAddress
        self.port = port
        self.relayPorts = relayPorts
        self.folder = folder
        self.tls = tls
    }
}
