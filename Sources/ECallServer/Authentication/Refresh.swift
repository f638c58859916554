import ECallAPI
import ServerFoundation

/// One refresh as a change of the database, in one transaction.
struct Refresh: Sendable {
    let claims: TokenClaims
    /// The hash of the presented token.
    let old: String
    /// The hash of the new token.
    let fresh: String
    let generation: Int64
    let grace: Int
    let address: String
    let location: String
    let now: Timestamp
    /// The failure that replaces a refusal while the clock is in doubt; nil otherwise.
    let doubt: APIFailure?

    func run(in sql: any SQLConnection) throws -> RefreshVerdict {
        let verdict = try decide(in: sql)
        // With a wrong clock, a valid token looks used up.
        if let doubt, [.revoke, .refuse].contains(verdict) { throw doubt }
        if verdict == .revoke { _ = try DeviceRepository(sql).remove(claims.identity) }
        if [.rotate, .repeatNewest, .adopt].contains(verdict) {
            try DeviceRepository(sql).saw(claims.identity, at: address, location: location, on: now)
        }
        return verdict
    }

    private func decide(in sql: any SQLConnection) throws -> RefreshVerdict {
        let families = TokenFamilyRepository(sql)
        guard let family = try families.find(claims.family) else { return try decideOrphan(in: sql) }
        guard family.identity == claims.identity else { return .refuse }
        let shown = ShownToken(stored: try families.token(old, in: family.id), stamp: claims.stamp)
        let restoration = shown.stored == nil ? try RestorationRepository(sql).find() : nil
        let verdict = RefreshVerdict.judge(shown, of: family, restoration: restoration, grace: grace, at: now)
        switch verdict {
        case .rotate, .adopt: try families.rotate(family.id, to: generation, used: old, fresh: fresh, at: now)
        case .repeatNewest: try families.repeatNewest(family, fresh: fresh, at: now)
        case .refuse, .revoke: break
        }
        return verdict
    }

    /// The device may be known even if the sign-in is not.
    private func decideOrphan(in sql: any SQLConnection) throws -> RefreshVerdict {
        guard try DeviceRepository(sql).find(claims.identity) != nil else { return .refuse }
        let (families, restoration) = (TokenFamilyRepository(sql), try RestorationRepository(sql).find())
        let last = try families.lastRotation(of: claims.identity.device)
        let verdict = RefreshVerdict.judge(orphan: claims.stamp, last: last, restoration: restoration, at: now)
        guard verdict == .adopt, let restoration else { return .refuse }
        try families.begin(
            claims.family, claims.identity, generation: generation, createdAt: restoration.knownUntil, at: now)
        try families.rotate(claims.family, to: generation, used: old, fresh: fresh, at: now)
        return verdict
    }
}
