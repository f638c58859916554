import ECallAPI

/// How two people become friends (wire-protocol 8.2): what each step does inside one transaction.
///
/// A person who is blocked goes through the same steps with the same answers; what they ask is only hidden from the blocker
/// (`FriendRequestRepository.received`).
struct FriendshipRules {
    /// What a step led to.
    enum Outcome: Equatable {
        /// A new request.
        case requested
        case befriended
        /// A request or a friendship is no more.
        case ended
        case unchanged
    }

    private let users: UserRepository
    private let contacts: ContactRepository
    private let requests: FriendRequestRepository
    private let blocks: BlockRepository

    init(_ sql: any SQLConnection) {
        users = UserRepository(sql)
        contacts = ContactRepository(sql)
        requests = FriendRequestRepository(sql)
        blocks = BlockRepository(sql)
    }

    /// Asks, or accepts where the other one has asked already. Asking again changes nothing.
    ///
    /// `mayAskStranger` is called before a new request is made.
    /// Throws `ErrAlreadyFriends`, and `ErrSendFriendRequestFailed` for oneself, for nobody, and for whom one has blocked.
    func ask(_ target: UserID, by sender: UserID, at now: Timestamp, mayAskStranger: () -> Bool) throws -> Outcome {
        guard target != sender else { throw APIFailure(.sendFriendRequestFailed, "This is your own account") }
        guard try !blocks.isBlocked(target, by: sender) else {
            throw APIFailure(.sendFriendRequestFailed, "You have blocked this person; unblock them first")
        }
        guard try !contacts.areFriends(sender, target) else {
            throw APIFailure(.alreadyFriends, "You are friends already")
        }
        if try requests.exists(from: sender, to: target) { return .unchanged }
        if try requests.remove(from: target, to: sender) {
            try contacts.befriend(sender, target, at: now)
            return .befriended
        }
        guard mayAskStranger() else {
            throw APIFailure(.sendFriendRequestFailed, "Too many requests today; please use a share link")
        }
        guard let user = try users.find(target), user.isReachable else {
            throw APIFailure(.sendFriendRequestFailed, "The request could not be sent")
        }
        try requests.add(from: sender, to: target, at: now)
        return .requested
    }

    /// Accepts the request of `sender`. A repetition, with both friends already, changes nothing. The request of somebody
    /// whom the receiver has blocked is not there.
    func accept(_ sender: UserID, by receiver: UserID, at now: Timestamp) throws -> Outcome {
        if try !blocks.isBlocked(sender, by: receiver), try requests.remove(from: sender, to: receiver) {
            try contacts.befriend(sender, receiver, at: now)
            return .befriended
        }
        if try !contacts.areFriends(sender, receiver) {
            throw APIFailure(.acceptRequestFailed, "There is no such request")
        }
        return .unchanged
    }

    /// Declines or takes back. What is not there need not be: the client only wants it gone.
    func end(requestFrom sender: UserID, to receiver: UserID) throws -> Outcome {
        try requests.remove(from: sender, to: receiver) ? .ended : .unchanged
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
