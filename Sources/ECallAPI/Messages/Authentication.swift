/// The features that the server offers (`GET /app-config`).
public struct AppConfig: Codable, Sendable, Equatable {
    /// Whether sign-in by phone works.
    public var twilioConfigured: Bool
    public var appleLoginConfigured: Bool
    /// Whether sign-in by e-mail works. The stock app does not know it; absent means yes.
    public var emailConfigured: Bool?
    /// Whether `login` takes `googleIdToken`.
    public var googleLoginConfigured: Bool?
    /// The audience that such a token must have.
    public var googleClientId: String?
    /// The issuers that the page can sign in with: `google`, `apple`.
    public var pageSignIn: [String]?

    public init(
        twilioConfigured: Bool, appleLoginConfigured: Bool, emailConfigured: Bool?, googleLoginConfigured: Bool? = nil,
        googleClientId: String? = nil, pageSignIn: [String]? = nil
    ) {
        self.twilioConfigured = twilioConfigured
        self.appleLoginConfigured = appleLoginConfigured
        self.emailConfigured = emailConfigured
        self.googleLoginConfigured = googleLoginConfigured
        self.googleClientId = googleClientId
        self.pageSignIn = pageSignIn
    }

    /// Whether an app can sign people in by this method; a server that does not mention e-mail sends codes there.
    public func offers(_ method: LoginMethodType) -> Bool {
        switch method {
        case .email: emailConfigured != false
        case .phone: twilioConfigured
        case .google: googleLoginConfigured == true
        case .apple: appleLoginConfigured
        }
    }
}

/// `POST /login`: requests a code. The device's members are on the same level.
public struct LoginRequest: Codable, Sendable, Equatable {
    public var email: String?
    public var phoneNumber: String?
    public var displayName: String?
    public var verified: Bool?
    /// An ID token of Google's: with it no code is needed, and the address is the token's.
    public var googleIdToken: String?
    /// The ticket in the page's address after its return from Google or Apple, and the secret that it left with.
    public var ticket: String?
    public var ticketVerifier: String?
    public var device: DevicePayload

    public init(
        email: String? = nil, phoneNumber: String? = nil, displayName: String? = nil, verified: Bool? = false,
        googleIdToken: String? = nil, ticket: String? = nil, ticketVerifier: String? = nil,
        device: DevicePayload = DevicePayload()
    ) {
        self.googleIdToken = googleIdToken
        self.ticket = ticket
        self.ticketVerifier = ticketVerifier
        self.email = email
        self.phoneNumber = phoneNumber
        self.displayName = displayName
        self.verified = verified
        self.device = device
    }

    private enum CodingKeys: String, CodingKey {
        case email, phoneNumber, displayName, verified, googleIdToken, ticket, ticketVerifier
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        phoneNumber = try container.decodeIfPresent(String.self, forKey: .phoneNumber)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        verified = try container.decodeIfPresent(Bool.self, forKey: .verified)
        googleIdToken = try container.decodeIfPresent(String.self, forKey: .googleIdToken)
        ticket = try container.decodeIfPresent(String.self, forKey: .ticket)
        ticketVerifier = try container.decodeIfPresent(String.self, forKey: .ticketVerifier)
        device = try DevicePayload(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encodeIfPresent(phoneNumber, forKey: .phoneNumber)
        try container.encodeIfPresent(displayName, forKey: .displayName)
        try container.encodeIfPresent(verified, forKey: .verified)
        try container.encodeIfPresent(googleIdToken, forKey: .googleIdToken)
        try container.encodeIfPresent(ticket, forKey: .ticket)
        try container.encodeIfPresent(ticketVerifier, forKey: .ticketVerifier)
        try device.encode(to: encoder)
    }
}

/// Answer to `login`. Without `accessToken`, a code must be verified first, and `userId` is 0, because nothing is proven yet.
/// The stock app gets the real ID if the operator permits it.
public struct AuthResponse: Codable, Sendable, Equatable {
    public var userId: UserID
    public var deviceId: DeviceID?
    public var email: String
    public var phoneNumber: String
    public var displayName: String
    public var accessToken: String?
    public var refreshToken: String?
    public var deletedAt: Timestamp?
    /// With an access token: seconds, as in the answer to `verify-login`.
    public var expiresIn: Int?
    public var refreshExpiresIn: Int?
    /// Only in answers to `apple-login`.
    public var appleSubId: String?
    /// Present if a code must prove that the address at Google or Apple is still the person's; sent back with the code.
    public var linkToken: String?
    /// The number of digits of the code that was sent; absent means six.
    public var codeLength: Int?

    public init(
        userId: UserID, deviceId: DeviceID? = nil, email: String, phoneNumber: String, displayName: String,
        accessToken: String? = nil, refreshToken: String? = nil, deletedAt: Timestamp? = nil, expiresIn: Int? = nil,
        refreshExpiresIn: Int? = nil, appleSubId: String? = nil, linkToken: String? = nil,
        codeLength: Int? = nil
    ) {
        self.expiresIn = expiresIn
        self.refreshExpiresIn = refreshExpiresIn
        self.appleSubId = appleSubId
        self.linkToken = linkToken
        self.codeLength = codeLength
        self.userId = userId
        self.deviceId = deviceId
        self.email = email
        self.phoneNumber = phoneNumber
        self.displayName = displayName
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.deletedAt = deletedAt
    }
}

/// Answer to `sign-in-challenge`.
public struct SignInChallenge: Codable, Sendable, Equatable {
    /// The challenge that the proof names (wire-protocol 2.4).
    public var challenge: String
    /// In seconds.
    public var lifetime: Int

    public init(challenge: String, lifetime: Int) {
        self.challenge = challenge
        self.lifetime = lifetime
    }
}

/// `POST /verify-login`: the code for one identifier. The device's members are on the same level.
public struct VerifyLoginRequest: Codable, Sendable, Equatable {
    public var code: String
    public var email: String?
    public var phoneNumber: String?
    /// From the answer to a sign-in with Google or Apple that asked for this code.
    public var linkToken: String?
    public var device: DevicePayload

    public init(
        code: String, email: String? = nil, phoneNumber: String? = nil, linkToken: String? = nil,
        device: DevicePayload = DevicePayload()
    ) {
        self.code = code
        self.linkToken = linkToken
        self.email = email
        self.phoneNumber = phoneNumber
        self.device = device
    }

    private enum CodingKeys: String, CodingKey { case code, email, phoneNumber, linkToken }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        phoneNumber = try container.decodeIfPresent(String.self, forKey: .phoneNumber)
        linkToken = try container.decodeIfPresent(String.self, forKey: .linkToken)
        device = try DevicePayload(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encodeIfPresent(linkToken, forKey: .linkToken)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encodeIfPresent(phoneNumber, forKey: .phoneNumber)
        try device.encode(to: encoder)
    }
}

/// Answer to `verify-login`; lives in seconds.
public struct VerifyLoginResponse: Codable, Sendable, Equatable {
    public var accessToken: String
    public var refreshToken: String
    public var expiresIn: Int
    public var refreshExpiresIn: Int
    public var userId: UserID
    public var deviceId: DeviceID
    public var deletedAt: Timestamp?

    public init(
        accessToken: String, refreshToken: String, expiresIn: Int, refreshExpiresIn: Int, userId: UserID,
        deviceId: DeviceID, deletedAt: Timestamp? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.refreshExpiresIn = refreshExpiresIn
        self.userId = userId
        self.deviceId = deviceId
        self.deletedAt = deletedAt
    }
}

/// `POST /resend-otp`.
public struct ResendOTPRequest: Codable, Sendable, Equatable {
    public var email: String?
    public var phoneNumber: String?
    /// The key that the sign-in was asked for with: the code is for it. The app does not send it.
    public var publicKey: String?
    /// With a token: the account already has the address or number, and the code must prove that its owner requests a change of
    /// the account (wire-protocol 9.7).
    public var confirmsOwner: Bool?

    public init(
        email: String? = nil, phoneNumber: String? = nil, publicKey: String? = nil, confirmsOwner: Bool? = nil
    ) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.publicKey = publicKey
        self.confirmsOwner = confirmsOwner
    }
}

/// `POST /verify`: the code that `resend-otp` sent to an address or number to be added to the account.
public struct VerifyRequest: Codable, Sendable, Equatable {
    public var code: String
    public var email: String?
    public var phoneNumber: String?

    public init(code: String, email: String? = nil, phoneNumber: String? = nil) {
        self.code = code
        self.email = email
        self.phoneNumber = phoneNumber
    }
}

/// `POST /refresh-token`.
public struct RefreshTokenRequest: Codable, Sendable, Equatable {
    public var refreshToken: String
    public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// Answer to `refresh-token`; lives in seconds.
public struct RefreshTokenResponse: Codable, Sendable, Equatable {
    public var accessToken: String
    public var refreshToken: String
    public var expiresIn: Int
    public var refreshExpiresIn: Int

    public init(accessToken: String, refreshToken: String, expiresIn: Int, refreshExpiresIn: Int) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.refreshExpiresIn = refreshExpiresIn
    }
}
