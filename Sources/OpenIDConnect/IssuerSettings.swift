public import ServerFoundation

/// Sign-in with Google.
public struct GoogleSettings: Sendable, Equatable, Unprinted {
    /// The client ids whose tokens are accepted; the first one is the page's.
    public var clientIDs: [String]
    /// The secret of the page's client; without it the page does not offer sign-in with Google.
    public var clientSecret: String?
    /// The issuer, whose discovery document names its endpoints.
    public var issuer: ServiceAddress
    /// The longest time of one exchange with the issuer.
    public var timeout = Duration.seconds(5)

    public init(
        clientIDs: [String], clientSecret: String? = nil,
        issuer: ServiceAddress = ServiceAddress("https://accounts.google.com")
    ) {
        self.clientIDs = clientIDs
        self.clientSecret = clientSecret
        self.issuer = issuer
    }
}

/// Sign-in with Apple.
public struct AppleSettings: Sendable, Equatable {
    /// The client ids whose tokens are accepted besides the page's; the app's bundle id first.
    public var clientIDs: [String]
    public var teamID: String
    public var keyID: String
    /// The `.p8` file that signs the client secret; without it codes are not exchanged.
    public var keyFile: String?
    /// The services id of the page; without it, or without the key, the page does not offer sign-in with Apple.
    public var pageClientID: String?
    public var issuer: ServiceAddress
    /// The longest time of one exchange with the issuer.
    public var timeout = Duration.seconds(5)

    public init(
        clientIDs: [String], teamID: String, keyID: String, keyFile: String? = nil, pageClientID: String? = nil,
        issuer: ServiceAddress = ServiceAddress("https://appleid.apple.com")
    ) {
        self.clientIDs = clientIDs
        self.teamID = teamID
        self.keyID = keyID
        self.keyFile = keyFile
        self.pageClientID = pageClientID
        self.issuer = issuer
    }
}
