import Foundation
import MediaServers
import ServerFoundation

/// Determines whether clients elsewhere can reach the address that they are offered for media. Pure.
enum MediaReachability {
    /// The reason why others cannot reach the media address; nil if nothing prevents it, as on a private network.
    ///
    /// - Parameters:
    ///   - address: the host's own.
    ///   - publicURL: the server's URL: a public host implies clients from outside the server's network.
    static func problem(address: String, publicAddress: String?, publicURL: String?) -> String? {
        guard let own = IPAddress(address), publicURL.flatMap({ PublicAddress($0) })?.isPublic == true else {
            return nil
        }
        if NetworkScope.isUnusable(own) {
            return
                "media goes to \(address), which this machine alone reaches, but publicURL leads others here; set "
                + "media.address to an address of this machine"
        }
        guard publicAddress == nil, NetworkScope.isPrivate(own) else { return nil }
        return
            "media goes to \(address), which is private, and media.publicAddress does not say where others reach it: who "
            + "is not on this network hears and sees nothing"
    }

    /// The reason why others cannot reach the public address; nil if nothing prevents it, or all clients are on a private
    /// network.
    static func problem(ofPublicAddress address: String, publicURL: String?) -> String? {
        guard let given = IPAddress(address) else { return nil }
        if NetworkScope.isUnusable(given) {
            return
                "media.publicAddress is \(address), at which nobody reaches this machine; correct it, or leave it out"
        }
        guard NetworkScope.isPrivate(given), publicURL.flatMap({ PublicAddress($0) })?.isPublic ?? true else {
            return nil
        }
        return
            "media.publicAddress is \(address), which is private: who is not on this network hears and sees nothing; give "
            + "the address at which the Internet reaches this machine"
    }
}

extension ServerSettings {
    /// The reason why people elsewhere will have no media; nil if none is known.
    var mediaProblem: String? {
        if let given = media.publicAddress,
            let problem = MediaReachability.problem(ofPublicAddress: given, publicURL: publicURL)
        {
            return problem
        }
        guard let address = try? HostNetwork.mediaAddresses(named: media.addresses).version4 else { return nil }
        return MediaReachability.problem(
            address: address, publicAddress: media.publicAddress, publicURL: publicURL)
    }
}
