import Crypto
import ECallAPI
import ServerFoundation

/// `POST /contacts/search`, and its privacy setting: `GET` and `PATCH /user/privacy` (wire-protocol 8.3; requirement 000,
/// "Search by email/phone").
///
/// A hit is a name and a share token that only the searcher can use. The answer is the same for every reason of a miss.
struct SearchController {
    let database: any Database
    let hashKey: SymmetricKey
    let clock: WallClock
    let limits: Limits
    private let userLimiter: SharedRateLimiter
    private let addressLimiter: SharedRateLimiter

    init(database: any Database, hashKey: SymmetricKey, clock: WallClock, limits: Limits) {
        self.database = database
        self.hashKey = hashKey
        self.clock = clock
        self.limits = limits
        userLimiter = SharedRateLimiter(limits.searchesPerUser)
        addressLimiter = SharedRateLimiter(limits.searchesPerAddress)
    }

    func addRoutes(to api: APIRouter) {
        api.on(.searchContacts, use: search)
        api.on(.privacy, use: privacy)
        api.on(.updatePrivacy, use: update)
    }

    @Sendable func search(body: SearchRequest, context: AppRequestContext) async throws -> SearchResponse {
        let (caller, now) = (try context.requireIdentity().user, clock.now())
        let key = try SearchKey(body)
        guard addressLimiter.allow(from: context.clientAddress, at: now),
            userLimiter.allow(caller.description, at: now)
        else { throw APIFailure(.tooManySearches, "Too many searches. Try again later") }
        let token = ShareToken.random()
        let hash = token.hash(key: hashKey)
        guard let hit = try await database.read({ try SearchRepository($0).find(key, by: caller) }) else {
            return SearchResponse(results: [])
        }
        let expiry = now.advanced(bySeconds: limits.shareTokenLifetime)
        try await database.write { sql in
            try ShareTokenRepository(sql).add(
                hash, owner: hit.user, reader: caller, createdAt: now, expiresAt: expiry)
        }
        return SearchResponse(results: [ResolvedContact(token: token.text, displayName: hit.displayName)])
    }

    @Sendable func privacy(context: AppRequestContext) async throws -> PrivacySettings {
        let caller = try context.requireIdentity().user
        return PrivacySettings(
            searchable: try await database.read { try SearchRepository($0).isSearchable(caller) })
    }

    @Sendable func update(body: PrivacySettings, context: AppRequestContext) async throws -> PrivacySettings {
        let caller = try context.requireIdentity().user
        try await database.write { try SearchRepository($0).setSearchable(body.searchable, caller) }
        return body
    }
}
