public import ECallAPI

/// Who is signed in on this device, and where.
public struct Account: Sendable, Equatable, Codable {
    public var userId: UserID
    public var deviceId: DeviceID
    public var displayName: String
    /// Empty when there is none.
    public var email: String
    /// Empty when there is none.
    public var phoneNumber: String
    public var server: ServerAddress
    /// How its person signed in here; nil where an earlier version kept it.
    public var method: LoginMethodType?
    /// Whom Apple calls its person, for asking Apple whether their sign-in still stands; nil for all others.
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

    /// What a person knows it by.
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

    /// The kept account; nil when nobody is signed in.
    public static func load(from storage: any KeyStorage) throws(KeyStorageError) -> Account? {
        try storage.value(.account, as: Account.self)
    }

    public func save(to storage: any KeyStorage) throws(KeyStorageError) {
        try storage.store(self, as: .account)
    }
}
