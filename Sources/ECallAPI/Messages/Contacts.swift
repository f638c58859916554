/// A friend in the caller's list. `id` equals `contactId`, the friend's user id (wire-protocol 8.1).
public struct Contact: Codable, Sendable, Equatable {
    public var id: UserID
    /// The owner of the list.
    public var userId: UserID
    public var contactId: UserID
    public var contactName: String
    public var isFavorite: Bool
    public var isBlocked: Bool
    public var lastInteraction: Timestamp?
    /// The server's name for a person whose name is stored here, if it differs; never sent or received.
    public var saidName: String?

    private enum CodingKeys: String, CodingKey {
        case id, userId, contactId, contactName, isFavorite, isBlocked, lastInteraction
    }

    public init(
        userId: UserID, contactId: UserID, contactName: String, isFavorite: Bool, isBlocked: Bool,
        lastInteraction: Timestamp?
    ) {
        id = contactId
        self.userId = userId
        self.contactId = contactId
        self.contactName = contactName
        self.isFavorite = isFavorite
        self.isBlocked = isBlocked
        self.lastInteraction = lastInteraction
    }
}

/// Answer to `GET /contacts`.
public struct ContactsResponse: Codable, Sendable, Equatable {
    public var contacts: [Contact]
    public init(contacts: [Contact]) { self.contacts = contacts }
}

/// Optional body of `PATCH /contact/{id}/block`: the wanted state. Without it the request toggles, as the other toggles do.
public struct BlockRequest: Codable, Sendable, Equatable {
    public var isBlocked: Bool?
    public init(isBlocked: Bool? = nil) { self.isBlocked = isBlocked }
}

/// Body of every friend-request endpoint but by-token: the other person.
public struct FriendRequestTarget: Codable, Sendable, Equatable {
    public var targetUserId: UserID
    public init(targetUserId: UserID) { self.targetUserId = targetUserId }
}

/// Body of the share-token endpoints and of `friend-request/by-token`.
public struct TokenBody: Codable, Sendable, Equatable {
    public var token: String
    public init(token: String) { self.token = token }
}

/// `DELETE /share-token`: the token to withdraw; all of the caller's where none is named.
public struct RevokeTokenBody: Codable, Sendable, Equatable {
    public var token: String?
    public init(token: String? = nil) { self.token = token }
}

/// A pending friend request. `receiverName` is the other person's name, in either list (wire-protocol 8.2).
public struct FriendRequest: Codable, Sendable, Equatable {
    public var id: FriendRequestID
    public var senderId: UserID
    public var receiverId: UserID
    public var status: String?
    public var receiverName: String
    public var date: Timestamp

    public init(
        id: FriendRequestID, senderId: UserID, receiverId: UserID, status: String?, receiverName: String,
        date: Timestamp
    ) {
        self.id = id
        self.senderId = senderId
        self.receiverId = receiverId
        self.status = status
        self.receiverName = receiverName
        self.date = date
    }
}

/// Answer to the two friend-request lists.
public struct FriendRequestsResponse: Codable, Sendable, Equatable {
    public var friendRequests: [FriendRequest]
    public init(friendRequests: [FriendRequest]) { self.friendRequests = friendRequests }
}

/// Answer to `share-token/resolve`: never a user id.
public struct ResolvedContact: Codable, Sendable, Equatable {
    public var token: String
    public var displayName: String

    public init(token: String, displayName: String) {
        self.token = token
        self.displayName = displayName
    }
}
