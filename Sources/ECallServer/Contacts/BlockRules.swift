import CallEngine
import ECallAPI
import ServerFoundation

/// The rules of blocking, inside one transaction.
///
/// Blocked people do not notice. Their requests are stored and shown to them as before, but not to the blocker; their calls
/// ring out (`CallMember.isShielded`); nothing they do is announced to the blocker. Unblocking restores pending requests. A
/// running or ringing call of both continues.
struct BlockRules {
    private let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// - Parameter isBlocked: the new state; nil toggles it.
    /// - Throws: `ErrToggleBlockFailed` for oneself and for unacquainted people, so that numbers do not reveal who exists.
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

    /// Whether they are friends, have a pending request in either direction, or were in a call that both know of.
    private func isAcquainted(_ user: UserID, with owner: UserID) throws -> Bool {
        try ContactRepository(sql).areFriends(owner, user) || FriendRequestRepository(sql).isPending(owner, user)
            || CallRepository(sql).haveMet(owner, user)
    }
}
