/// A way to sign in.
public enum LoginMethodType: String, Codable, Sendable, WireEnumeration { case email, phone, google, apple }

/// One of the ways into the caller's account (wire-protocol 9.3).
public struct LoginMethodInfo: Codable, Sendable, Equatable {
    public var id: LoginMethodID
    public var type: LoginMethodType
    /// The address or number, or the address at the issuer.
    public var value: String
    public var isPrimary: Bool
    public var verifiedAt: Timestamp?

    public init(id: LoginMethodID, type: LoginMethodType, value: String, isPrimary: Bool, verifiedAt: Timestamp?) {
        self.id = id
        self.type = type
        self.value = value
        self.isPrimary = isPrimary
        self.verifiedAt = verifiedAt
    }
}

/// Answer to every endpoint of login methods: the list as it is now.
public struct LoginMethodsResponse: Codable, Sendable, Equatable {
    public var loginMethods: [LoginMethodInfo]
    public init(loginMethods: [LoginMethodInfo]) { self.loginMethods = loginMethods }
}

/// `POST /user/login-methods`: one address or number, proved before by `resend-otp` and `verify`, or by the code here.
public struct AddLoginMethodRequest: Codable, Sendable, Equatable {
    public var email: String?
    public var phoneNumber: String?
    public var code: String?

    public init(email: String? = nil, phoneNumber: String? = nil, code: String? = nil) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.code = code
    }
}

/// `PUT /user/login-methods/primary`.
public struct PrimaryLoginMethodRequest: Codable, Sendable, Equatable {
    public var id: LoginMethodID
    public init(id: LoginMethodID) { self.id = id }
}
