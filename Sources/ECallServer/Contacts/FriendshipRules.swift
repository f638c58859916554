import ECallAPI

/// How two people become friends (wire-protocol 8.2): what each step does inside one transaction.
struct FriendshipRules {
    /// What asking led to.
    enum Outcome: Equatable { case requested, befriended, unchanged }

    private let users: UserRepository
    private let contacts: ContactRepository
    private let requests: FriendRequestRepository

    init(_ sql: any SQLConnection) {
        users = UserRepository(sql)
        contacts = ContactRepository(sql)
        requests = FriendRequestRepository(sql)
    }

    /// Asks, or accepts where the other one has asked already. Asking again changes nothing.
    ///
    /// `mayAskStranger` is called before a new request is made.
    /// Throws `ErrAlreadyFriends`, and `ErrSendFriendRequestFailed` for oneself and for nobody.
    func ask(_ target: UserID, by sender: UserID, at now: Timestamp, mayAskStranger: () -> Bool) throws -> Outcome {
        guard target != sender else { throw APIFailure(.sendFriendRequestFailed, "This is your own account") }
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
        guard let user = try users.find(target), user.isVerified else {
            throw APIFailure(.sendFriendRequestFailed, "The request could not be sent")
        }
        try requests.add(from: sender, to: target, at: now)
        return .requested
    }

    /// Accepts the request of `sender`. A repetition, with both friends already, changes nothing.
    func accept(_ sender: UserID, by receiver: UserID, at now: Timestamp) throws -> Outcome {
        if try requests.remove(from: sender, to: receiver) {
            try contacts.befriend(sender, receiver, at: now)
            return .befriended
        }
        if try !contacts.areFriends(sender, receiver) {
            throw APIFailure(.acceptRequestFailed, "There is no such request")
        }
        return .unchanged
    }
}
