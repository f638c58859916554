import Crypto
import ECallAPI
import Foundation
import JWTKit
import ServerFoundation

/// A device's two tokens; lifetimes in seconds.
struct TokenPair: Sendable, Equatable {
    let access: String
    let refresh: String
    let accessLifetime: Int
    let refreshLifetime: Int
}

/// Issues, renews and checks tokens: JWT with HS256 (RFC 7519, wire-protocol 2.2).
struct TokenService: Sendable {
    private let keys: JWTKeyCollection
    private let database: any Database
    private let devices: DeviceService
    private let clock: WallClock
    private let limits: Limits
    private let limiter: SharedRateLimiter

    init(
        key: SymmetricKey, database: any Database, devices: DeviceService, clock: WallClock, limits: Limits
    ) async {
        keys = await JWTKeyCollection().add(hmac: HMACKey(key: key), digestAlgorithm: .sha256)
        self.database = database
        self.devices = devices
        self.clock = clock
        self.limits = limits
        limiter = SharedRateLimiter(limits.refreshesPerFamily)
    }

    /// Begins a new family for a device that has just signed in, and looks up its location.
    func issue(to identity: DeviceIdentity) async throws -> TokenPair {
        let (family, now) = (Self.newFamily(), clock.now())
        return try await first(of: family, identity, at: now) { sql in
            // The device may have been removed since it signed in.
            guard try DeviceRepository(sql).find(identity) != nil else { throw Self.dead }
            try TokenFamilyRepository(sql).begin(family, identity, createdAt: now, at: now)
        }
    }

    static func newFamily() -> String { UUID().uuidString }

    /// Returns the first tokens of a device; if the family was begun with the sign-in, repeatedly until one of them is used.
    func issueFirst(_ signedIn: SignedIn) async throws -> TokenPair {
        let identity = signedIn.identity
        guard let family = signedIn.family else { return try await issue(to: identity) }
        return try await first(of: family, identity, at: clock.now()) { sql in
            guard let known = try TokenFamilyRepository(sql).find(family), known.identity == identity,
                known.generation == 1
            else { throw APIFailure(.invalidOTP, "Invalid or expired code") }
        }
    }

    private func first(
        of family: String, _ identity: DeviceIdentity, at now: Timestamp,
        prepare: @escaping @Sendable (any SQLConnection) throws -> Void
    ) async throws -> TokenPair {
        let pair = try await sign(identity, family: family, generation: 1, until: signInEnd(now), at: now)
        let hash = HexDigest.sha256(pair.refresh)
        let locations = devices.locations
        try await database.write { sql in
            try prepare(sql)
            try TokenFamilyRepository(sql).add(hash, to: family, generation: 1)
            try DeviceRepository(sql).locate(identity, by: locations)
        }
        return pair
    }

    /// Exchanges a refresh token for a new pair; issued access tokens stay valid until they expire.
    ///
    /// Throws 403 `ErrRefreshTokenExpired` for a token that is expired, forged or used up; in the last case the family and
    /// its device end. Throws 503 if the refusal depends on a clock in doubt, so that no one is signed out by it.
    func refresh(_ token: String, address: String) async throws -> TokenPair {
        let now = clock.now()
        guard let claims = await claims(of: token), claims.type == .refresh else { throw Self.dead }
        // A doubtful clock cannot tell whether the token has expired.
        let over = clock.isDoubted() ? Self.doubtful : Self.dead
        guard now.milliseconds / 1000 < claims.exp else { throw over }
        guard limiter.allow(claims.family, at: now) else {
            throw APIFailure(.tooManyRequests, "Too many requests. Try again later")
        }
        let old = HexDigest.sha256(token)
        let (seen, suspension) = try await database.read { sql in
            (
                try Self.look(for: claims, hash: old, in: sql),
                try SuspensionRepository(sql).find(claims.userId, at: now)
            )
        }
        guard let seen else { throw Self.dead }
        guard now < signInEnd(seen.signedInAt) else { throw over }
        // The token stays valid for use after the suspension.
        if let suspension { throw suspension.failure }
        // Whatever is decided below, a resulting token is one generation younger.
        let generation = (seen.shown.generation ?? 0) + 1
        let fresh = try await sign(
            claims.identity, family: claims.family, generation: generation, until: signInEnd(seen.signedInAt), at: now)
        let change = Refresh(
            claims: claims, old: old, fresh: HexDigest.sha256(fresh.refresh), generation: generation,
            grace: limits.refreshGrace, address: address, location: devices.locations.location(of: address), now: now,
            doubt: clock.isDoubted() ? Self.doubtful : nil)
        switch try await decide(change) {
        case .rotate, .repeatNewest, .adopt: return fresh
        case .revoke:
            await devices.forget(claims.identity)
            throw Self.dead
        case .refuse: throw Self.dead
        }
    }

    /// Signs out the revoked device before anyone is notified.
    private func decide(_ change: Refresh) async throws -> RefreshVerdict {
        do {
            let verdict = try await database.write { try change.run(in: $0) }
            if verdict == .revoke { devices.known.empty() }
            return verdict
        } catch {
            devices.known.empty()
            throw error
        }
    }

    /// The token's state before any decision; nil if neither its family nor its device is known.
    private static func look(
        for claims: TokenClaims, hash: String, in sql: any SQLConnection
    ) throws -> (shown: ShownToken, signedInAt: Timestamp)? {
        let families = TokenFamilyRepository(sql)
        if let family = try families.find(claims.family) {
            let shown = ShownToken(stored: try families.token(hash, in: family.id), stamp: claims.stamp)
            return (shown, family.createdAt)
        }
        guard try DeviceRepository(sql).find(claims.identity) != nil,
            let restoration = try RestorationRepository(sql).find()
        else { return nil }
        return (ShownToken(stamp: claims.stamp), restoration.knownUntil)
    }

    /// Returns the device of an access token. Throws 401 `ErrAccessTokenExpired` for an invalid token,
    /// `ErrDeviceNotRegistered` for a valid one whose device is gone (no other 401 exists, W34), and `ErrUserNotFound` if
    /// the account is gone.
    ///
    /// - Parameter evenSuspended: whether a suspended account is allowed; else throws 403 `ErrAccountSuspended`.
    func authenticate(_ token: String?, evenSuspended: Bool = false) async throws -> DeviceIdentity {
        let now = clock.now()
        guard let token, token.utf8.count <= Self.longest else { throw Self.unknown }
        let digest = TokenCache.digest(token)
        if let identity = devices.known.identity(of: digest, at: now) { return identity }
        let era = devices.known.era
        guard let claims = await claims(of: token, kind: .access, at: now) else { throw Self.unknown }
        let failure = try await database.lookUp { sql -> APIFailure? in
            if try DeviceRepository(sql).find(claims.identity) != nil {
                return try SuspensionRepository(sql).find(claims.userId, at: now)?.failure
            }
            return try UserRepository(sql).find(claims.userId) == nil
                ? APIFailure(.userNotFound, "This account no longer exists")
                : APIFailure(.deviceNotRegistered, "This device was signed out")
        }
        if let failure {
            guard failure.code == .accountSuspended, evenSuspended else { throw failure }
            // Not cached: a cached token is valid for every endpoint.
            return claims.identity
        }
        devices.known.keep(digest, of: claims.identity, until: claims.exp, readAt: now, since: era)
        return claims.identity
    }

    private static let unknown = APIFailure(.accessTokenExpired, "Sign in again")
    /// Uses an error code that ends no session, so that clients retry.
    private static let doubtful = APIFailure(
        .internalError, "The server's clock may be wrong; please try again later", retryAfter: 60, isUnavailable: true)
    private static let dead = APIFailure(.refreshTokenExpired, "Sign in again")

    /// The claims of a genuine, unexpired token of this kind.
    private func claims(of token: String, kind: TokenClaims.Kind, at now: Timestamp) async -> TokenClaims? {
        guard let claims = await claims(of: token), claims.type == kind, now.milliseconds / 1000 < claims.exp else {
            return nil
        }
        return claims
    }

    /// The claims of a genuine token. Its text must be the issued one: a token has no second spelling.
    private func claims(of token: String) async -> TokenClaims? {
        guard token.utf8.count <= Self.longest,
            token.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ Base64URL.decode($0) != nil })
        else { return nil }
        return try? await keys.verify(token, as: TokenClaims.self)
    }

    /// The end of a sign-in, however often it is refreshed.
    private func signInEnd(_ signedInAt: Timestamp) -> Timestamp {
        signedInAt.advanced(bySeconds: limits.signInLifetime)
    }

    private func sign(
        _ identity: DeviceIdentity, family: String, generation: Int64, until end: Timestamp, at now: Timestamp
    ) async throws -> TokenPair {
        let left = Int((end.milliseconds - now.milliseconds) / 1000)
        func token(_ kind: TokenClaims.Kind, lifetime: Int) async throws -> String {
            var claims = TokenClaims(
                userId: identity.user, deviceId: identity.device, type: kind,
                exp: now.milliseconds / 1000 + Int64(lifetime), jti: UUID().uuidString, family: family)
            if kind == .refresh { (claims.iat, claims.generation) = (now.milliseconds / 1000, generation) }
            return try await keys.sign(claims)
        }
        let (access, refresh) = (min(limits.accessTokenLifetime, left), min(limits.refreshTokenLifetime, left))
        return TokenPair(
            access: try await token(.access, lifetime: access), refresh: try await token(.refresh, lifetime: refresh),
            accessLifetime: access, refreshLifetime: refresh)
    }

    /// The same for an endpoint without required authentication: returns nil if the token is not this server's. An invalid
    /// token of this server is refused; otherwise the client would be taken for one that is not signed in.
    func authenticateIfOurs(_ token: String?) async throws -> DeviceIdentity? {
        guard let token, let claims = await claims(of: token), claims.type == .access else { return nil }
        return try await authenticate(token)
    }

    private static let longest = 4096
}
