import Foundation
import Notifications
import ServerFoundation

/// The parts of `publicURL`.
struct PublicAddress: Sendable, Equatable {
    let isSecure: Bool
    let host: String
    let port: Int

    init?(_ url: String) {
        guard let parts = URL(string: url), let host = parts.host(percentEncoded: false), !host.isEmpty else {
            return nil
        }
        self.host = host.lowercased()
        isSecure = parts.scheme?.lowercased() == "https"
        port = parts.port ?? (isSecure ? 443 : 80)
    }

    /// Whether it leads to this machine alone.
    var isLoopback: Bool { LoopbackHost.contains(host) }

    /// Whether people outside the server's network come by it.
    var isPublic: Bool { !isLoopback && NetworkScope.isPublic(host) }
}

extension ServerSettings {
    var publicAddress: PublicAddress? { publicURL.flatMap { PublicAddress($0) } }

    /// Whether a proxy passes requests on to the server.
    var isBehindProxy: Bool {
        !trustedProxies.isEmpty || (tls == nil && publicAddress?.isSecure == true)
    }

    /// Whether all proxies are on this machine; false if none is named.
    var hasLocalProxies: Bool {
        let here = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
        return !trustedProxies.isEmpty
            && trustedProxies.compactMap { AddressRange($0) }.allSatisfy { proxy in
                here.contains { $0.contains(proxy.address) && $0.bits <= proxy.bits }
            }
    }

    /// Whether no proxy is on this machine, although some are named.
    var hasRemoteProxies: Bool {
        let here = ["127.0.0.1", "::1"].compactMap { IPAddress($0) }
        return !trustedProxies.isEmpty
            && !trustedProxies.compactMap { AddressRange($0) }.contains { range in here.contains(where: range.contains)
            }
    }
}
