/// Answer to `GET /user/export`: everything that the server stores about the caller's account (wire-protocol 9.5).
///
/// Its members are sections; `docs/threat-model.md` says which of them shows which stored item, and why others are in none.
public struct AccountExport: Codable, Sendable, Equatable {
    public var exportedAt: Timestamp
    public var account: ExportedAccount
    public var privacy: PrivacySettings
    /// The primary one first, then the oldest.
    public var loginMethods: [ExportedLoginMethod]
    /// The devices, the last seen first.
    public var devices: [ExportedDevice]
    /// The oldest first.
    public var deviceStatements: [ExportedDeviceStatement]
    public var contacts: [ExportedContact]
    public var blocked: [ExportedBlock]
    /// The reports that the caller has made, the newest first.
    public var reports: [ExportedReport]
    public var sentFriendRequests: [FriendRequest]
    public var receivedFriendRequests: [FriendRequest]
    /// The newest first; the token itself is not stored.
    public var shareTokens: [ExportedShareToken]
    /// Searches with a hit: each made a token for the searcher.
    public var searches: [ExportedShareToken]
    /// The newest first.
    public var calls: [ExportedCall]
    /// Calls that the caller has removed from their history and that others still have in theirs. In no order.
    public var removedCalls: [ExportedCall]

    public init(
        exportedAt: Timestamp, account: ExportedAccount, privacy: PrivacySettings, loginMethods: [ExportedLoginMethod],
        devices: [ExportedDevice], deviceStatements: [ExportedDeviceStatement], contacts: [ExportedContact],
        blocked: [ExportedBlock], reports: [ExportedReport], sentFriendRequests: [FriendRequest],
        receivedFriendRequests: [FriendRequest], shareTokens: [ExportedShareToken], searches: [ExportedShareToken],
        calls: [ExportedCall], removedCalls: [ExportedCall]
    ) {
        self.exportedAt = exportedAt
        self.account = account
        self.privacy = privacy
        self.loginMethods = loginMethods
        self.devices = devices
        self.deviceStatements = deviceStatements
        self.contacts = contacts
        self.blocked = blocked
        self.reports = reports
        self.sentFriendRequests = sentFriendRequests
        self.receivedFriendRequests = receivedFriendRequests
        self.shareTokens = shareTokens
        self.searches = searches
        self.calls = calls
        self.removedCalls = removedCalls
    }

    /// The sections, in the order in which they are written.
    public enum CodingKeys: String, CodingKey, CaseIterable, Sendable {
        case exportedAt, account, privacy, loginMethods, devices, deviceStatements, contacts, blocked, reports
        case sentFriendRequests, receivedFriendRequests, shareTokens, searches, calls, removedCalls
    }
}

/// The account itself.
public struct ExportedAccount: Codable, Sendable, Equatable {
    public var id: UserID
    public var displayName: String
    public var email: String?
    public var phoneNumber: String?
    public var isVerified: Bool
    public var createdAt: Timestamp
    /// The time of its deletion, if its owner has asked for that.
    public var deletedAt: Timestamp?
    /// The suspension, if the operator has suspended the account.
    public var suspension: ExportedSuspension?

    public init(
        id: UserID, displayName: String, email: String?, phoneNumber: String?, isVerified: Bool, createdAt: Timestamp,
        deletedAt: Timestamp?, suspension: ExportedSuspension? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.email = email
        self.phoneNumber = phoneNumber
        self.isVerified = isVerified
        self.createdAt = createdAt
        self.deletedAt = deletedAt
        self.suspension = suspension
    }
}

/// A suspension of the account by the operator.
public struct ExportedSuspension: Codable, Sendable, Equatable {
    /// In the operator's words; "" if there are none.
    public var reason: String
    public var suspendedAt: Timestamp
    /// Absent if it has no end of its own.
    public var endsAt: Timestamp?

    public init(reason: String, suspendedAt: Timestamp, endsAt: Timestamp?) {
        self.reason = reason
        self.suspendedAt = suspendedAt
        self.endsAt = endsAt
    }
}

/// A sign-in method of the account.
public struct ExportedLoginMethod: Codable, Sendable, Equatable {
    public var id: LoginMethodID
    public var type: LoginMethodType
    /// The issuer that vouches for it: the address of Google or Apple, "" for addresses and numbers.
    public var issuer: String
    /// The account's name with the issuer, or the address or number.
    public var subject: String
    public var label: String
    public var isPrimary: Bool
    public var verifiedAt: Timestamp?
    public var createdAt: Timestamp
    /// The last sign-in by it, as far as it was stored.
    public var usedAt: Timestamp?

    public init(
        id: LoginMethodID, type: LoginMethodType, issuer: String, subject: String, label: String, isPrimary: Bool,
        verifiedAt: Timestamp?, createdAt: Timestamp, usedAt: Timestamp? = nil
    ) {
        self.id = id
        self.type = type
        self.issuer = issuer
        self.subject = subject
        self.label = label
        self.isPrimary = isPrimary
        self.verifiedAt = verifiedAt
        self.createdAt = createdAt
        self.usedAt = usedAt
    }
}

/// A device of the account, with its own description. Its push tokens are left out.
public struct ExportedDevice: Codable, Sendable, Equatable {
    public var id: DeviceID
    public var deviceName: String
    public var systemName: String
    public var systemVersion: String
    public var identifier: String
    /// The address at which it was last seen.
    public var ip: String
    public var location: String
    public var publicKey: String
    public var identity: String
    /// The time since which it has it; the device's own if there is none.
    public var identityAt: Timestamp?
    public var videoCodecs: [String]
    /// The language chosen on the device; empty if it sent none.
    public var language: String
    public var createdAt: Timestamp
    public var lastSeenAt: Timestamp
    public var sessions: [ExportedSession]

    public init(
        id: DeviceID, deviceName: String, systemName: String, systemVersion: String, identifier: String, ip: String,
        location: String, publicKey: String, identity: String, identityAt: Timestamp? = nil, videoCodecs: [String],
        language: String, createdAt: Timestamp, lastSeenAt: Timestamp, sessions: [ExportedSession]
    ) {
        self.id = id
        self.deviceName = deviceName
        self.systemName = systemName
        self.systemVersion = systemVersion
        self.identifier = identifier
        self.ip = ip
        self.location = location
        self.publicKey = publicKey
        self.identity = identity
        self.identityAt = identityAt
        self.videoCodecs = videoCodecs
        self.language = language
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.sessions = sessions
    }
}

/// One sign-in of a device.
public struct ExportedSession: Codable, Sendable, Equatable {
    public var createdAt: Timestamp
    public var refreshedAt: Timestamp

    public init(createdAt: Timestamp, refreshedAt: Timestamp) {
        self.createdAt = createdAt
        self.refreshedAt = refreshedAt
    }
}

/// A device's statement for or against another of the account (e2ee 1).
public struct ExportedDeviceStatement: Codable, Sendable, Equatable {
    public var isRevoke: Bool
    public var statement: String
    public var createdAt: Timestamp

    public init(isRevoke: Bool, statement: String, createdAt: Timestamp) {
        self.isRevoke = isRevoke
        self.statement = statement
        self.createdAt = createdAt
    }
}

/// A friend.
public struct ExportedContact: Codable, Sendable, Equatable {
    public var id: UserID
    public var displayName: String
    public var isFavorite: Bool
    public var lastInteraction: Timestamp?
    public var createdAt: Timestamp

    public init(id: UserID, displayName: String, isFavorite: Bool, lastInteraction: Timestamp?, createdAt: Timestamp) {
        self.id = id
        self.displayName = displayName
        self.isFavorite = isFavorite
        self.lastInteraction = lastInteraction
        self.createdAt = createdAt
    }
}

/// A person whom the caller has blocked.
public struct ExportedBlock: Codable, Sendable, Equatable {
    public var id: UserID
    public var displayName: String
    public var createdAt: Timestamp

    public init(id: UserID, displayName: String, createdAt: Timestamp) {
        self.id = id
        self.displayName = displayName
        self.createdAt = createdAt
    }
}

/// A person whom the caller has reported. Whether they exist is not revealed.
public struct ExportedReport: Codable, Sendable, Equatable {
    public var id: ReportID
    public var userId: UserID
    public var reason: ReportReason
    /// "" if there is none.
    public var note: String
    public var callId: CallID?
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
    /// The moment at which the operator was done with it.
    public var closedAt: Timestamp?

    public init(
        id: ReportID, userId: UserID, reason: ReportReason, note: String, callId: CallID?, createdAt: Timestamp,
        updatedAt: Timestamp, closedAt: Timestamp?
    ) {
        self.id = id
        self.userId = userId
        self.reason = reason
        self.note = note
        self.callId = callId
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.closedAt = closedAt
    }
}

/// A share token, of which the server knows a hash alone.
public struct ExportedShareToken: Codable, Sendable, Equatable {
    public var createdAt: Timestamp
    public var expiresAt: Timestamp
    public var usedCount: Int
    public var maxUses: Int
    public var revokedAt: Timestamp?

    public init(createdAt: Timestamp, expiresAt: Timestamp, usedCount: Int, maxUses: Int, revokedAt: Timestamp?) {
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedCount = usedCount
        self.maxUses = maxUses
        self.revokedAt = revokedAt
    }
}

/// A call, and the caller's own part in it.
public struct ExportedCall: Codable, Sendable, Equatable {
    public var id: CallID
    public var roomId: RoomID
    public var hostId: UserID
    public var isVideo: Bool
    public var isGroup: Bool
    public var startedAt: Timestamp
    public var answeredAt: Timestamp?
    /// The time at which the media of two participants were first there; absent if they never were.
    public var connectedAt: Timestamp?
    public var endedAt: Timestamp?
    /// The device of the caller that took part; absent where none did.
    public var deviceId: DeviceID?
    public var status: ParticipantStatus
    public var joinedAt: Timestamp?
    public var leftAt: Timestamp?
    public var endReason: EndReason?
    public var isMissed: Bool
    /// The others, as the history shows them.
    public var participants: [ExportedParticipant]

    public init(
        id: CallID, roomId: RoomID, hostId: UserID, isVideo: Bool, isGroup: Bool, startedAt: Timestamp,
        answeredAt: Timestamp?, connectedAt: Timestamp?, endedAt: Timestamp?, deviceId: DeviceID?,
        status: ParticipantStatus, joinedAt: Timestamp?, leftAt: Timestamp?, endReason: EndReason?, isMissed: Bool,
        participants: [ExportedParticipant]
    ) {
        self.id = id
        self.roomId = roomId
        self.hostId = hostId
        self.isVideo = isVideo
        self.isGroup = isGroup
        self.startedAt = startedAt
        self.answeredAt = answeredAt
        self.connectedAt = connectedAt
        self.endedAt = endedAt
        self.deviceId = deviceId
        self.status = status
        self.joinedAt = joinedAt
        self.leftAt = leftAt
        self.endReason = endReason
        self.isMissed = isMissed
        self.participants = participants
    }
}

/// Another participant of a call.
public struct ExportedParticipant: Codable, Sendable, Equatable {
    public var userId: UserID
    /// "" if the account is gone.
    public var displayName: String
    public var isHost: Bool
    public var status: ParticipantStatus
    public var endReason: EndReason?

    public init(userId: UserID, displayName: String, isHost: Bool, status: ParticipantStatus, endReason: EndReason?) {
        self.userId = userId
        self.displayName = displayName
        self.isHost = isHost
        self.status = status
        self.endReason = endReason
    }
}
