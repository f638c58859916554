import Crypto
import ECallAPI
import Hummingbird
import OpenIDConnect
import ServerFoundation

/// Share tokens: creation, lookup, use and revocation (wire-protocol 8.3).
struct ShareTokenController {
    let database: any Database
    let hashKey: SymmetricKey
    let friendRequests: FriendRequestController
    let clock: WallClock
    let limits: Limits
    /// Recently used links, for devices that did not get the answer.
    private let recent = SharedStore<Bool>()

    init(
        database: any Database, hashKey: SymmetricKey, friendRequests: FriendRequestController, clock: WallClock,
        limits: Limits
    ) {
        self.database = database
        self.hashKey = hashKey
        self.friendRequests = friendRequests
        self.clock = clock
        self.limits = limits
    }

    func addRoutes(to api: APIRouter) {
        api.on(.createShareToken, use: create)
        api.on(.resolveShareToken, use: resolve)
        api.on(.sendFriendRequestByToken, use: use)
        api.on(.revokeShareToken, respond: revoke)
    }

    @Sendable func create(context: AppRequestContext) async throws -> TokenBody {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        let token = ShareToken.random()
        let hash = token.hash(key: hashKey)
        try await database.write { [limits] sql in
            let tokens = ShareTokenRepository(sql)
            let begin = now.advanced(bySeconds: -limits.shareTokens.seconds)
            guard try tokens.count(of: caller, since: begin) < limits.shareTokens.count else {
                throw APIFailure(.tooManyShareTokens, "You have created too many links. Try again later")
            }
            try tokens.add(
                hash, owner: caller, createdAt: now, expiresAt: now.advanced(bySeconds: limits.shareTokenLifetime))
        }
        return TokenBody(token: token.text)
    }

    /// Returns the owner's name, and does not use the token up.
    @Sendable func resolve(body: TokenBody, context: AppRequestContext) async throws -> ResolvedContact {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        let hash = try read(body.token).hash(key: hashKey)
        let name = try await database.read { sql in
            let stored = try Self.find(hash, for: caller, sql)
            let owner = try StoredShareToken.check(stored, for: caller, at: now)
            return try UserRepository(sql).find(owner).flatMap { $0.isReachable ? $0.displayName : nil }
        }
        guard let name else { throw APIFailure(.tokenNotFound, "This link is not valid") }
        return ResolvedContact(token: body.token, displayName: name)
    }

    /// The body of `friend-request/by-token`. A number, in either member, is a user id (requirement 004); 0 and "" count as
    /// absent, and the token takes precedence.
    struct UseBody: Decodable, Sendable {
        var token: String?
        var targetUserId: UserID?
    }

    /// Uses the token up and sends its maker a request, atomically. A repetition by the same device within a minute
    /// succeeds. A personal link counts one person once a day, however often they ask and cancel, so that they take no one
    /// else's place.
    @Sendable func use(body: UseBody, context: AppRequestContext) async throws -> StatusResponse {
        let (device, now) = (try context.requireIdentity(), clock.now())
        let caller = device.user
        let text = body.token.flatMap { $0.isEmpty ? nil : $0 }
        if let target = text.map({ UserID($0) }) ?? body.targetUserId, !target.isNone {
            try await friendRequests.ask(target, by: caller)
            return StatusResponse()
        }
        guard let text = text ?? body.token else { throw APIFailure(.badRequest, "The member token is missing") }
        let hash = try read(text).hash(key: hashKey)
        let name = "\(hash) \(caller) \(device.device)"
        let (owner, outcome) = try await database.write { [recent, limits, pairs = friendRequests.pairs] sql in
            let tokens = ShareTokenRepository(sql)
            let stored = try Self.find(hash, for: caller, sql)
            if let stored, stored.isUsedUp {
                // For a personal link: whether this person's request exists.
                let isDone =
                    try stored.isReusable
                    ? FriendRequestRepository(sql).exists(from: caller, to: stored.owner)
                    : recent.withLock { $0.peek(name, at: now) } == true
                if isDone { return (stored.owner, FriendshipRules.Outcome.unchanged) }
            }
            let owner = try StoredShareToken.check(stored, for: caller, at: now)
            guard try UserRepository(sql).find(owner)?.isReachable == true else {
                throw APIFailure(.tokenNotFound, "This link is not valid")
            }
            let outcome = try FriendshipRules(sql).ask(owner, by: caller, at: now, isInvited: true) {
                try pairs.admit(caller, asking: owner, at: now)
            }
            if stored?.isReusable == true {
                let isCounted = recent.withLock { $0.peek("\(hash) \(caller)", at: now) } == true
                guard !isCounted, outcome != .unchanged else { return (owner, outcome) }
                recent.withLock { $0.put(true, under: "\(hash) \(caller)", for: 86_400, at: now) }
            }
            try tokens.use(hash)
            recent.withLock { $0.put(true, under: name, for: limits.repeatedAnswerWindow, at: now) }
            return (owner, outcome)
        }
        await friendRequests.announcements.announce(outcome, by: caller, to: owner)
        return StatusResponse()
    }

    /// Revokes one token, or all of the caller's if none is named. Idempotent; another person's token is not found.
    @Sendable func revoke(request: Request, context: AppRequestContext) async throws -> Response {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        let body = try await request.optionalJSONBody(RevokeTokenBody.self, limit: context.maxUploadSize)
        let hash = try body?.token.map { try read($0).hash(key: hashKey) }
        try await database.write { sql in
            let tokens = ShareTokenRepository(sql)
            if let hash {
                guard try tokens.find(hash)?.owner == caller else {
                    throw APIFailure(.tokenNotFound, "This link is not valid")
                }
            }
            _ = try tokens.revoke(hash, of: caller, at: now)
        }
        return try .json(StatusResponse())
    }

    /// A contact of the owner can still resolve an exhausted personal link: they need no place, and are told that they are
    /// contacts.
    private static func find(_ hash: String, for caller: UserID, _ sql: any SQLConnection) throws -> StoredShareToken? {
        guard var token = try ShareTokenRepository(sql).find(hash) else { return nil }
        if token.isUsedUp, token.isReusable, try ContactRepository(sql).areFriends(caller, token.owner) {
            token.isUsedUp = false
        }
        return token
    }

    private func read(_ text: String) throws -> ShareToken {
        guard let token = ShareToken(text) else { throw APIFailure(.tokenNotFound, "This link is not valid") }
        return token
    }
}
