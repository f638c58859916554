import Glibc

/// How many files and connections this process may have open, and with it every program it starts.
package enum DescriptorLimit {
    /// More than a server of this kind serves; some programs, Janus' WebSocket library among them, keep a table as long
    /// as the limit.
    package static let most = 262_144
    /// Below it a server of some size comes to its end: Janus takes about twenty for a video call of two.
    package static let few = 4096

    /// What may be had of a limit that is allowed up to `hard`. Pure.
    package static func wanted(soft: UInt64, hard: UInt64) -> UInt64 { max(soft, min(hard, UInt64(most))) }

    /// Raises the limit as far as it goes, for the programs that are started from now on too. The limit there is then.
    @discardableResult
    package static func raise() -> Int {
        guard var limit = current() else { return 256 }
        let wanted = wanted(soft: UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max))
        limit.rlim_cur = rlim_t(wanted)
        _ = setrlimit(resource, &limit)
        guard let limit = current() else { return 256 }
        return Int(clamping: min(limit.rlim_cur, rlim_t(most)))
    }

    /// What `raise` would reach.
    package static var reachable: Int {
        current().map { Int(clamping: wanted(soft: UInt64($0.rlim_cur), hard: UInt64($0.rlim_max))) } ?? 256
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    private static func current() -> rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }
}
