import NIOSSL

/// Whose certificates are believed.
public enum TLSTrust: Sendable, Equatable {
    /// The authorities that the system knows.
    case system
    /// The authorities in one PEM file, for a server with a certificate of its own.
    case authorities(file: String)

    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if case .authorities(let file) = self { configuration.trustRoots = .file(file) }
        return configuration
    }
}
