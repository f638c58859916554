import Logging
public import MediaServers
public import ServerFoundation

/// Everything the operator decides about one server.
public struct ServerSettings: Sendable, Unprinted {
    /// The address to listen on; nothing but this machine unless set otherwise.
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 8080
    /// The folder that holds the database, the secret and, in development, the outbox. Created when it is missing.
    public var dataDirectory: String
    /// Development mode: one-time codes are shown on the console and written to the outbox.
    public var isDevelopment = false
    /// The folder of the page; nil serves none.
    public var webDirectory: String?
    /// HTTPS instead of HTTP.
    public var tls: TLSFiles?
    public var limits = Limits()
    /// How people reach this server, `https://host[:port]`; links, callbacks and the page's own address are made of it.
    /// nil takes what a request says.
    public var publicURL: String?
    /// Mail, text messages, push, sign-in with others.
    public var providers = ProviderSettings()
    /// Ids and secrets by which clients sign requests (wire-protocol 1.2); empty: signatures are not asked for.
    public var requestSigning: [String: String] = [:]
    /// Whether requests without a signature are refused where `requestSigning` names any id. The page and `ecall` do not sign.
    public var requiresSignature = true
    /// Insecure: takes `verified: true` for a proof of the e-mail address, as the stock app's Google sign-in needs
    /// (requirement 001). Anybody who knows an address can then sign in with it.
    public var trustsVerifiedClaim = false
    /// Apple's ids of the apps (`TEAM.bundle`) that open share links.
    public var appleAppIDs: [String] = []
    /// Proxies whose `X-Forwarded-For` is believed: addresses, or ranges as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// Where those proxies say who asks.
    public var forwardedHeader = ForwardedHeader.xForwardedFor
    /// Janus and coturn.
    public var media = MediaSettings()
    public var metrics = MetricsSettings()
    public var log = LogSettings()

    /// The page of the checkout that this program was built in; nil when there is none.
    ///
    /// - Parameter sources: whether it is served as it is written, one file a module.
    public static func nearbyWebDirectory(sources: Bool = false) -> String? { WebFiles.directory(sources: sources) }

    public init(dataDirectory: String) {
        self.dataDirectory = dataDirectory
    }
}

/// Who may read `/metrics`: they show how busy the server is.
public struct MetricsSettings: Sendable, Equatable {
    /// A listener of its own, for anybody who reaches it; nil has none.
    public var listen: HostPort?
    /// Addresses and ranges that are answered on the server's own port; others find nothing there.
    public var allow: [String] = []

    public init() {}
}
