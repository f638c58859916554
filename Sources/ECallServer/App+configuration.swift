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

    /// Leaves descriptors for the database, logs and outgoing connections.
    private static func connectionLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
        let descriptors = Int(clamping: min(limit.rlim_cur, 1_000_000))
        return max(16, descriptors - max(64, descriptors / 10))
    }
}
