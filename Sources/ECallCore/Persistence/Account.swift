public import ECallAPI

/// The person signed in on this device, and their server.
public struct Account: Sendable, Equatable, Codable {
    public var userId: UserID
    public var deviceId: DeviceID
    public var displayName: String
    /// Empty when there is none.
    public var email: String
    /// Empty when there is none.
    public var phoneNumber: String
    public var server: ServerAddress
    /// The method by which the person signed in here; nil if an earlier version stored the account.
    public var method: LoginMethodType?
    /// Apple's identifier of the person, for asking Apple whether their sign-in is still valid; nil for all others.
    public var appleSubject: String?

    public init(
        userId: UserID, deviceId: DeviceID, displayName: String, email: String, phoneNumber: String,
        server: ServerAddress, method: LoginMethodType? = nil, appleSubject: String? = nil
    ) {
        self.userId = userId
        self.deviceId = deviceId
        self.displayName = displayName
        self.email = email
        self.phoneNumber = phoneNumber
        self.server = server
        self.method = method
        self.appleSubject = appleSubject
    }

    /// The label by which a person recognizes it.
    public var label: String {
        if !email.isEmpty { return email }
        return phoneNumber.isEmpty ? "account \(userId)" : phoneNumber
    }

    /// Whether its person has a name of their own: until then the server calls it by the part before the @, by its masked
    /// number, or after the issuer (wire-protocol 1.8).
    public var hasOwnName: Bool {
        let given = [
            String(email.prefix { $0 != "@" }), phoneNumber.isEmpty ? "" : "***" + phoneNumber.suffix(2), "Apple User",
            "Google User",
        ]
        return !displayName.isEmpty && !given.contains(displayName)
    }

    /// This device in maps of keys.
    public var deviceKey: DeviceKey { DeviceKey(user: userId, device: deviceId) }

    /// Returns the stored account; nil when no one is signed in.
    public static func load(from storage: any KeyStorage) throws(KeyStorageError) -> Account? {
        try storage.value(.account, as: Account.self)
    }

    public func save(to storage: any KeyStorage) throws(KeyStorageError) {
        try storage.store(self, as: .account)
    }
}
