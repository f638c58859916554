import Crypto

extension CallKey {
    /// Lends the bytes, to those that check that nothing of them is left; they must not be kept.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try secret.withUnsafeBytes(body)
    }
}
