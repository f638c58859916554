#if os(Linux)
    import Glibc

    /// A call of the C library that its Swift module leaves out, found by name.
    enum LinuxSystem {
        private typealias ProcessControl =
            @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt

        /// `PR_SET_DUMPABLE` of `linux/prctl.h`.
        private static let setDumpable: CInt = 4

        /// prctl(2): makes the process not dumpable; false when that failed.
        static func forbidDumps() -> Bool {
            guard let symbol = dlsym(nil, "prctl") else { return false }
            return unsafeBitCast(symbol, to: ProcessControl.self)(setDumpable, 0, 0, 0, 0) == 0
        }
    }
#endif
