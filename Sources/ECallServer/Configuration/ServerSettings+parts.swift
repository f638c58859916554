import Foundation
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
    /// What TURN in TLS takes: the server's own certificate, for the host by which people reach it.
    var turnTLS: (pem: PEMPair, host: String?)? {
        get throws {
            try tls.map { (try $0.load().pem, publicURL.flatMap { URL(string: $0)?.host() }) }
        }
    }
}
