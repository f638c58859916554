#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Overwrites memory with zeros in a way the optimizer does not remove.
enum Overwrite {
    static func zero(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress else { return }
        #if canImport(Glibc)
            explicit_bzero(start, buffer.count)
        #else
            memset_s(start, buffer.count, 0, buffer.count)
        #endif
    }

    /// Overwrites the part of the stack below the caller, where finished calls have left copies of their intermediate values.
    @inline(never)
    static func unusedStack() {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { zero($0) }
        Self.stackPages(16)
    }

    /// Recursion keeps each frame small enough to stay on the stack.
    @inline(never)
    private static func stackPages(_ count: Int) {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { page in
            zero(page)
            if count > 1 { stackPages(count - 1) }
            zero(page)
        }
    }
}
