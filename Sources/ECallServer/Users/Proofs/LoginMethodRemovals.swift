import Crypto
import ECallAPI
import Logging
import Notifications
import OpenIDConnect
import ServerFoundation

/// Notifies an address or number of its removal from an account, and restores it on request (wire-protocol 9.8; ASVS 5.0, 6.3.7).
struct LoginMethodRemovals: Sendable, Confidential {
    let database: any Database
    let devices: DeviceService
    let messages: any MessageSender
    let origin: PublicOrigin
    /// Whether the server serves a page that links can open.
    let hasPage: Bool
    /// The key of the hashes under which the messages' tokens are stored.
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

    /// A removal that the address must be notified of.
    struct Notice: Sendable {
        let identifier: LoginIdentifier
        let label: String
        /// nil if it cannot be restored.
        let token: String?
        let expiresAt: Timestamp
        /// The language that the removing device declared; nil if it declared none.
        let language: MessageLocale?
    }

    /// Stores the restorable login method, inside the transaction of the removal. Returns nil if no one can be notified.
    func removed(
        _ method: LoginMethod, by proof: FreshProof, on device: DeviceIdentity, in sql: any SQLConnection,
        at now: Timestamp
    ) throws -> Notice? {
        // The address asserted by Google or Apple belongs to the person whom they know.
        guard method.verifiedAt != nil,
            let identifier = method.key.identifier ?? LoginIdentifier(email: method.label),
            messages.channels.contains(identifier.channel)
        else { return nil }
        let end = now.advanced(bySeconds: limits.takeBackTime)
        let language = try DeviceRepository(sql).language(of: device)
        guard RemovedLoginMethod.hasWayBack(method, removedBy: proof) else {
            return Notice(identifier: identifier, label: method.label, token: nil, expiresAt: end, language: language)
        }
        let token = Secret.random()
        try RemovedLoginMethodRepository(sql).add(
            RemovedLoginMethod(
                user: method.user, key: method.key, label: method.label, createdAt: method.createdAt, removedAt: now,
                expiresAt: end),
            tokenHash: hash(token))
        return Notice(identifier: identifier, label: method.label, token: token, expiresAt: end, language: language)
    }

    /// Limits an account's removals per day, since each sends a message.
    func requireShare(of user: UserID, at now: Timestamp) throws {
        guard perUser.allow(user.description, at: now) else {
            throw APIFailure(
                .updateUserFailed, "Ways to sign in were removed or replaced often today; please try again tomorrow")
        }
    }

    /// Sends the notice, once the removal is committed.
    func send(_ notice: Notice?, accepting language: MessageLocale) async {
        guard let notice else { return }
        await messages.post(
            RemovedMethodMessage.make(
                for: notice.identifier, label: notice.label, days: limits.takeBackTime / 86_400,
                wayBack: notice.token.map(wayBack), code: notice.token ?? "",
                in: notice.language ?? language, expiresAt: notice.expiresAt))
    }

    /// A link if the server has a configured origin and a page; the request's own authority is never shown to others.
    private func wayBack(_ token: String) -> String {
        guard hasPage, let origin = origin.configured else { return "ecall take-back \(token)" }
        return "\(origin)/#/take-back/\(token)"
    }

    /// Restores the login method, removes those that the account has got since, cancels a scheduled deletion, and signs out
    /// all devices, which may belong to the person who removed it.
    func takeBack(_ token: String, from address: String) async throws {
        let now = clock.now()
        guard perAddress.allow(from: address, at: now) else {
            throw APIFailure(.tooManyRequests, "Too many requests. Try again later")
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
                // It was typed since, and never proven.
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
