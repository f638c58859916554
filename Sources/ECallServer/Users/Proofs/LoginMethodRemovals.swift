import Crypto
import ECallAPI
import Logging
import Notifications
import OpenIDConnect
import ServerFoundation

/// Tells who has an address or number that it was taken off an account, and gives it back (wire-protocol 9.8; ASVS 5.0, 6.3.7).
struct LoginMethodRemovals: Sendable, Confidential {
    let database: any Database
    let devices: DeviceService
    let messages: any MessageSender
    let origin: PublicOrigin
    /// Whether the server gives out a page, to which links may lead.
    let hasPage: Bool
    /// Turns what messages say into what is written down.
    let hashKey: SymmetricKey
    let clock: WallClock
    let limits: Limits
    private let perUser: SharedRateLimiter
    private let perAddress: SharedRateLimiter

    init(
        database: any Database, devices: DeviceService, messages: any MessageSender, origin: PublicOrigin,
        hasPage: Bool, hashKey: SymmetricKey, clock: WallClock, limits: Limits
    ) {
        (self.database, self.devices, self.messages) = (database, devices, messages)
        (self.origin, self.hasPage, self.hashKey) = (origin, hasPage, hashKey)
        (self.clock, self.limits) = (clock, limits)
        perUser = SharedRateLimiter(limits.removalsPerUser)
        perAddress = SharedRateLimiter(limits.takeBacksPerAddress)
    }

    /// A removal that is to be told of.
    struct Notice: Sendable {
        let identifier: LoginIdentifier
        let label: String
        /// nil where there is no way back.
        let token: String?
        let expiresAt: Timestamp
    }

    /// Keeps the way back, inside the transaction of the removal. nil where nobody can be told.
    func removed(
        _ method: LoginMethod, by proof: FreshProof, in sql: any SQLConnection, at now: Timestamp
    ) throws -> Notice? {
        // The address that Google or Apple said is one of the person whom they know.
        guard method.verifiedAt != nil,
            let identifier = method.key.identifier ?? LoginIdentifier(email: method.label),
            messages.channels.contains(identifier.channel)
        else { return nil }
        let end = now.advanced(bySeconds: limits.takeBackTime)
        guard RemovedLoginMethod.hasWayBack(method, removedBy: proof) else {
            return Notice(identifier: identifier, label: method.label, token: nil, expiresAt: end)
        }
        let token = Secret.random()
        try RemovedLoginMethodRepository(sql).add(
            RemovedLoginMethod(
                user: method.user, key: method.key, label: method.label, createdAt: method.createdAt, removedAt: now,
                expiresAt: end),
            tokenHash: hash(token))
        return Notice(identifier: identifier, label: method.label, token: token, expiresAt: end)
    }

    /// Removals of an account in a day: each sends a message.
    func requireShare(of user: UserID, at now: Timestamp) throws {
        guard perUser.allow(user.description, at: now) else {
            throw APIFailure(
                .updateUserFailed, "Ways to sign in were removed or replaced often today; please try again tomorrow")
        }
    }

    /// Once the removal is written.
    func send(_ notice: Notice?, language: MessageLanguage) async {
        guard let notice else { return }
        await messages.post(
            RemovedMethodMessage.make(
                for: notice.identifier, label: notice.label, days: limits.takeBackTime / 86_400,
                wayBack: notice.token.map(wayBack), code: notice.token ?? "", language: language,
                expiresAt: notice.expiresAt))
    }

    /// A link where the server knows its own address and has a page; the request's word for it is shown to nobody else.
    private func wayBack(_ token: String) -> String {
        guard hasPage, let origin = origin.configured else { return "ecall take-back \(token)" }
        return "\(origin)/#/take-back/\(token)"
    }

    /// Gives the way in back to the account, removes what the account has got since, keeps the account if it was to be deleted, and
    /// signs all of its devices out: whoever has them may be who removed it.
    func takeBack(_ token: String, from address: String) async throws {
        let now = clock.now()
        guard perAddress.allow(from: address, at: now) else {
            throw APIFailure(.tooManyRequests, "Too many requests; please try again later")
        }
        let hash = hash(token)
        guard try await database.read({ try RemovedLoginMethodRepository($0).find(tokenHash: hash, at: now) }) != nil
        else { throw Self.unknown }
        try await devices.end { [limits] sql in
            let (removals, methods) = (RemovedLoginMethodRepository(sql), LoginMethodRepository(sql))
            guard let removed = try removals.find(tokenHash: hash, at: now),
                try UserRepository(sql).find(removed.user) != nil
            else { throw Self.unknown }
            if let other = try methods.find(removed.key) {
                // Somebody has typed it since, and could not prove to have it.
                try sql.execute("DELETE FROM users WHERE id = :id AND verified = 0", ["id": .id(other.user)])
                try methods.remove(other.id, of: other.user)
            }
            try removals.forget(removed.key)
            let since = try methods.methods(of: removed.user).filter {
                removed.supersedes($0, within: limits.takeBackTime)
            }
            let id = try methods.add(
                removed.key, label: removed.label, to: removed.user, verifiedAt: now, at: removed.createdAt)
            try methods.makePrimary(id, of: removed.user)
            for method in since { try methods.remove(method.id, of: removed.user) }
            _ = try AccountChanges(sql).cancelDeletion(of: removed.user)
            _ = try RemovedDevicesRepository(sql).remove(of: removed.user, at: now)
        }
    }

    private static let unknown = APIFailure(
        .wayBackOver, "This can no longer be taken back: it was taken back already, or more than a week has passed")

    private func hash(_ token: String) -> String { HexDigest.hmac("take back\u{0}\(token)", key: hashKey) }
}
