/// The file coturn is started with: relays for those with a credential of this server, to Janus and nowhere else.
struct CoturnConfiguration: Sendable {
    let secret: String
    let mediaAddress: String
    let port: Int
    let relayPorts: ClosedRange<Int>
    /// The folder for its own files.
    let folder: String

    static let realm = "ecall"

    /// The port that a written configuration names.
    static func port(in text: String) -> Int? {
        let name = "listening-port="
        return text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
    }

    var text: String {
        var lines = [
            "listening-ip=\(mediaAddress)",
            "relay-ip=\(mediaAddress)",
            "listening-port=\(port)",
            "min-port=\(relayPorts.lowerBound)",
            "max-port=\(relayPorts.upperBound)",
            "realm=\(Self.realm)",
            "fingerprint",
            "use-auth-secret",
            "static-auth-secret=\(secret)",
            "stale-nonce=600",
            // Both ends of a call send to Janus, so nothing else may be reached through the relay.
            "denied-peer-ip=0.0.0.0-255.255.255.255",
            "denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "allowed-peer-ip=\(mediaAddress)",
            "no-multicast-peers",
            "no-cli",
            "no-tls",
            "no-dtls",
            "no-rfc5780",
            "no-software-attribute",
            "user-quota=24",
            "userdb=\(folder)/coturn.sqlite",
            "pidfile=\(folder)/coturn.own.pid",
            "log-file=stdout",
            "new-log-timestamp",
            "verbose",
        ]
        if mediaAddress.hasPrefix("127.") { lines.append("allow-loopback-peers") }
        return lines.joined(separator: "\n") + "\n"
    }
}
