import ECallAPI
import ECallSecurity

/// Who is in a call, as the server says: pure, from lists and signals to what has changed.
struct CallRoster: Equatable {
    struct Member: Equatable {
        let address: DeviceAddress
        var name: String
    }

    enum Change: Equatable {
        case joined(Member)
        case left(DeviceAddress)
        /// Whether the others can hear a member, as far as the server knows.
        case reached(Member, Bool)
    }

    /// Who reconnects has not left.
    private static let present: Set<ParticipantStatus> = [.accepted, .connected, .reconnecting]

    private let own: DeviceAddress
    /// By which names those are called here who were met, whatever the server calls them.
    private let kept: [UserID: String]
    private(set) var members: [UserID: Member] = [:]
    /// Under which number each other member publishes, as the server has learned it: who joins the room in somebody's name
    /// under another is not received.
    private(set) var feeds: [UserID: UInt64] = [:]
    /// Those whose media do not reach the server just now.
    private(set) var reconnecting: Set<UserID> = []
    /// Those who send no sound just now, as the server says, and those who send no pictures.
    private(set) var muted: Set<UserID> = []
    private(set) var withoutPictures: Set<UserID> = []
    /// Grows whenever somebody comes or goes, or publishes again: a list asked for before may be older.
    private(set) var revision: UInt64 = 0

    init(own: DeviceAddress, kept: [UserID: String] = [:]) { (self.own, self.kept) = (own, kept) }

    var addresses: Set<DeviceAddress> { Set(members.values.map(\.address)) }

    func member(_ user: UserID) -> Member? { members[user] }

    /// Takes the whole list over. Anyone who is not in it as joined has left.
    mutating func update(_ participants: [Participant]) -> [Change] {
        var changes: [Change] = []
        let joined = participants.filter { Self.present.contains($0.status) && !$0.deviceId.isNone }
        for user in members.keys.sorted() where !joined.contains(where: { $0.userId == user }) {
            changes += left(user)
        }
        for participant in joined {
            changes += self.joined(participant.userId, participant.deviceId, name: participant.displayName)
        }
        for participant in joined where members[participant.userId] != nil {
            // One that is not named publishes no more, or the server has just begun: what is received goes on until another
            // is named.
            if let feed = participant.feedId, !feed.isNone { feeds[participant.userId] = feed.rawValue }
            sends(participant.userId, isMuted: participant.isMuted, isVideoEnabled: participant.isVideoEnabled)
            changes += stands(participant.userId, participant.status)
        }
        return changes
    }

    private mutating func sends(_ user: UserID, isMuted: Bool?, isVideoEnabled: Bool?) {
        guard members[user] != nil else { return }
        if let isMuted { _ = isMuted ? muted.insert(user).inserted : muted.remove(user) != nil }
        if let isVideoEnabled {
            _ = isVideoEnabled ? withoutPictures.remove(user) != nil : withoutPictures.insert(user).inserted
        }
    }

    /// Something was heard that a list asked for before may not know.
    mutating func outdateLists() { revision += 1 }

    /// The server says how a member's connection stands.
    mutating func updated(
        _ user: UserID, _ status: ParticipantStatus?, isMuted: Bool? = nil, isVideoEnabled: Bool? = nil
    ) -> [Change] {
        // A list that was asked for before is older.
        revision += 1
        sends(user, isMuted: isMuted, isVideoEnabled: isVideoEnabled)
        return status.map { stands(user, $0) } ?? []
    }

    private mutating func stands(_ user: UserID, _ status: ParticipantStatus) -> [Change] {
        guard let member = members[user] else { return [] }
        if status == .reconnecting, reconnecting.insert(user).inserted { return [.reached(member, false)] }
        if status == .connected, reconnecting.remove(user) != nil { return [.reached(member, true)] }
        return []
    }

    /// Whether somebody else in the call publishes a feed that is none of these, as the server knows it.
    static func names(feedOutside known: Set<UInt64>, _ participants: [Participant], own: DeviceAddress) -> Bool {
        participants.contains { participant in
            guard let feed = participant.feedId?.rawValue, feed != 0, present.contains(participant.status),
                participant.userId.rawValue != own.userID
            else { return false }
            return !known.contains(feed)
        }
    }

    /// As many as a call has (requirement 004). A server that names more is not followed: nobody waits for the keys of thousands.
    private static let most = 50

    /// A device joined; its user's former device, if it was another, has left by that.
    mutating func joined(_ user: UserID, _ device: DeviceID, name: String) -> [Change] {
        let address = DeviceAddress(userID: user.rawValue, deviceID: device.rawValue)
        guard address.userID != own.userID else { return [] }
        if let known = members[user] {
            if known.address == address { return [] }
            let changes = left(user)
            return changes + joined(user, device, name: name)
        }
        guard members.count < Self.most else { return [] }
        let member = Member(address: address, name: kept[user] ?? name)
        members[user] = member
        revision += 1
        return [.joined(member)]
    }

    /// The server names the feed of a member.
    mutating func publishes(_ user: UserID, as feed: FeedID) {
        guard members[user] != nil, !feed.isNone, feeds[user] != feed.rawValue else { return }
        feeds[user] = feed.rawValue
        revision += 1
    }

    mutating func left(_ user: UserID) -> [Change] {
        guard let member = members.removeValue(forKey: user) else { return [] }
        feeds[user] = nil
        for known in [\CallRoster.reconnecting, \.muted, \.withoutPictures] { self[keyPath: known].remove(user) }
        revision += 1
        return [.left(member.address)]
    }
}
