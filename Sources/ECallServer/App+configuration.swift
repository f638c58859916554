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

    /// Raises the limit as far as it goes.
    private static func connectionLimit() -> Int { connectionLimit(descriptors: descriptors()) }

    /// How many clients of the media server there may be: each costs a second descriptor, for the connection behind it.
    static func mediaConnectionLimit() -> Int { descriptors() - 64 - connectionLimit() }

    private static func descriptors() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 256 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        guard getrlimit(resource, &limit) == 0 else { return 256 }
        return Int(clamping: min(limit.rlim_cur, 1_000_000))
    }

    /// How many connections fit into so many file descriptors: most of them are signalling and nothing else. Some are left
    /// for the database and logs.
    static func connectionLimit(descriptors: Int) -> Int { max(8, (descriptors - 64) * 4 / 5) }
}
