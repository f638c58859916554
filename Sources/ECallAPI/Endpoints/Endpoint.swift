/// Every HTTP endpoint: the table of contents of the protocol (wire-protocol 1.7).
///
/// A row of one of the tables beside this file describes each; `docs/protocol.md` and `/openapi.json` are made of them.
public enum Endpoint: String, Sendable, CaseIterable {
    case appConfig, login, signInChallenge, appleLogin, verifyLogin, resendOTP, verify, refreshToken, logout
    case terminateSession, terminateOthers, devices, registerDevice, addDeviceStatement
    case webPushKey, setWebPushSubscription, removeWebPushSubscription
    case user, updateUser, deleteUser, cancelDelete, exportAccount, publicKeys, publicKeysByQuery
    case loginMethods, addLoginMethod, leaveForLoginMethod, primaryLoginMethod, removeLoginMethod
    case takeBackLoginMethod
    case credentials
    case contacts, deleteContact, toggleFavorite, toggleBlock, blockedContacts, searchContacts
    case privacy, updatePrivacy
    case report
    case sendFriendRequest, sendFriendRequestByToken, acceptFriendRequest, declineFriendRequest, cancelFriendRequest
    case sentFriendRequests, receivedFriendRequests
    case createShareToken, revokeShareToken, resolveShareToken
    case personalLink, setPersonalLink, removePersonalLink
    case startCall, placeCall, inviteToCall, joinCall, acceptCall, requestRejoin, rejoinCall
    case requestInvitation
    case participants, updateParticipant, askToMute, removeParticipant, leaveCall, holdCall, endCall, activeCall
    case callHistory, deleteCallHistory

    /// The path prefixes under which every endpoint is served (wire-protocol 1.6).
    public static let prefixes = ["/app/api", "/app", "/api", ""]

    public enum Method: String, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    /// The callers that are allowed.
    public enum Authorization: Sendable {
        /// No token is needed.
        case none
        /// Public; a bearer token, if present, identifies the caller.
        case optional
        /// A valid access token of a registered device.
        case required
    }

    private static let table = accountTable.merging(peopleTable) { $1 }.merging(callTable) { $1 }

    /// Its row. A test sees to it that there is one for each.
    public var description: EndpointDescription {
        guard let row = Self.table[self] else { preconditionFailure("\(rawValue) is in no table of endpoints") }
        return row
    }

    public var method: Method { description.method }
    /// The path below a prefix; `{id}` stands for a decimal number.
    public var path: String { description.path }
    public var authorization: Authorization { description.authorization }
    /// Whether the owner of a suspended account may call.
    public var isOpenToSuspended: Bool { description.isOpenToSuspended }

    /// Every way to it below a prefix: its own first, then the aliases.
    public var ways: [(method: Method, path: String)] {
        [(method, path)] + description.aliases.map { ($0.method ?? method, $0.path) }
    }

    /// The path with the number filled in.
    public func path(id: UInt64) -> String {
        guard let range = path.firstRange(of: "{id}") else { return path }
        return String(path[..<range.lowerBound]) + String(id) + String(path[range.upperBound...])
    }
}
