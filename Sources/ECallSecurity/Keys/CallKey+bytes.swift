import Crypto

extension CallKey {
    /// Passes the bytes to a closure that checks whether they were wiped, and must not keep them.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try secret.withUnsafeBytes(body)
    }
}
