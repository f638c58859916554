import ECallAPI
import ServerFoundation

/// How two people become friends (wire-protocol 8.2): what each step does inside one transaction.
///
/// A person who is blocked goes through the same steps with the same answers; what they ask is only hidden from the blocker
/// (`FriendRequestRepository.received`). A request by number to somebody who is not to be found is kept for the one who
/// asks, as one to nobody is: the two cannot be told apart.
struct FriendshipRules {
    /// What a step led to.
    enum Outcome: Equatable {
        /// A new request.
        case requested
        case befriended
        /// A request or a friendship is no more.
        case ended
        case unchanged
        /// Something of which the other one, if there is one, does not hear.
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

    /// Asks, or accepts where the other one has asked already. Asking again changes nothing.
    ///
    /// - Parameters:
    ///   - isInvited: a link of the target leads here.
    ///   - admit: called before a new request is made; throws when there were too many.
    /// - Throws: `ErrAlreadyFriends`, and `ErrSendFriendRequestFailed` for oneself, for no number, and for whom one has
    ///   blocked.
    func ask(
        _ target: UserID, by sender: UserID, at now: Timestamp, isInvited: Bool = false,
        admit: () throws -> Void
    ) throws -> Outcome {
        guard !target.isNone else { throw APIFailure(.sendFriendRequestFailed, "0 is nobody's number") }
        guard target != sender else { throw APIFailure(.sendFriendRequestFailed, "This is your own account") }
        guard try !blocks.isBlocked(target, by: sender) else {
            throw APIFailure(.sendFriendRequestFailed, "You have blocked this person; unblock them first")
        }
        guard try !contacts.areFriends(sender, target) else {
            throw APIFailure(.alreadyFriends, "You are friends already")
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

    /// Whether a request reaches the target: who is not to be found hears of nobody but those they have given a link to or
    /// been in a call with. Asks for all of it in any case, so that the time reveals nothing either.
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

    /// Accepts the request of `sender`. A repetition, with both friends already, changes nothing. The request of somebody
    /// whom the receiver has blocked is not there.
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

    /// What is not there need not be declined: the client only wants it gone.
    func decline(_ sender: UserID, by receiver: UserID) throws -> Outcome {
        try requests.remove(from: sender, to: receiver) ? .ended : .unchanged
    }

    /// Takes the sender's own request back, if there is one.
    func cancel(_ receiver: UserID, by sender: UserID) throws -> Outcome {
        if try requests.remove(from: sender, to: receiver) { return .ended }
        return try requests.removeUndelivered(from: sender, to: receiver) ? .own : .unchanged
    }

    /// For both sides; doing so again changes nothing.
    func unfriend(_ one: UserID, _ other: UserID) throws -> Outcome {
        try contacts.remove(one, other) ? .ended : .unchanged
    }
}

extension User {
    /// Whether others can ask for this person: somebody has proved to be them, and they are not about to be deleted.
    var isReachable: Bool { isVerified && deletedAt == nil }
}
