/// Where another service is reached, and whom to trust there. Tests and private installations point it elsewhere.
public struct ServiceAddress: Sendable, Equatable {
    /// `https://host[:port]`, without a path.
    public var base: String
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var authorityFile: String?

    public init(_ base: String, authorityFile: String? = nil) {
        (self.base, self.authorityFile) = (base, authorityFile)
    }
}

/// How mail goes out.
public struct SMTPSettings: Sendable, Equatable, Unprinted {
    public enum Security: String, Sendable, CaseIterable {
        /// The connection begins in clear and must change to TLS (RFC 3207).
        case startTLS = "starttls"
        /// TLS from the first byte (RFC 8314).
        case implicit = "tls"
        /// For a mail server on this machine only.
        case none
    }

    public var host: String
    public var port: Int
    public var security: Security
    public var username: String?
    public var password: String?
    /// The address in `From`.
    public var sender: String
    public var authorityFile: String?

    public init(
        host: String, port: Int, security: Security = .startTLS, username: String? = nil, password: String? = nil,
        sender: String, authorityFile: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.username = username
        self.password = password
        self.sender = sender
        self.authorityFile = authorityFile
    }
}

/// How text messages go out: an account with Twilio.
public struct TwilioSettings: Sendable, Equatable, Unprinted {
    public var accountSID: String
    public var authToken: String
    /// A number in E.164, or the SID of a messaging service (`MG…`).
    public var sender: String
    public var service: ServiceAddress

    public init(
        accountSID: String, authToken: String, sender: String,
        service: ServiceAddress = ServiceAddress("https://api.twilio.com")
    ) {
        self.accountSID = accountSID
        self.authToken = authToken
        self.sender = sender
        self.service = service
    }
}

/// How pushes reach Apple's devices (wire-protocol 7).
public struct APNsSettings: Sendable, Equatable {
    /// The `.p8` file of the token signing key.
    public var keyFile: String
    public var keyID: String
    public var teamID: String
    public var bundleID: String
    public var service: ServiceAddress

    public init(
        keyFile: String, keyID: String, teamID: String, bundleID: String,
        service: ServiceAddress = ServiceAddress("https://api.push.apple.com")
    ) {
        self.keyFile = keyFile
        self.keyID = keyID
        self.teamID = teamID
        self.bundleID = bundleID
        self.service = service
    }
}

/// Sign-in with Google.
public struct GoogleSettings: Sendable, Equatable, Unprinted {
    /// The client ids whose tokens are taken; the first one is the page's.
    public var clientIDs: [String]
    /// Of the page's client; without it the page does not offer sign-in with Google.
    public var clientSecret: String?
    /// The issuer, from whose discovery document everything else is learned.
    public var issuer: ServiceAddress

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
    /// The app's bundle id first: whose tokens are taken, besides the page's.
    public var clientIDs: [String]
    public var teamID: String
    public var keyID: String
    /// The `.p8` file that signs the client secret; without it codes are not exchanged.
    public var keyFile: String?
    /// The services id of the page; without it, or without the key, the page does not offer sign-in with Apple.
    public var pageClientID: String?
    public var issuer: ServiceAddress

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

/// Everything outside of the server that it works with; nil is off.
public struct ProviderSettings: Sendable, Equatable, Unprinted {
    public var smtp: SMTPSettings?
    public var twilio: TwilioSettings?
    public var apns: APNsSettings?
    public var google: GoogleSettings?
    public var apple: AppleSettings?
    /// A MaxMind file that tells the city of an address.
    public var locationFile: String?

    public init() {}
}
