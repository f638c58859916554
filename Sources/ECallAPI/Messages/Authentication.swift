/// What the server offers (`GET /app-config`).
public struct AppConfig: Codable, Sendable, Equatable {
    /// Sign-in by phone works.
    public var twilioConfigured: Bool
    public var appleLoginConfigured: Bool
    /// Sign-in by e-mail works. The stock app does not know it; absent means yes.
    public var emailConfigured: Bool?

    public init(twilioConfigured: Bool, appleLoginConfigured: Bool, emailConfigured: Bool?) {
        self.twilioConfigured = twilioConfigured
        self.appleLoginConfigured = appleLoginConfigured
        self.emailConfigured = emailConfigured
    }
}

/// What a device says about itself at sign-in. An empty text means "not provided" (wire-protocol 0.2).
public struct DevicePayload: Codable, Sendable, Equatable {
    public var publicKey: String?
    public var voipToken: String?
    public var apnsToken: String?
    public var deviceName: String?
    public var systemName: String?
    public var systemVersion: String?
    public var identifier: String?
    /// The video codecs it sends and receives, `h264` or `vp8`; the stock client does not say, and does H.264.
    public var videoCodecs: [String]?

    public init(
        publicKey: String? = nil, voipToken: String? = nil, apnsToken: String? = nil, deviceName: String? = nil,
        systemName: String? = nil, systemVersion: String? = nil, identifier: String? = nil,
        videoCodecs: [String]? = nil
    ) {
        self.publicKey = publicKey
        self.voipToken = voipToken
        self.apnsToken = apnsToken
        self.deviceName = deviceName
        self.systemName = systemName
        self.systemVersion = systemVersion
        self.identifier = identifier
        self.videoCodecs = videoCodecs
    }
}

/// `POST /login`: asks for a code. The device's members stand beside the others.
public struct LoginRequest: Codable, Sendable, Equatable {
    public var email: String?
    public var phoneNumber: String?
    public var displayName: String?
    public var verified: Bool?
    public var device: DevicePayload

    public init(
        email: String? = nil, phoneNumber: String? = nil, displayName: String? = nil, verified: Bool? = false,
        device: DevicePayload = DevicePayload()
    ) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.displayName = displayName
        self.verified = verified
        self.device = device
    }

    private enum CodingKeys: String, CodingKey { case email, phoneNumber, displayName, verified }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        phoneNumber = try container.decodeIfPresent(String.self, forKey: .phoneNumber)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        verified = try container.decodeIfPresent(Bool.self, forKey: .verified)
        device = try DevicePayload(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encodeIfPresent(phoneNumber, forKey: .phoneNumber)
        try container.encodeIfPresent(displayName, forKey: .displayName)
        try container.encodeIfPresent(verified, forKey: .verified)
        try device.encode(to: encoder)
    }
}

/// Answer to `login`. Without `accessToken` a code has to be verified first; `userId` is real in either case.
public struct AuthResponse: Codable, Sendable, Equatable {
    public var userId: UserID
    public var deviceId: DeviceID?
    public var email: String
    public var phoneNumber: String
    public var displayName: String
    public var accessToken: String?
    public var refreshToken: String?
    public var deletedAt: Timestamp?

    public init(
        userId: UserID, deviceId: DeviceID? = nil, email: String, phoneNumber: String, displayName: String,
        accessToken: String? = nil, refreshToken: String? = nil, deletedAt: Timestamp? = nil
    ) {
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

/// `POST /verify-login`: the code for one identifier. The device's members stand beside the others.
public struct VerifyLoginRequest: Codable, Sendable, Equatable {
    public var code: String
    public var email: String?
    public var phoneNumber: String?
    public var device: DevicePayload

    public init(
        code: String, email: String? = nil, phoneNumber: String? = nil, device: DevicePayload = DevicePayload()
    ) {
        self.code = code
        self.email = email
        self.phoneNumber = phoneNumber
        self.device = device
    }

    private enum CodingKeys: String, CodingKey { case code, email, phoneNumber }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        phoneNumber = try container.decodeIfPresent(String.self, forKey: .phoneNumber)
        device = try DevicePayload(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
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

    public init(email: String? = nil, phoneNumber: String? = nil) {
        self.email = email
        self.phoneNumber = phoneNumber
    }
}

/// `POST /verify`: the code that `resend-otp` sent to an address or number the account is to get.
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
