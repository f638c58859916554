/// A secret of a call, lent to a search of memory.
package enum CallSecret: Sendable {
    /// The private keys of an entry.
    case entry(JoinSecrets)
    case channel(ChannelKey)
    /// The key that a channel seals reports with.
    case reports(ChannelKey)
    /// A sender key of this device or of another.
    case sender(SenderKey)

    /// Passes the bytes to a closure, which must not keep them.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        switch self {
        case .entry(let secrets): try secrets.withUnsafeSeed(body)
        case .channel(let key): try key.withUnsafeBytes(body)
        case .reports(let key): try key.withUnsafeReportBytes(body)
        case .sender(let key): try key.withUnsafeBytes(body)
        }
    }
}
