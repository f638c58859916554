public import ServerFoundation

/// The settings of outgoing mail.
public struct SMTPSettings: Sendable, Equatable, Unprinted {
    public enum Security: String, Sendable, CaseIterable {
        /// The connection begins unencrypted and must be upgraded to TLS (RFC 3207).
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

/// The settings of text messages: an account with Twilio.
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

/// The settings of pushes to Apple's devices (wire-protocol 7).
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

/// The settings of pushes to browsers (wire-protocol 7.4).
public struct WebPushSettings: Sendable, Equatable {
    public var isEnabled: Bool
    /// `mailto:` or `https:`, for complaints of push service operators (RFC 8292 section 2.1).
    public var contact: String?
    /// Origins of push services that are allowed although their addresses are not public.
    public var allowedOrigins: [String]
    /// A PEM file of authorities to trust instead of the system's.
    public var authorityFile: String?

    public init(
        isEnabled: Bool = true, contact: String? = nil, allowedOrigins: [String] = [], authorityFile: String? = nil
    ) {
        self.isEnabled = isEnabled
        self.contact = contact
        self.allowedOrigins = allowedOrigins
        self.authorityFile = authorityFile
    }
}
