#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keeps keys from leaving the process through a core dump.
public enum ProcessProtection {
    /// Turns core dumps off, for this process and those it starts; returns whether the limit is in force.
    ///
    /// The process also becomes "not dumpable" on Linux: other processes of the same user can neither attach to it nor
    /// read its memory, and its own `/proc/self` files belong to root.
    @discardableResult
    public static func disableCoreDumps() -> Bool {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Glibc)
            let limited = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
            return LinuxSystem.forbidDumps() && limited
        #else
            return setrlimit(RLIMIT_CORE, &limit) == 0
        #endif
    }
}
