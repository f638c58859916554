import CallEngine
import ECallAPI
import ServerFoundation

/// Whom one may block: what it does inside one transaction.
///
/// Anyone who is blocked does not notice. Their requests are stored and shown to them as ever, but not to the blocker;
/// their calls ring out (`CallMember.isShielded`); nothing they do is announced to the blocker. Unblocking brings back
/// what is still pending. A call that the two are in together, or that rings, goes on.
struct BlockRules {
    private let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// - Parameter isBlocked: what it shall be; nil turns it over.
    /// - Throws: `ErrToggleBlockFailed` for oneself and for people one has nothing to do with: no number shall reveal
    ///   whether somebody exists.
    func set(_ isBlocked: Bool?, _ user: UserID, by owner: UserID, at now: Timestamp) throws {
        let blocks = BlockRepository(sql)
        let isBlockedNow = try blocks.isBlocked(user, by: owner)
        guard isBlocked ?? !isBlockedNow else { return try blocks.unblock(user, by: owner) }
        guard !isBlockedNow else { return }
        guard try user != owner && isAcquainted(user, with: owner) else {
            throw APIFailure(.toggleBlockFailed, "There is no such contact or request")
        }
        try blocks.block(user, by: owner, at: now)
    }

    /// Friends, a request in either direction, or a call that both know of.
    private func isAcquainted(_ user: UserID, with owner: UserID) throws -> Bool {
        try ContactRepository(sql).areFriends(owner, user) || FriendRequestRepository(sql).isPending(owner, user)
            || CallRepository(sql).haveMet(owner, user)
    }
}
