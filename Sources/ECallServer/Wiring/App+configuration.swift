import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import ServerFoundation

extension ApplicationConfiguration {
    /// Listens at the configured address, with fewer connections than file descriptors: at that limit the accept loop would
    /// spin and no one would be served.
    init(_ settings: ServerSettings, logger: Logger) {
        self.init(
            address: .hostname(settings.host, port: settings.port), serverName: nil,
            availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit(), logger: logger))
    }

    private static func connectionLimit() -> Int { connectionLimit(descriptors: DescriptorLimit.raise()) }

    /// The most clients of the media server: each needs a second descriptor, for the connection to Janus.
    static func mediaConnectionLimit() -> Int { DescriptorLimit.raise() - 64 - connectionLimit() }

    /// The most connections for a number of file descriptors: most of them are signalling only. Some descriptors are left
    /// for the database and logs.
    static func connectionLimit(descriptors: Int) -> Int { max(8, (descriptors - 64) * 4 / 5) }
}
