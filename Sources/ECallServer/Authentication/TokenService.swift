import Crypto
import ECallAPI
import Foundation
import JWTKit

/// A device's two tokens; lives in seconds.
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

    /// Begins a new family for a device that has just signed in, and finds out where it is.
    func issue(to identity: DeviceIdentity) async throws -> TokenPair {
        let (family, now) = (UUID().uuidString, clock.now())
        let pair = try await sign(identity, family: family, until: signInEnd(now), at: now)
        let hash = Digest.sha256(pair.refresh)
        let locations = devices.locations
        try await database.write { sql in
            try TokenFamilyRepository(sql).begin(family, identity, tokenHash: hash, at: now)
            try DeviceRepository(sql).locate(identity, by: locations)
        }
        return pair
    }

    /// Takes a refresh token and gives a new pair; access tokens out there stay valid until they expire.
    ///
    /// 403 `ErrRefreshTokenExpired` for a token that is dead, forged or used before; in the last case the family and
    /// its device end.
    func refresh(_ token: String, address: String) async throws -> TokenPair {
        let now = clock.now()
        guard let claims = await claims(of: token, kind: .refresh, at: now) else { throw Self.dead }
        guard limiter.allow(claims.family, at: now) else {
            throw APIFailure(.tooManyRequests, "Too many requests; please try again later")
        }
        guard
            let signedInAt = try await database.read({ try TokenFamilyRepository($0).find(claims.family)?.createdAt }),
            now < signInEnd(signedInAt)
        else { throw Self.dead }
        let fresh = try await sign(claims.identity, family: claims.family, until: signInEnd(signedInAt), at: now)
        let (old, new) = (Digest.sha256(token), Digest.sha256(fresh.refresh))
        let grace = limits.refreshGrace
        let location = devices.locations.location(of: address)
        let verdict = try await database.write { sql -> TokenFamily.Verdict? in
            let families = TokenFamilyRepository(sql)
            guard let family = try families.find(claims.family), family.identity == claims.identity else { return nil }
            let generation = try families.generation(of: old, in: family.id)
            let verdict = family.verdict(on: generation, grace: grace, at: now)
            switch verdict {
            case .rotate: try families.rotate(family, tokenHash: new, at: now)
            case .repeatNewest: try families.add(new, to: family.id, generation: family.generation)
            case .revoke:
                _ = try DeviceRepository(sql).remove(family.identity)
                return verdict
            }
            try DeviceRepository(sql).saw(family.identity, at: address, location: location, on: now)
            return verdict
        }
        switch verdict {
        case .rotate, .repeatNewest: return fresh
        case .revoke:
            await devices.forget(claims.identity)
            throw Self.dead
        case nil: throw Self.dead
        }
    }

    /// The device an access token stands for. 401 `ErrAccessTokenExpired` for a token that is not good,
    /// `ErrDeviceNotRegistered` for a good one whose device is gone; no other 401 exists (W34). `ErrUserNotFound` where the
    /// account is gone.
    func authenticate(_ token: String?) async throws -> DeviceIdentity {
        guard let token, let claims = await claims(of: token, kind: .access, at: clock.now()) else {
            throw APIFailure(.accessTokenExpired, "Please sign in again")
        }
        let failure = try await database.read { sql -> APIFailure? in
            if try DeviceRepository(sql).find(claims.identity) != nil { return nil }
            return try UserRepository(sql).find(claims.userId) == nil
                ? APIFailure(.userNotFound, "This account no longer exists")
                : APIFailure(.deviceNotRegistered, "This device was signed out")
        }
        if let failure { throw failure }
        return claims.identity
    }

    private static let dead = APIFailure(.refreshTokenExpired, "Please sign in again")

    /// What a genuine, unexpired token of this kind says.
    private func claims(of token: String, kind: TokenClaims.Kind, at now: Timestamp) async -> TokenClaims? {
        guard let claims = await claims(of: token), claims.type == kind, now.milliseconds / 1000 < claims.exp else {
            return nil
        }
        return claims
    }

    /// What a genuine token says. Its text is the one that was issued: a token has no second spelling.
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
        _ identity: DeviceIdentity, family: String, until end: Timestamp, at now: Timestamp
    ) async throws -> TokenPair {
        let left = Int((end.milliseconds - now.milliseconds) / 1000)
        func token(_ kind: TokenClaims.Kind, lifetime: Int) async throws -> String {
            try await keys.sign(
                TokenClaims(
                    userId: identity.user, deviceId: identity.device, type: kind,
                    exp: now.milliseconds / 1000 + Int64(lifetime), jti: UUID().uuidString, family: family))
        }
        let (access, refresh) = (min(limits.accessTokenLifetime, left), min(limits.refreshTokenLifetime, left))
        return TokenPair(
            access: try await token(.access, lifetime: access), refresh: try await token(.refresh, lifetime: refresh),
            accessLifetime: access, refreshLifetime: refresh)
    }

    /// The same for an endpoint that asks for no token: nil where none of ours was sent. One of ours that is not good any
    /// more is refused, or else the client would be taken for somebody who is not signed in.
    func authenticateIfOurs(_ token: String?) async throws -> DeviceIdentity? {
        guard let token, let claims = await claims(of: token), claims.type == .access else { return nil }
        return try await authenticate(token)
    }

    private static let longest = 4096
}
