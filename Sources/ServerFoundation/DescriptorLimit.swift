import Glibc

/// The limit of open files and connections for this process and every program it starts.
package enum DescriptorLimit {
    /// More than a server of this kind needs; some programs, such as Janus' WebSocket library, allocate a table as long as
    /// the limit.
    package static let most = 262_144
    /// Below this, a server of some size runs out: Janus uses about twenty for a video call of two.
    package static let few = 4096

    /// The limit to request if the hard limit is `hard`. Pure.
    package static func wanted(soft: UInt64, hard: UInt64) -> UInt64 { max(soft, min(hard, UInt64(most))) }

    /// Raises the limit as far as possible, for programs started from now on too. Returns the resulting limit.
    @discardableResult
    package static func raise() -> Int {
        guard var limit = current() else { return 256 }
        let wanted = wanted(soft: UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max))
        limit.rlim_cur = rlim_t(wanted)
        _ = setrlimit(resource, &limit)
        guard let limit = current() else { return 256 }
        return Int(clamping: min(limit.rlim_cur, rlim_t(most)))
    }

    /// The limit that `raise` would reach.
    package static var reachable: Int {
        current().map { Int(clamping: wanted(soft: UInt64($0.rlim_cur), hard: UInt64($0.rlim_max))) } ?? 256
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    private static func current() -> rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }
}
