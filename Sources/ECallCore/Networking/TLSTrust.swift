import NIOSSL

/// The certificates that are trusted, and, if pins are given, the keys that a server may have besides.
public struct TLSTrust: Sendable, Equatable {
    private enum Anchors: Sendable, Equatable {
        case system
        case file(String)
        case own(OwnAuthorities)
    }

    private let anchors: Anchors
    /// Checked after the certificate, which must be valid nevertheless: a pin replaces nothing.
    public let pins: CertificatePins?

    private init(_ anchors: Anchors, pins: CertificatePins? = nil) { (self.anchors, self.pins) = (anchors, pins) }

    /// The authorities that the system knows.
    public static let system = TLSTrust(.system)

    /// The authorities in one PEM file, for a server with a certificate of its own.
    public static func authorities(file: String) -> TLSTrust { TLSTrust(.file(file)) }

    /// The authorities that a person has chosen for their server, instead of those that the system knows.
    public static func authorities(_ own: OwnAuthorities) -> TLSTrust { TLSTrust(.own(own)) }

    /// The same for a server with one of these keys alone; nil pins none.
    public func pinned(to pins: CertificatePins?) -> TLSTrust { TLSTrust(anchors, pins: pins) }

    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        switch anchors {
        case .system: break
        case .file(let file): configuration.trustRoots = .file(file)
        case .own(let own): configuration.trustRoots = .certificates(own.parsed)
        }
        return configuration
    }
}
