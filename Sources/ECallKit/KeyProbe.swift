#if os(Linux)
    import ECallSecurity
    import Synchronization

    /// Searches this process's memory for the keys of the running or the last call. For diagnostics: it keeps masked patterns,
    /// never a key.
    final class KeyProbe: Sendable {
        private let pattern = Mutex<MemorySearch.Pattern?>(nil)

        /// A key was taken into use; the newest one is what is searched for.
        func watch(_ key: CallKey) {
            let new = MemorySearch.Pattern(key)
            pattern.withLock { $0 = new }
        }

        /// Nil when there was no key, or memory cannot be read here.
        func search(isLive: Bool) -> MemoryProbeResult? {
            guard let pattern = pattern.withLock({ $0 }), let result = try? MemorySearch().count(pattern) else {
                return nil
            }
            return MemoryProbeResult(keyIsLive: isLive, copies: result.hits, bytesSearched: result.bytesSearched)
        }
    }
#endif

/// What a search of the process's own memory for the call key found.
public struct MemoryProbeResult: Codable, Sendable, Equatable {
    /// A call key lives right now.
    public var keyIsLive: Bool
    /// How often bytes 16–31 of the key were found.
    public var copies: Int
    public var bytesSearched: Int

    public init(keyIsLive: Bool, copies: Int, bytesSearched: Int) {
        self.keyIsLive = keyIsLive
        self.copies = copies
        self.bytesSearched = bytesSearched
    }
}

/// Searches this process's memory for the key of the running or the last call; nil where there was none.
public typealias MemoryProbe = @Sendable () async -> MemoryProbeResult?
