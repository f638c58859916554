import Foundation
import Hummingbird
import HummingbirdCore
import Logging

extension ApplicationConfiguration {
    /// Listens where the settings say, with fewer connections than file descriptors: at the limit the accepting loop would
    /// spin and nobody would be served.
    init(_ settings: ServerSettings, logger: Logger) {
        self.init(
            address: .hostname(settings.host, port: settings.port), serverName: nil,
            availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit(), logger: logger))
    }

    /// Raises the limit as far as it goes. A client of the media server costs two descriptors, its own and the one behind
    /// it; some are left for the database and logs.
    private static func connectionLimit() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 256 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        guard getrlimit(resource, &limit) == 0 else { return 256 }
        return connectionLimit(descriptors: Int(clamping: min(limit.rlim_cur, 1_000_000)))
    }

    /// How many connections fit into so many file descriptors.
    static func connectionLimit(descriptors: Int) -> Int { max(8, (descriptors - 64) / 2) }
}
