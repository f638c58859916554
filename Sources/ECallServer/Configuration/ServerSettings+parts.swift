import Foundation
import MediaServers
import NIOCore
import ServerFoundation

extension TrustedProxies {
    init(_ settings: ServerSettings) {
        self.init(ranges: settings.trustedProxies.compactMap { AddressRange($0) }, header: settings.forwardedHeader)
    }
}

extension HTTPLimits {
    init(_ limits: Limits) {
        self.init()
        connectionsPerAddress = limits.connectionsPerAddress
        requestTime = .seconds(Int64(limits.requestTime))
        firstByteTime = requestTime
        idleTime = .seconds(Int64(limits.idleConnectionTime))
    }
}

extension ServerSettings {
    /// The certificate of TURN over TLS: its own, or else the server's.
    var turnFiles: TLSFiles? { media.turnTLS ?? tls }

    /// The key pair of TURN over TLS, with the host name of the server's URL.
    var turnTLS: (pem: PEMPair, host: String?)? {
        get throws {
            try turnFiles.map { (try $0.load().pem, publicURL.flatMap { URL(string: $0)?.host() }) }
        }
    }
}
