/// Answer to `GET /push/key`.
public struct WebPushKey: Codable, Sendable, Equatable {
    /// The `applicationServerKey` of `PushManager.subscribe`: the server's VAPID key (RFC 8292 section 3.2), an uncompressed point
    /// of P-256 in base64url. Absent if the server sends no notifications. A subscription made with another key cannot be used.
    public var publicKey: String?
    /// True if the push service has ended the calling device's subscription, and the device has not subscribed again. Absent
    /// otherwise, and in older servers.
    public var hasEnded: Bool?

    public init(publicKey: String?, hasEnded: Bool? = nil) {
        self.publicKey = publicKey
        self.hasEnded = hasEnded
    }
}

/// `PUT /push/subscription`: a `PushSubscription` as its `toJSON` gives it.
public struct WebPushSubscriptionRequest: Codable, Sendable, Equatable {
    public struct Keys: Codable, Sendable, Equatable {
        /// The device's key for messages (RFC 8291 section 3.1): an uncompressed point of P-256 in base64url.
        public var p256dh: String
        /// The authentication secret (RFC 8291 section 3.2): 16 bytes in base64url.
        public var auth: String

        public init(p256dh: String, auth: String) {
            self.p256dh = p256dh
            self.auth = auth
        }
    }

    /// `https`; at most 2048 bytes. Anyone who knows it can have the device woken: it is given to no one.
    public var endpoint: String
    public var keys: Keys

    public init(endpoint: String, keys: Keys) {
        self.endpoint = endpoint
        self.keys = keys
    }
}
