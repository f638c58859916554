import ECallAPI
import ServerFoundation

/// The steps to a friendship (wire-protocol 8.2), each inside one transaction.
///
/// A blocked person goes through the same steps with the same answers; their requests are only hidden from the blocker
/// (`FriendRequestRepository.received`). A request by number to a person who is not searchable is stored for the sender
/// only, as one to a number without an account is, so that the two are indistinguishable.
struct FriendshipRules {
    enum Outcome: Equatable {
        case requested
        case befriended
        /// A request or a friendship ended.
        case ended
        case unchanged
        /// A change that the other person, if any, is not notified of.
        case own
    }

    private let users: UserRepository
    private let contacts: ContactRepository
    private let requests: FriendRequestRepository
    private let blocks: BlockRepository
    private let search: SearchRepository
    private let calls: CallRepository

    init(_ sql: any SQLConnection) {
        users = UserRepository(sql)
        contacts = ContactRepository(sql)
        requests = FriendRequestRepository(sql)
        blocks = BlockRepository(sql)
        search = SearchRepository(sql)
        calls = CallRepository(sql)
    }

    /// Sends a request, or accepts the other person's. Idempotent.
    ///
    /// - Parameters:
    ///   - isInvited: whether the sender has a link of the target.
    ///   - admit: called before a new request is made; throws if there were too many.
    /// - Throws: `ErrAlreadyFriends`, and `ErrSendFriendRequestFailed` for oneself, for number 0, and for a person whom the
    ///   sender has blocked.
    func ask(
        _ target: UserID, by sender: UserID, at now: Timestamp, isInvited: Bool = false,
        admit: () throws -> Void
    ) throws -> Outcome {
        guard !target.isNone else { throw APIFailure(.sendFriendRequestFailed, "0 is not a user ID") }
        guard target != sender else { throw APIFailure(.sendFriendRequestFailed, "This is your own account") }
        guard try !blocks.isBlocked(target, by: sender) else {
            throw APIFailure(.sendFriendRequestFailed, "You have blocked this person. Unblock them first")
        }
        guard try !contacts.areFriends(sender, target) else {
            throw APIFailure(.alreadyFriends, "You are already contacts")
        }
        if try requests.exists(from: sender, to: target) { return .unchanged }
        if try requests.remove(from: target, to: sender) {
            try befriend(sender, target, at: now)
            return .befriended
        }
        let isUndelivered = try requests.isUndelivered(from: sender, to: target)
        let mayHear = try mayHear(target, of: sender, isInvited: isInvited)
        if isUndelivered, !mayHear { return .unchanged }
        try admit()
        guard mayHear else {
            try requests.addUndelivered(from: sender, to: target, at: now)
            return .own
        }
        try requests.removeUndelivered(from: sender, to: target)
        try requests.add(from: sender, to: target, at: now)
        return .requested
    }

    /// Whether a request reaches the target: a person who is not searchable gets requests only from those with a link of
    /// theirs, or with whom they have been in a call. Runs all queries in any case, so that timing reveals nothing either.
    private func mayHear(_ target: UserID, of sender: UserID, isInvited: Bool) throws -> Bool {
        let isReachable = try users.find(target)?.isReachable ?? false
        let isSearchable = try search.isSearchable(target)
        let haveMet = try calls.haveMet(sender, target)
        return isReachable && (isInvited || isSearchable || haveMet)
    }

    private func befriend(_ one: UserID, _ other: UserID, at now: Timestamp) throws {
        try contacts.befriend(one, other, at: now)
        try requests.removeUndelivered(from: one, to: other)
        try requests.removeUndelivered(from: other, to: one)
    }

    /// Accepts the request of `sender`. A repetition, with both friends already, changes nothing. A request from a person
    /// whom the receiver has blocked counts as missing.
    func accept(_ sender: UserID, by receiver: UserID, at now: Timestamp) throws -> Outcome {
        if try !blocks.isBlocked(sender, by: receiver), try requests.remove(from: sender, to: receiver) {
            try befriend(sender, receiver, at: now)
            return .befriended
        }
        if try !contacts.areFriends(sender, receiver) {
            throw APIFailure(.acceptRequestFailed, "There is no such request")
        }
        return .unchanged
    }

    /// Declining a missing request succeeds, because the client only wants it gone.
    func decline(_ sender: UserID, by receiver: UserID) throws -> Outcome {
        try requests.remove(from: sender, to: receiver) ? .ended : .unchanged
    }

    /// Cancels the sender's own request, if there is one.
    func cancel(_ receiver: UserID, by sender: UserID) throws -> Outcome {
        if try requests.remove(from: sender, to: receiver) { return .ended }
        return try requests.removeUndelivered(from: sender, to: receiver) ? .own : .unchanged
    }

    /// Ends the friendship for both. Idempotent.
    func unfriend(_ one: UserID, _ other: UserID) throws -> Outcome {
        try contacts.remove(one, other) ? .ended : .unchanged
    }
}

extension User {
    /// Whether others can send requests to this person: the account is verified and not about to be deleted.
    var isReachable: Bool { isVerified && deletedAt == nil }
}
