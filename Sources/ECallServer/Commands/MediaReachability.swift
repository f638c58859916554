import Foundation
import MediaServers
import ServerFoundation

/// Determines whether clients elsewhere can reach the address that they are offered for media. Pure.
enum MediaReachability {
    /// Addresses of private networks, of carriers and of a single link (RFC 1918, RFC 6598, RFC 3927).
    private static let privateRanges = [
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
    ].compactMap { AddressRange($0) }
    /// Names that exist in one network only.
    private static let localEndings = [".local", ".lan", ".internal", ".home.arpa", ".localhost"]

    /// The reason why others cannot reach the media address; nil if nothing prevents it, as on a private network.
    ///
    /// - Parameters:
    ///   - address: the host's own.
    ///   - publicURL: the server's URL: an Internet host name implies clients from outside the server's network.
    static func problem(address: String, publicAddress: String?, publicURL: String?) -> String? {
        guard publicAddress == nil, let own = IPAddress(address), privateRanges.contains(where: { $0.contains(own) }),
            let host = publicURL.flatMap({ URL(string: $0)?.host(percentEncoded: false) })?.lowercased(),
            IPAddress(host) == nil, host.contains("."), !localEndings.contains(where: host.hasSuffix)
        else { return nil }
        return
            "media goes to \(address), which is private, and media.publicAddress does not say where others reach it: who "
            + "is not on this network hears and sees nothing"
    }
}

extension ServerSettings {
    /// The reason why people elsewhere will have no media; nil if none is known.
    var mediaProblem: String? {
        guard let address = try? HostNetwork.mediaAddresses(named: media.addresses).version4 else { return nil }
        return MediaReachability.problem(
            address: address, publicAddress: media.publicAddress, publicURL: publicURL)
    }
}
