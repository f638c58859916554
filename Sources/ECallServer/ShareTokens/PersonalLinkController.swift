import Crypto
import ECallAPI
import Foundation
import ServerFoundation

/// The personal link: a share token for several people, disabled until its owner enables it (decision 75).
struct PersonalLinkController {
    let database: any Database
    let tokens: PersonalTokens
    let clock: WallClock
    let limits: Limits

    func addRoutes(to api: APIRouter) {
        api.on(.personalLink, use: link)
        api.on(.setPersonalLink, use: set)
        api.on(.removePersonalLink, use: remove)
    }

    @Sendable func link(context: AppRequestContext) async throws -> PersonalLinkResponse {
        let caller = try context.requireIdentity().user
        let stored = try await database.read { try ShareTokenRepository($0).personal(of: caller) }
        return PersonalLinkResponse(personalLink: stored.map { tokens.link($0, of: caller) })
    }

    @Sendable func set(body: PersonalLinkRequest, context: AppRequestContext) async throws -> PersonalLinkResponse {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        guard body.isPermitted else {
            throw APIFailure(.badRequest, "A personal link can be used by 1 to 1000 people, for an hour to a year")
        }
        let end = now.advanced(bySeconds: body.lifetime)
        let stored = try await database.write { [tokens, limits] sql in
            let repository = ShareTokenRepository(sql)
            let former = try repository.personal(of: caller)
            if let former, body.isNew != true {
                try repository.extend(former.hash, maxUses: body.maxUses, at: now, expiresAt: end)
                return try repository.personal(of: caller)
            }
            let begin = now.advanced(bySeconds: -limits.shareTokens.seconds)
            guard try repository.count(of: caller, since: begin) < limits.shareTokens.count else {
                throw APIFailure(.tooManyShareTokens, "You have created too many links. Try again later")
            }
            if let former { _ = try repository.revoke(former.hash, of: caller, at: now) }
            let salt = PersonalTokens.randomSalt()
            try repository.add(
                tokens.hash(of: caller, salt), owner: caller, createdAt: now, expiresAt: end, maxUses: body.maxUses,
                personalSalt: salt)
            return try repository.personal(of: caller)
        }
        return PersonalLinkResponse(personalLink: stored.map { tokens.link($0, of: caller) })
    }

    /// Idempotent.
    @Sendable func remove(context: AppRequestContext) async throws -> StatusResponse {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        try await database.write { sql in
            let repository = ShareTokenRepository(sql)
            if let former = try repository.personal(of: caller) {
                _ = try repository.revoke(former.hash, of: caller, at: now)
            }
        }
        return StatusResponse()
    }
}

/// The tokens of personal links. Unlike single-use tokens they are shown again, and yet a reader of the database cannot use
/// them: a token is derived from the owner, a stored salt, and a key that is not stored (HMAC-SHA256, RFC 2104).
struct PersonalTokens: Sendable {
    let key: SymmetricKey
    let hashKey: SymmetricKey

    static func randomSalt() -> String { HexDigest.hex(SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }) }

    func token(of owner: UserID, _ salt: String) -> ShareToken {
        ShareToken(bytes: Array(HMAC<SHA256>.authenticationCode(for: Data("\(owner) \(salt)".utf8), using: key)))
    }

    func hash(of owner: UserID, _ salt: String) -> String { token(of: owner, salt).hash(key: hashKey) }

    func link(_ stored: StoredPersonalLink, of owner: UserID) -> PersonalLink {
        PersonalLink(
            token: token(of: owner, stored.salt).text, maxUses: stored.maxUses, usedCount: stored.usedCount,
            createdAt: stored.createdAt, expiresAt: stored.expiresAt)
    }
}
