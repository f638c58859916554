import ECallAPI
import Foundation

@testable import ECallServer
@testable import ECallServerTestSupport

/// A stranger's request with Vera's ids.
struct StrangerAttempt: Sendable {
    enum Expected: Sendable {
        case ok
        /// Any answer but success and failure of the server.
        case refused
        case code(ErrorCode)
    }

    let what: String
    var id: UInt64?
    var body: (any Encodable & Sendable)?
    var query = ""
    let answer: Expected
    /// Tables in which a row about her may appear, because anyone may request it.
    var tables: Set<String> = []
}

extension StrangerAttempt {
    /// All attempts at an endpoint. A new endpoint does not compile without its row.
    static func all(at endpoint: Endpoint, _ world: VictimWorld) -> [StrangerAttempt] {
        switch endpoint {
        case .appConfig, .login, .signInChallenge, .appleLogin, .verifyLogin, .resendOTP, .verify, .refreshToken,
            .logout,
            .terminateSession, .terminateOthers, .devices, .registerDevice, .addDeviceStatement, .webPushKey,
            .setWebPushSubscription, .removeWebPushSubscription, .takeBackLoginMethod:
            signIn(endpoint, world)
        case .user, .updateUser, .deleteUser, .cancelDelete, .exportAccount, .publicKeys, .publicKeysByQuery,
            .loginMethods, .addLoginMethod, .leaveForLoginMethod, .primaryLoginMethod, .removeLoginMethod:
            account(endpoint, world)
        case .contacts, .deleteContact, .toggleFavorite, .toggleBlock, .blockedContacts, .searchContacts, .privacy,
            .updatePrivacy, .report:
            contacts(endpoint, world)
        case .sendFriendRequest, .sendFriendRequestByToken, .acceptFriendRequest, .declineFriendRequest,
            .cancelFriendRequest, .sentFriendRequests, .receivedFriendRequests, .createShareToken, .revokeShareToken,
            .resolveShareToken, .personalLink, .setPersonalLink, .removePersonalLink:
            requests(endpoint, world)
        case .credentials, .startCall, .placeCall, .inviteToCall, .joinCall, .acceptCall, .requestRejoin, .rejoinCall,
            .requestInvitation, .participants, .updateParticipant, .askToMute, .removeParticipant, .leaveCall,
            .holdCall, .endCall,
            .activeCall, .callHistory,
            .deleteCallHistory:
            calls(endpoint, world)
        }
    }

    /// Takes no ids: only the stranger's own data changes.
    private static let own = [StrangerAttempt(what: "the stranger's own", answer: .ok)]

    private static func signIn(_ endpoint: Endpoint, _ world: VictimWorld) -> [StrangerAttempt] {
        let (email, device) = (world.vera.email, DevicePayload(publicKey: TestKeys.p256()))
        switch endpoint {
        case .login:
            // Anyone may request a code, which is sent to its owner.
            return [
                .init(
                    what: "her address", body: LoginRequest(email: email), answer: .ok,
                    tables: ["one_time_codes", "sent_codes"])
            ]
        case .appleLogin:
            let body = AppleLoginRequest(code: "x", appleIdToken: "x", displayName: nil, device: device)
            return [.init(what: "a made-up token", body: body, answer: .refused)]
        case .verifyLogin:
            let body = VerifyLoginRequest(code: "000000", email: email, device: device)
            return [
                .init(what: "her address", body: body, answer: .refused, tables: ["one_time_codes", "wrong_codes"])
            ]
        case .resendOTP:
            let body = ResendOTPRequest(email: email)
            return [.init(what: "her address", body: body, answer: .code(.emailAlreadyRegistered))]
        case .verify:
            let body = VerifyRequest(code: "000000", email: email)
            return [.init(what: "her address", body: body, answer: .refused, tables: ["one_time_codes"])]
        case .refreshToken:
            let body = RefreshTokenRequest(refreshToken: world.vera.accessToken)
            return [.init(what: "her access token", body: body, answer: .code(.refreshTokenExpired))]
        case .terminateSession:
            return [
                .init(what: "her device", id: world.vera.device.rawValue, answer: .code(.deviceNotFound)),
                .init(what: "her other one", id: world.veraAway.device.rawValue, answer: .code(.deviceNotFound)),
                .init(what: "nobody's", id: 12_345, answer: .code(.deviceNotFound)),
            ]
        case .setWebPushSubscription:
            let body = WebPushSubscriptionRequest(
                endpoint: "https://push.example.net/s", keys: .init(p256dh: "", auth: ""))
            return [.init(what: "no keys", body: body, answer: .code(.pushNotificationFailed))]
        case .takeBackLoginMethod:
            return [.init(what: "a made-up token", body: TakeBackRequest(token: "x"), answer: .code(.wayBackOver))]
        case .registerDevice:
            return [.init(what: "a key", body: RegisterDeviceRequest(publicKey: TestKeys.p256()), answer: .ok)]
        case .addDeviceStatement:
            let header = "eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiZWNhbGwtdm91Y2gifQ"
            let by = Base64URL.encode(Data("{\"by\":\"\(world.vera.id)_\(world.vera.device)\"}".utf8))
            return [
                .init(
                    what: "in her name", body: DeviceStatementRequest(statement: "\(header).\(by).AAAA"),
                    answer: .code(.deviceStatementFailed))
            ]
        default: return own
        }
    }

    private static func account(_ endpoint: Endpoint, _ world: VictimWorld) -> [StrangerAttempt] {
        let (email, method) = (world.vera.email, world.veraMethod)
        switch endpoint {
        case .updateUser: return [.init(what: "her address", body: UpdateUserRequest(email: email), answer: .refused)]
        case .publicKeys:
            let ids = [world.vera.id, world.fay.id, world.gus.id, 12_345]
            return [.init(what: "all of them", body: PublicKeysRequest(userIds: ids), answer: .ok)]
        case .publicKeysByQuery:
            return [.init(what: "both", query: "?userIds=\(world.vera.id),\(world.fay.id)", answer: .ok)]
        case .addLoginMethod:
            let body = AddLoginMethodRequest(email: email, code: "000000")
            return [.init(what: "her address", body: body, answer: .refused, tables: ["one_time_codes"])]
        case .leaveForLoginMethod:
            let body = LoginMethodDepartureRequest(issuer: .google, binding: String(repeating: "A", count: 43))
            return [.init(what: "an issuer that is not there", body: body, answer: .refused)]
        case .primaryLoginMethod:
            return [.init(what: "her way in", body: PrimaryLoginMethodRequest(id: method), answer: .refused)]
        case .removeLoginMethod: return [.init(what: "her way in", id: method.rawValue, answer: .ok)]
        default: return own
        }
    }

    private static func contacts(_ endpoint: Endpoint, _ world: VictimWorld) -> [StrangerAttempt] {
        let ids = [("her", world.vera.id.rawValue), ("her friend", world.fay.id.rawValue), ("nobody", 12_345)]
        switch endpoint {
        case .contacts:
            return ids.map { .init(what: $0.0, query: "?contactId=\($0.1)", answer: .code(.getContactsFailed)) } + own
        case .deleteContact: return ids.map { .init(what: $0.0, id: $0.1, answer: .ok) }
        case .toggleFavorite: return ids.map { .init(what: $0.0, id: $0.1, answer: .code(.toggleFavoriteFailed)) }
        case .toggleBlock: return ids.map { .init(what: $0.0, id: $0.1, answer: .code(.toggleBlockFailed)) }
        case .searchContacts:
            return [.init(what: "her address", body: SearchRequest(email: world.vera.email), answer: .ok)]
        case .report:
            return ids.map {
                let body = ReportRequest(
                    userId: UserID($0.1), reason: .harassment, note: "She calls.", callId: world.running)
                return .init(what: $0.0, body: body, answer: .ok, tables: ["reports"])
            }
        case .updatePrivacy: return [.init(what: "own", body: PrivacySettings(searchable: true), answer: .ok)]
        default: return own
        }
    }

    private static func requests(_ endpoint: Endpoint, _ world: VictimWorld) -> [StrangerAttempt] {
        let (vera, gus) = (world.vera.id, world.gus.id)
        let targets = [("her", vera), ("who has asked her", gus), ("nobody", 12_345)].map {
            ($0.0, FriendRequestTarget(targetUserId: $0.1))
        }
        switch endpoint {
        case .sendFriendRequest:
            return [targets[0], targets[2]].map {
                .init(what: $0.0, body: $0.1, answer: .ok, tables: ["undelivered_requests"])
            }
        case .sendFriendRequestByToken:
            return [
                .init(
                    what: "the token of another", body: TokenBody(token: world.tokenForFay),
                    answer: .code(.tokenNotFound)),
                .init(
                    what: "her number as a token", body: TokenBody(token: "\(vera)"), answer: .ok,
                    tables: ["undelivered_requests"]),
            ]
        case .acceptFriendRequest:
            return targets.map { .init(what: $0.0, body: $0.1, answer: .code(.acceptRequestFailed)) }
        case .declineFriendRequest, .cancelFriendRequest:
            return targets.map { .init(what: $0.0, body: $0.1, answer: .ok) }
        case .revokeShareToken:
            return [world.shareToken, world.tokenForFay].map {
                .init(what: "her token", body: RevokeTokenBody(token: $0), answer: .code(.tokenNotFound))
            }
        case .resolveShareToken:
            let body = TokenBody(token: world.tokenForFay)
            return [.init(what: "the token of another", body: body, answer: .code(.tokenNotFound))]
        case .setPersonalLink:
            let body = PersonalLinkRequest(maxUses: 1, lifetime: 3_600)
            return [.init(what: "the stranger's own", body: body, answer: .ok)]
        default: return own
        }
    }

    private static func calls(_ endpoint: Endpoint, _ world: VictimWorld) -> [StrangerAttempt] {
        let ids = [("her call", world.running), ("her past call", world.past), ("no call", CallID(12_345))]
        let key = [DeviceKey(user: world.vera.id, device: world.vera.device).description: "wrapped"]
        func each(_ answer: Expected, _ body: (any Encodable & Sendable)? = nil) -> [StrangerAttempt] {
            ids.map { .init(what: $0.0, id: $0.1.rawValue, body: body, answer: answer) }
        }
        switch endpoint {
        case .startCall, .inviteToCall:
            let requests = [world.room, 78].map {
                StartCallRequest(roomId: $0, calleeIds: [world.vera.id], encryptedAESKeys: key, isVideo: true)
            }
            if endpoint == .inviteToCall { return each(.code(.callNotFound), requests[0]) }
            return requests.map { .init(what: "room \($0.roomId)", body: $0, answer: .refused) }
        case .placeCall:
            let body = PlaceCallRequest(
                roomId: world.room, calleeId: world.vera.id, encryptedAESKeys: key, isVideo: true)
            return [.init(what: "her room", body: body, answer: .refused)]
        case .joinCall, .requestRejoin, .rejoinCall, .participants: return each(.code(.callNotFound))
        case .acceptCall:
            return ids.map {
                .init(what: $0.0, body: AcceptCallRequest(callId: $0.1), answer: .code(.callNotFound))
            }
        case .updateParticipant:
            let body = UpdateParticipantRequest(callId: nil, userId: world.vera.id, status: .left, isMuted: true)
            return each(.code(.callNotFound), body)
        case .askToMute, .removeParticipant:
            return [world.vera.id, world.fay.id, 12_345].flatMap {
                each(.code(.callNotFound), ParticipantRequest(userId: $0))
            }
        case .requestInvitation:
            let token = String(repeating: "A", count: 43)
            return [world.vera.id, world.fay.id, 12_345].flatMap {
                each(.code(.callNotFound), RequestInvitationRequest(userId: $0, token: token))
            }
        case .leaveCall: return each(.ok, LeaveCallRequest(join: "j", leave: "l"))
        case .holdCall:
            let others: [CallID?] = [nil, world.running, world.past, 5]
            return others.flatMap { other in
                each(.code(.callNotFound), HoldCallRequest(join: "j", leave: "l", resumedCallId: other))
            }
        case .endCall: return ids.map { .init(what: $0.0, body: EndCallRequest(callId: $0.1), answer: .ok) } + own
        case .callHistory: return [.init(what: "her name", query: "?displayName=Vera%20Secret", answer: .ok)] + own
        case .deleteCallHistory:
            return [.init(what: "all", body: DeleteCallsRequest(callIds: ids.map(\.1)), answer: .ok)]
        default: return own
        }
    }
}
