/// A user as a client sees one. No member but `deletedAt` is ever null (wire-protocol 1.9).
public struct UserInfo: Codable, Sendable, Equatable {
    public var id: UserID
    /// The calling device.
    public var deviceId: DeviceID
    public var displayName: String
    public var email: String
    public var phoneNumber: String
    public var deletedAt: Timestamp?

    public init(
        id: UserID, deviceId: DeviceID, displayName: String, email: String, phoneNumber: String,
        deletedAt: Timestamp? = nil
    ) {
        self.id = id
        self.deviceId = deviceId
        self.displayName = displayName
        self.email = email
        self.phoneNumber = phoneNumber
        self.deletedAt = deletedAt
    }
}

/// Answer to `GET /user`.
public struct UserResponse: Codable, Sendable, Equatable {
    public var user: UserInfo
    public init(user: UserInfo) { self.user = user }
}

/// `PATCH /user`; members that are absent or "" stay unchanged. A new address or number must have been proved by `verify`.
public struct UpdateUserRequest: Codable, Sendable, Equatable {
    public var displayName: String?
    public var voipToken: String?
    public var apnsToken: String?
    public var email: String?
    public var phoneNumber: String?

    public init(
        displayName: String? = nil, voipToken: String? = nil, apnsToken: String? = nil, email: String? = nil,
        phoneNumber: String? = nil
    ) {
        self.displayName = displayName
        self.voipToken = voipToken
        self.apnsToken = apnsToken
        self.email = email
        self.phoneNumber = phoneNumber
    }
}

/// Answer to `DELETE /user`: the time at which the account will be deleted.
public struct DeleteUserResponse: Codable, Sendable, Equatable {
    public var deletedAt: Timestamp
    public init(deletedAt: Timestamp) { self.deletedAt = deletedAt }
}

/// A registered device of the caller.
public struct DeviceInfo: Codable, Sendable, Equatable {
    public var id: DeviceID
    public var userId: UserID
    public var deviceName: String
    public var systemName: String
    public var systemVersion: String
    public var identifier: String
    public var ip: String
    public var location: String
    public var updatedAt: Timestamp?

    public init(
        id: DeviceID, userId: UserID, deviceName: String, systemName: String, systemVersion: String, identifier: String,
        ip: String, location: String, updatedAt: Timestamp?
    ) {
        self.id = id
        self.userId = userId
        self.deviceName = deviceName
        self.systemName = systemName
        self.systemVersion = systemVersion
        self.identifier = identifier
        self.ip = ip
        self.location = location
        self.updatedAt = updatedAt
    }
}

/// Answer to `GET /devices`.
public struct DevicesResponse: Codable, Sendable, Equatable {
    public var devices: [DeviceInfo]
    public init(devices: [DeviceInfo]) { self.devices = devices }
}

/// `POST /register_device`: only changed members. `publicKeyHash` is the lower-case hex SHA-256 of the base64 text.
public struct RegisterDeviceRequest: Codable, Sendable, Equatable {
    public var voipToken: String?
    public var apnsToken: String?
    public var publicKey: String?
    public var publicKeyHash: String?
    public var videoCodecs: [String]?
    /// The device's long-term public keys, signed by itself (e2ee 1).
    public var identity: String?
    /// The language chosen on the device, a tag of BCP 47.
    public var language: String?

    public init(
        voipToken: String? = nil, apnsToken: String? = nil, publicKey: String? = nil, publicKeyHash: String? = nil,
        videoCodecs: [String]? = nil, identity: String? = nil, language: String? = nil
    ) {
        self.voipToken = voipToken
        self.apnsToken = apnsToken
        self.publicKey = publicKey
        self.publicKeyHash = publicKeyHash
        self.videoCodecs = videoCodecs
        self.identity = identity
        self.language = language
    }
}

/// `POST /device-statements`: a vouch or a revoke of one of the caller's devices for or of another (e2ee 1).
public struct DeviceStatementRequest: Codable, Sendable, Equatable {
    public var statement: String
    public init(statement: String) { self.statement = statement }
}

/// `POST /user/publicKeys`.
public struct PublicKeysRequest: Codable, Sendable, Equatable {
    public var userIds: [UserID]
    public init(userIds: [UserID]) { self.userIds = userIds }
}

/// Answer to `publicKeys`: the public key text of each registered device, by `"<userId>_<deviceId>"`.
public struct PublicKeysResponse: Codable, Sendable, Equatable {
    public var publicKeys: [String: String]
    /// The codecs of each device that named them; a device that did not does H.264 alone.
    public var videoCodecs: [String: [String]]?
    /// The identity of each device that has published one (e2ee 1).
    public var identities: [String: String]?
    /// The statements of those users for and against devices of theirs, each the oldest first.
    public var vouches: [String]?
    public var revokes: [String]?

    public init(
        publicKeys: [String: String], videoCodecs: [String: [String]]? = nil, identities: [String: String]? = nil,
        vouches: [String]? = nil, revokes: [String]? = nil
    ) {
        self.publicKeys = publicKeys
        self.videoCodecs = videoCodecs
        self.identities = identities
        self.vouches = vouches
        self.revokes = revokes
    }
}

/// Answer of endpoints that only confirm success.
public struct StatusResponse: Codable, Sendable, Equatable {
    public var status: String
    public init(status: String = "ok") { self.status = status }
}

/// Answer `{}`.
public struct EmptyResponse: Codable, Sendable, Equatable {
    public init() {}
}
