/// Every HTTP endpoint: the table of contents of the protocol (wire-protocol 1.7).
public enum Endpoint: String, Sendable, CaseIterable {
    case appConfig, login, appleLogin, verifyLogin, resendOTP, refreshToken, logout
    case user, devices, registerDevice, publicKeys
    case credentials
    case contacts, deleteContact, toggleFavorite
    case sendFriendRequest, sendFriendRequestByToken, acceptFriendRequest, declineFriendRequest, cancelFriendRequest
    case sentFriendRequests, receivedFriendRequests
    case createShareToken, revokeShareToken, resolveShareToken
    case startCall, joinCall, participants, updateParticipant, endCall, activeCall

    /// The path prefixes under which every endpoint is served (wire-protocol 1.6).
    public static let prefixes = ["/app/api", "/app", "/api", ""]

    public enum Method: String, Sendable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    /// Who may call.
    public enum Authorization: Sendable {
        /// Nobody needs a token.
        case none
        /// Public; a bearer token, where one is sent, tells who asks.
        case optional
        /// A valid access token of a registered device.
        case required
    }

    public var method: Method { route.0 }
    /// The path below a prefix; `{id}` stands for a decimal number.
    public var path: String { route.1 }
    public var authorization: Authorization { route.2 }

    /// Other paths under which it answers.
    public var aliases: [String] {
        switch self {
        case .publicKeys: ["/user/publicKey"]
        case .deleteContact: ["/friend/{id}"]
        case .sendFriendRequest: ["/friend-request/by-id"]
        case .sentFriendRequests: ["/friend-request/sent"]
        case .receivedFriendRequests: ["/friend-request/received"]
        default: []
        }
    }

    /// The path with the number filled in.
    public func path(id: UInt64) -> String {
        guard let range = path.firstRange(of: "{id}") else { return path }
        return path.replacingCharacters(in: range, with: id)
    }

    private var route: (Method, String, Authorization) {
        switch self {
        case .appConfig: (.get, "/app-config", .none)
        case .login: (.post, "/login", .none)
        case .appleLogin: (.post, "/apple-login", .none)
        case .verifyLogin: (.post, "/verify-login", .none)
        case .resendOTP: (.post, "/resend-otp", .optional)
        case .refreshToken: (.post, "/refresh-token", .none)
        case .logout: (.post, "/logout", .required)
        case .user: (.get, "/user", .required)
        case .devices: (.get, "/devices", .required)
        case .registerDevice: (.post, "/register_device", .required)
        case .publicKeys: (.post, "/user/publicKeys", .required)
        case .credentials: (.get, "/credentials", .required)
        case .contacts: (.get, "/contacts", .required)
        case .deleteContact: (.delete, "/contact/{id}", .required)
        case .toggleFavorite: (.patch, "/contact/{id}/toggle", .required)
        case .sendFriendRequest: (.post, "/friend-request", .required)
        case .sendFriendRequestByToken: (.post, "/friend-request/by-token", .required)
        case .acceptFriendRequest: (.post, "/friend-request/accept", .required)
        case .declineFriendRequest: (.patch, "/friend-request/decline", .required)
        case .cancelFriendRequest: (.patch, "/friend-request/cancel", .required)
        case .sentFriendRequests: (.get, "/friend-request-sent", .required)
        case .receivedFriendRequests: (.get, "/friend-request-received", .required)
        case .createShareToken: (.post, "/share-token", .required)
        case .revokeShareToken: (.delete, "/share-token", .required)
        case .resolveShareToken: (.post, "/share-token/resolve", .required)
        case .startCall: (.post, "/call/start", .required)
        case .joinCall: (.post, "/call/{id}/join", .required)
        case .participants: (.get, "/call/{id}/participants", .required)
        case .updateParticipant: (.put, "/call/{id}/participants", .required)
        case .endCall: (.post, "/call/end", .required)
        case .activeCall: (.get, "/call/active", .required)
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with number: UInt64) -> String {
        String(self[..<range.lowerBound]) + String(number) + String(self[range.upperBound...])
    }
}
