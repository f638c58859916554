/// A sign-in method.
public enum LoginMethodType: String, Codable, Sendable, WireEnumeration { case email, phone, google, apple }

/// A sign-in method of the caller's account (wire-protocol 9.3).
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

/// `POST /user/login-methods`: one address or number, proved before with `resend-otp` and `verify`, or with the code here; or
/// Google or Apple, proved by the app's credential, or by the ticket that the page returned with.
public struct AddLoginMethodRequest: Codable, Sendable, Equatable {
    public var email: String?
    public var phoneNumber: String?
    /// The one-time code of the address or number.
    public var code: String?
    /// An ID token of Google (OpenID Connect Core 2).
    public var googleIdToken: String?
    /// Apple's identity token; one of this and the authorization code is enough.
    public var appleIdToken: String?
    /// Apple's authorization code.
    public var appleCode: String?
    /// The ticket from Google or Apple that the page returned with.
    public var ticket: String?
    /// The secret whose digest the page showed when it left.
    public var ticketVerifier: String?

    /// For an address or number, or with nothing to be filled in.
    public init(email: String? = nil, phoneNumber: String? = nil, code: String? = nil) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.code = code
    }

    /// For Google.
    public init(googleIdToken: String) { self.googleIdToken = googleIdToken }

    /// For Apple.
    public init(appleIdToken: String, appleCode: String) {
        self.appleIdToken = appleIdToken
        self.appleCode = appleCode
    }

    /// For the page that has returned from one of them.
    public init(ticket: String, ticketVerifier: String) {
        self.ticket = ticket
        self.ticketVerifier = ticketVerifier
    }
}

/// `POST /user/login-methods/departure`: the page leaves for Google or Apple, to return with another sign-in method.
public struct LoginMethodDepartureRequest: Codable, Sendable, Equatable {
    /// `google` or `apple`.
    public var issuer: LoginMethodType
    /// The digest of a secret that the page keeps: SHA-256 in base64url.
    public var binding: String

    public init(issuer: LoginMethodType, binding: String) {
        self.issuer = issuer
        self.binding = binding
    }
}

/// Answer to `POST /user/login-methods/departure`; it sets a cookie that the return needs.
public struct LoginMethodDepartureResponse: Codable, Sendable, Equatable {
    /// The URL that the browser must open.
    public var url: String
    public init(url: String) { self.url = url }
}

/// `PUT /user/login-methods/primary`.
public struct PrimaryLoginMethodRequest: Codable, Sendable, Equatable {
    public var id: LoginMethodID
    public init(id: LoginMethodID) { self.id = id }
}

/// `POST /user/login-methods/take-back`: the code in the message that was sent when the sign-in method was removed.
public struct TakeBackRequest: Codable, Sendable, Equatable {
    public var token: String
    public init(token: String) { self.token = token }
}
