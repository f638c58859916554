import Logging
public import MediaServers
public import ServerFoundation

/// The operator's settings of one server.
public struct ServerSettings: Sendable, Unprinted {
    /// The address to listen on; this machine alone by default.
    public var host = "127.0.0.1"
    /// 0 selects any free port.
    public var port = 8080
    /// The folder with the database, the secret and, in development, the outbox. Created if missing.
    public var dataDirectory: String
    /// Whether one-time codes are shown on the console and written to the outbox, for development.
    public var isDevelopment = false
    /// The folder of the page; nil serves no page.
    public var webDirectory: String?
    /// Whether the server is not ready without a page.
    public var wantsPage = false
    /// Enables HTTPS instead of HTTP.
    public var tls: TLSFiles?
    public var limits = Limits()
    /// The server's public URL, `https://host[:port]`, the base of links, callbacks and the page's own address. nil uses
    /// the request's authority.
    public var publicURL: String?
    /// Mail, text messages, push, external sign-in.
    public var providers = ProviderSettings()
    /// Ids and secrets with which clients sign requests (wire-protocol 1.2); empty does not require signatures.
    public var requestSigning: [String: String] = [:]
    /// Whether unsigned requests are refused if `requestSigning` has an id. The page and `ecall` do not sign.
    public var requiresSignature = true
    /// Insecure: accepts `verified: true` as proof of the e-mail address, as the stock app's Google sign-in needs
    /// (requirement 001). Anyone who knows an address can then sign in with it.
    public var trustsVerifiedClaim = false
    /// Apple's app ids (`TEAM.bundle`) of the apps that open share links.
    public var appleAppIDs: [String] = []
    /// Proxies whose `X-Forwarded-For` is trusted: addresses, or ranges such as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// The header in which those proxies name the client.
    public var forwardedHeader = ForwardedHeader.xForwardedFor
    /// Janus and coturn.
    public var media = MediaSettings()
    public var metrics = MetricsSettings()
    public var log = LogSettings()

    /// The page of the checkout that this program was built in; nil if there is none.
    ///
    /// - Parameter sources: whether the unbundled page is served, one file per module.
    public static func nearbyWebDirectory(sources: Bool = false) -> String? { WebFiles.directory(sources: sources) }

    public init(dataDirectory: String) {
        self.dataDirectory = dataDirectory
    }
}

/// Access to `/metrics`, which show how busy the server is.
public struct MetricsSettings: Sendable, Equatable {
    /// A separate listener, open to everyone who reaches it; nil has none.
    public var listen: HostPort?
    /// Addresses and ranges that are answered on the server's own port; all others get 404.
    public var allow: [String] = []

    public init() {}
}
