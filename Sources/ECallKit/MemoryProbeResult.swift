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
