public import ECallCore

/// The server that the app uses, and the certificates it trusts there.
public struct ServerChoice: Sendable, Equatable, Codable {
    public let address: ServerAddress
    /// Replace the authorities of the system for this server; nil if the system's are enough.
    public let authorities: OwnAuthorities?

    public init(_ address: ServerAddress, authorities: OwnAuthorities? = nil) {
        self.address = address
        self.authorities = authorities
    }

    /// The trust that every connection to the server is checked against.
    public var trust: TLSTrust { authorities.map { .authorities($0) } ?? .system }

    /// The stored choice; nil before the first start is completed.
    ///
    /// - Parameter preferences: a storage that signing out does not wipe.
    public static func load(from preferences: any KeyStorage) throws(KeyStorageError) -> ServerChoice? {
        try preferences.value(.server, as: ServerChoice.self)
    }

    /// Stores the choice, replacing the previous one.
    public func save(to preferences: any KeyStorage) throws(KeyStorageError) {
        try preferences.store(self, as: .server)
    }
}
