package import ECallSecurity
import Synchronization

/// Searches this process's memory for the newest key that was taken into use. Keeps a masked pattern, never a key.
package final class KeyProbe: Sendable {
    #if os(Linux)
        private let pattern = Mutex<MemorySearch.Pattern?>(nil)
    #endif

    package init() {}

    /// A key was taken into use; the newest one is what is searched for.
    package func watch(_ key: CallKey) {
        #if os(Linux)
            let new = MemorySearch.Pattern(key)
            pattern.withLock { $0 = new }
        #endif
    }

    /// Nil when there was no key, or memory cannot be read here.
    ///
    /// - Parameter isLive: whether a call key lives right now.
    package func search(isLive: Bool) -> MemoryProbeResult? {
        #if os(Linux)
            guard let pattern = pattern.withLock({ $0 }), let result = try? MemorySearch().count(pattern) else {
                return nil
            }
            return MemoryProbeResult(keyIsLive: isLive, copies: result.hits, bytesSearched: result.bytesSearched)
        #else
            return nil
        #endif
    }
}

/// What a search of the process's own memory for the call key found.
package struct MemoryProbeResult: Codable, Sendable, Equatable {
    /// A call key lives right now.
    package var keyIsLive: Bool
    /// How often bytes 16–31 of the key were found.
    package var copies: Int
    package var bytesSearched: Int

    package init(keyIsLive: Bool, copies: Int, bytesSearched: Int) {
        self.keyIsLive = keyIsLive
        self.copies = copies
        self.bytesSearched = bytesSearched
    }
}
