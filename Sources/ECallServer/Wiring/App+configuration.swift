import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import ServerFoundation

extension ApplicationConfiguration {
    /// Listens where the settings say, with fewer connections than file descriptors: at the limit the accepting loop would
    /// spin and nobody would be served.
    init(_ settings: ServerSettings, logger: Logger) {
        self.init(
            address: .hostname(settings.host, port: settings.port), serverName: nil,
            availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit(), logger: logger))
    }

    private static func connectionLimit() -> Int { connectionLimit(descriptors: DescriptorLimit.raise()) }

    /// How many clients of the media server there may be: each costs a second descriptor, for the connection behind it.
    static func mediaConnectionLimit() -> Int { DescriptorLimit.raise() - 64 - connectionLimit() }

    /// How many connections fit into so many file descriptors: most of them are signalling and nothing else. Some are left
    /// for the database and logs.
    static func connectionLimit(descriptors: Int) -> Int { max(8, (descriptors - 64) * 4 / 5) }
}
