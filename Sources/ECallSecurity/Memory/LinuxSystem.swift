#if os(Linux)
    import Glibc

    /// Two calls of the C library that its Swift module leaves out, found by name.
    enum LinuxSystem {
        private typealias ProcessControl =
            @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt
        private typealias ReadMemory =
            @convention(c) (
                pid_t, UnsafePointer<iovec>, CUnsignedLong, UnsafePointer<iovec>, CUnsignedLong, CUnsignedLong
            ) -> Int

        /// `PR_SET_DUMPABLE` of `linux/prctl.h`.
        private static let setDumpable: CInt = 4

        /// prctl(2): makes the process not dumpable; false when that failed.
        static func forbidDumps() -> Bool {
            guard let symbol = dlsym(nil, "prctl") else { return false }
            return unsafeBitCast(symbol, to: ProcessControl.self)(setDumpable, 0, 0, 0, 0) == 0
        }

        /// process_vm_readv(2) on the process itself, which needs no permission; answers the bytes read, or -1.
        static func readOwnMemory(at address: UInt, count: Int, into buffer: UnsafeMutableRawPointer) -> Int {
            guard let symbol = dlsym(nil, "process_vm_readv") else { return -1 }
            var local = iovec(iov_base: buffer, iov_len: count)
            var remote = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: address), iov_len: count)
            return unsafeBitCast(symbol, to: ReadMemory.self)(getpid(), &local, 1, &remote, 1, 0)
        }
    }
#endif
