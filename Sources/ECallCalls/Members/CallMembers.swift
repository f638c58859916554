import ECallAPI
import ECallSecurity
import KeyDistribution

/// The people whom a call has, had or rings, by the server's lists and signals, keys, media and the person's wishes. Pure; each
/// function returns the changes. The page has the same rule (`Tests/Vectors/call-members.json`).
struct CallMembers: Equatable {
    struct Member: Equatable {
        let user: UserID
        var name: String
        /// `joined` for everyone who is in the call.
        fileprivate var presence: CallParticipant.Status
        var isHost = false
        var isMuted = false
        /// Whether they send their camera, according to the server; nil while it is unknown.
        var sendsVideo: Bool?
        fileprivate var isOnHold = false
        /// Whether their media do not reach the server at the moment.
        fileprivate(set) var isAway = false
        /// The device with which they are in the call; nil for people who are not, for oneself, and for those for whom there is no room.
        fileprivate(set) var device: DeviceAddress?
        /// The number under which they publish, according to the server; a publisher in their name with another number is not
        /// received.
        fileprivate(set) var feed: UInt64?
        /// The reply of a callee who will not join, until they are rung again.
        fileprivate var said: CallReply?
        /// The person's settings for hearing them: they last for the call, even if the participant leaves and comes back.
        fileprivate(set) var playback = PlaybackSettings()
        /// Whether their decrypted sound contains speech; no other source is used.
        fileprivate(set) var isSpeaking = false
        /// The moment at which they last began or stopped to speak; monotonic nanoseconds.
        fileprivate(set) var spoke: UInt64?
        /// The moment at which they began to share a screen; monotonic nanoseconds.
        fileprivate(set) var sharingSince: UInt64?
        fileprivate(set) var quality: QualityLevel?

        var status: CallParticipant.Status {
            guard presence == .joined else { return presence }
            return isOnHold ? .onHold : isAway ? .reconnecting : .joined
        }

        var reply: CallReply? { presence == .declined ? said : nil }
    }

    enum Change: Equatable {
        case rings(UserID)
        case refused(UserID, CallParticipant.Status)
        case joined(UserID, DeviceAddress)
        case left(UserID, DeviceAddress)
        case reached(UserID, Bool)
        /// The trust in a participant's device. A join can arrive before the server has named the person: this is reported once
        /// the name is known.
        case trust(UserID, DeviceAddress, DeviceTrust)
        case recording(UserID, Bool)
        case hand(UserID, isRaised: Bool)
        case sharing(UserID, Bool)
        case quality(UserID, QualityLevel)

        var isAboutDevices: Bool {
            switch self {
            case .joined, .left, .reached: true
            default: false
            }
        }
    }

    /// The limit for the fifty in a call, and those who left or did not join. People beyond it are ignored.
    private static let mostPeople = 200
    /// The most that a call has (requirement 004). The keys of thousands are not awaited.
    private static let mostDevices = 50
    /// A reconnecting participant has not left.
    private static let present: Set<ParticipantStatus> = [.accepted, .connected, .reconnecting]

    private static let refusals: Set<CallParticipant.Status> = [.declined, .noAnswer, .busy, .removed]

    let own: DeviceAddress
    /// The names stored here for people who were met, whatever the server calls them.
    private let kept: [UserID: String]
    private var people: [UserID: Member] = [:]
    /// The devices that have shown a join, with the state of their keys.
    private(set) var devices: [DeviceAddress: CallMember] = [:]
    private var hands = RaisedHands()
    private var toldTrust: [DeviceAddress: DeviceTrust] = [:]
    private var toldRecorders: Set<UserID> = []
    private var toldHands: Set<UserID> = []
    private var former: [UserID: String] = [:]
    /// Whether this device sends no sound, by the person's wish or the server's rule: also before it is in the call.
    private(set) var isMuted = false
    private(set) var isSharing = false
    /// Increases whenever someone joins, leaves or publishes again: a list that was requested before may be stale.
    private(set) var revision: UInt64 = 0

    init(own: DeviceAddress, kept: [UserID: String] = [:]) { (self.own, self.kept) = (own, kept) }

    subscript(user: UserID) -> Member? { people[user] }

    /// Returns the displayed name of a participant, or their number if they have none.
    func name(of user: UserID) -> String {
        (people[user]?.name ?? former[user]).flatMap { $0.isEmpty ? nil : $0 } ?? "\(user)"
    }

    func trust(of user: UserID) -> DeviceTrust? { people[user]?.device.flatMap { devices[$0]?.trust } }

    func isRecording(_ user: UserID) -> Bool {
        devices.values.contains { $0.isRecording && $0.address.userID == user.rawValue }
    }

    /// Participants who share a screen, in the order in which they began.
    var sharers: [UserID] {
        people.values.filter { $0.sharingSince != nil }
            .sorted { ($0.sharingSince ?? 0, $0.user) < ($1.sharingSince ?? 0, $1.user) }.map(\.user)
    }

    func hand(of user: UserID) -> Int? { hands.place(of: user) }

    var ownUser: UserID { UserID(own.userID) }
    var all: [Member] { people.values.sorted { $0.user < $1.user } }
    /// Returns the people in the call with a device, without oneself.
    var present: [Member] { all.filter { $0.device != nil } }
    var addresses: Set<DeviceAddress> { Set(people.values.compactMap(\.device)) }
    /// The number of people other than oneself.
    var others: Int { people.keys.count { $0 != ownUser } }

    var onlyReply: CallReply? { others == 1 ? people.values.first { $0.user != ownUser }?.said : nil }

    /// Whether the server's limit of unmuted others is reached: then no one else can unmute.
    func isFull(besides user: UserID) -> Bool {
        people.values.count { $0.user != user && $0.status.isIn && !$0.isMuted } >= SoundLines.most
    }

    // MARK: - Lists and signals of the server

    /// Takes the whole list over, which may overtake signals; the first one describes the state, not changes.
    mutating func listed(_ list: [Participant], isFirst: Bool = false) -> [Change] {
        let before = people
        people = [:]
        for one in list.prefix(Self.mostPeople) { people[one.userId] = record(of: one, before[one.userId]) }
        for (user, member) in before where people[user] == nil && former.count < Self.mostPeople {
            former[user] = member.name
        }
        var told: [Change] = []
        for user in people.keys.sorted() where !isFirst && !before.isEmpty {
            switch (before[user]?.presence, people[user]?.presence) {
            case (.ringing, .ringing): break
            case (.ringing, _): told += refusal(of: user)
            case (_, .ringing): told.append(.rings(user))
            default: break
            }
        }
        let inCall = list.prefix(Self.mostPeople).filter { Self.present.contains($0.status) && !$0.deviceId.isNone }
        for (user, member) in before.sorted(by: { $0.key < $1.key }) {
            guard let device = member.device, !inCall.contains(where: { $0.userId == user }) else { continue }
            told += parted(user, with: device)
        }
        for one in inCall {
            if let device = before[one.userId]?.device { people[one.userId]?.device = device }
            told += arrived(one.userId, DeviceAddress(userID: one.userId.rawValue, deviceID: one.deviceId.rawValue))
        }
        for one in inCall where people[one.userId]?.device != nil {
            people[one.userId]?.isOnHold = one.isOnHold == true
            // A feed that is not named is no longer published, or the server has just restarted: reception continues until
            // another one is named.
            if let feed = one.feedId, !feed.isNone { people[one.userId]?.feed = feed.rawValue }
            told += stands(one.userId, one.status)
        }
        return told + newsOfDevices()
    }

    private func record(of one: Participant, _ before: Member?) -> Member {
        var member = before ?? Member(user: one.userId, name: "", presence: .left)
        member.presence = Self.presence(one.status, one.endReason)
        // Lists do not say why someone has left the call.
        if member.presence == .left, before?.presence == .removed { member.presence = .removed }
        member.name = kept[one.userId] ?? one.displayName
        (member.isHost, member.isMuted, member.sendsVideo) = (one.isHost, one.isMuted, one.isVideoEnabled)
        member.isOnHold = one.isOnHold == true
        member.device = nil
        if member.presence != .joined { (member.isAway, member.feed) = (false, nil) }
        if one.userId == ownUser || one.deviceId.isNone { member.isAway = one.status == .reconnecting }
        return member
    }

    private static func presence(_ status: ParticipantStatus, _ reason: EndReason?) -> CallParticipant.Status {
        switch status {
        case .inviting: .ringing
        case .accepted, .connected, .reconnecting: .joined
        case .rejected: refused(reason)
        case .left: .left
        }
    }

    private static func refused(_ reason: EndReason?) -> CallParticipant.Status {
        switch reason {
        case .noAnswer: .noAnswer
        // The host no longer rings them.
        case .cancelled, .removed: .removed
        case .busy: .busy
        default: .declined
        }
    }

    mutating func invited(_ user: UserID, name: String?) -> [Change] {
        revision += 1
        guard people[user]?.presence != .ringing else { return [] }
        // Their reply was about the ringing before.
        people[user]?.said = nil
        return change(user, to: .ringing, name: name) ? [.rings(user)] + newsOfDevices() : []
    }

    /// Records that a rung person will not join. If they have joined meanwhile they stay: another device of theirs has
    /// declined.
    mutating func rejected(_ user: UserID, _ reason: EndReason?, name: String?) -> [Change] {
        revision += 1
        guard people[user]?.presence != .joined else { return [] }
        let rang = people[user]?.presence == .ringing
        return (change(user, to: Self.refused(reason), name: name) && rang ? refusal(of: user) : []) + newsOfDevices()
    }

    /// Records that a device joined; its user's former device, if it was another, has left by that.
    mutating func joined(_ user: UserID, _ device: DeviceID, name: String?) -> [Change] {
        let address = DeviceAddress(userID: user.rawValue, deviceID: device.rawValue)
        guard user != ownUser, people[user]?.device != address, change(user, to: .joined, name: name) else { return [] }
        return arrived(user, address) + newsOfDevices()
    }

    /// Records that someone has left the call, or is no longer rung. Several signals report that; the reason is reported once.
    mutating func left(_ user: UserID, isRemoved: Bool = false) -> [Change] {
        guard let member = people[user] else { return [] }
        if isRemoved || member.presence != .removed { people[user]?.presence = isRemoved ? .removed : .left }
        return member.device.map { parted(user, with: $0) } ?? []
    }

    mutating func updated(
        _ user: UserID, _ status: ParticipantStatus? = nil, isMuted: Bool? = nil, sendsVideo: Bool? = nil,
        isOnHold: Bool? = nil
    ) -> [Change] {
        revision += 1
        chose(user, isMuted: isMuted, sendsVideo: sendsVideo)
        guard people[user]?.presence == .joined else { return [] }
        if let isOnHold { people[user]?.isOnHold = isOnHold }
        return status.map { stands(user, $0) } ?? []
    }

    /// Records the feed that the server names for a member. For unknown people the list will name it.
    mutating func publishes(_ user: UserID, as feed: FeedID) {
        guard let member = people[user], member.device != nil, !feed.isNone, member.feed != feed.rawValue else {
            return
        }
        people[user]?.feed = feed.rawValue
        revision += 1
    }

    /// Whether another participant publishes a feed that is not among the known ones, as the server knows it.
    static func names(feedOutside known: Set<UInt64>, _ participants: [Participant], own: DeviceAddress) -> Bool {
        participants.contains { participant in
            guard let feed = participant.feedId?.rawValue, feed != 0, present.contains(participant.status),
                participant.userId.rawValue != own.userID
            else { return false }
            return !known.contains(feed)
        }
    }

    // MARK: - Knowledge of this device

    private mutating func chose(_ user: UserID, isMuted: Bool? = nil, sendsVideo: Bool? = nil) {
        if let isMuted { people[user]?.isMuted = isMuted }
        if let sendsVideo { people[user]?.sendsVideo = sendsVideo }
    }

    mutating func chose(isMuted: Bool? = nil, sendsVideo: Bool? = nil, isSharing: Bool? = nil) {
        if let isMuted { self.isMuted = isMuted }
        if let isSharing { self.isSharing = isSharing }
        chose(ownUser, isMuted: isMuted, sendsVideo: sendsVideo)
    }

    mutating func replied(_ user: UserID, _ reply: CallReply) -> Bool {
        guard let member = people[user], member.said == nil, member.presence != .joined else { return false }
        people[user]?.said = reply
        return true
    }

    /// Changes the settings for hearing a participant; false for people who are not in the call, and for oneself.
    mutating func hear(_ user: UserID, _ change: (inout PlaybackSettings) -> Void) -> Bool {
        guard user != ownUser, var member = people[user], member.presence == .joined else { return false }
        change(&member.playback)
        people[user] = member
        return true
    }

    // MARK: - Keys and media

    /// Takes over the devices that have shown a join. A device that is gone records nothing, and its hand counts as lowered without
    /// a signal.
    mutating func keyed(_ list: [CallMember]) -> [Change] {
        devices = Dictionary(list.map { ($0.address, $0) }) { first, _ in first }
        _ = hands.take(Set(list.filter(\.isHandRaised).map { UserID($0.address.userID) }), besides: ownUser)
        return newsOfDevices()
    }

    mutating func raise(_ isRaised: Bool) { hands.set(ownUser, isRaised: isRaised) }

    mutating func speaks(_ user: UserID, _ isSpeaking: Bool, at instant: UInt64) {
        guard let member = people[user], member.device != nil, member.isSpeaking != isSpeaking else { return }
        people[user]?.isSpeaking = isSpeaking
        people[user]?.spoke = instant
    }

    mutating func isSilent(_ user: UserID) { people[user]?.isSpeaking = false }

    mutating func shares(_ users: Set<UserID>, at instant: UInt64) -> [Change] {
        let ended = sharers.filter { !users.contains($0) }
        for user in ended { people[user]?.sharingSince = nil }
        let begun = users.sorted().filter { people[$0]?.device != nil && people[$0]?.sharingSince == nil }
        for user in begun { people[user]?.sharingSince = instant }
        return ended.map { .sharing($0, false) } + begun.map { .sharing($0, true) }
    }

    mutating func rated(_ levels: [UserID: QualityLevel]) -> [Change] {
        var changes: [Change] = []
        for (user, member) in people.sorted(by: { $0.key < $1.key }) {
            let level = member.device == nil ? nil : levels[user]
            guard member.quality != level else { continue }
            people[user]?.quality = level
            if let level { changes.append(.quality(user, level)) }
        }
        return changes
    }

    /// Returns the untold news of devices whose person is known: their trust, recording and raised hand.
    private mutating func newsOfDevices() -> [Change] {
        var changes: [Change] = []
        for (address, device) in devices.sorted(by: { $0.key < $1.key }) where toldTrust[address] != device.trust {
            let user = UserID(address.userID)
            guard people[user] != nil else { continue }
            toldTrust[address] = device.trust
            changes.append(.trust(user, address, device.trust))
        }
        let present = Set(devices.keys.map { UserID($0.userID) })
        for user in present.union(toldRecorders).sorted() where isRecording(user) != toldRecorders.contains(user) {
            if toldRecorders.remove(user) == nil {
                guard people[user] != nil else { continue }
                toldRecorders.insert(user)
            }
            changes.append(.recording(user, toldRecorders.contains(user)))
        }
        for user in present.union(toldHands).sorted() where (hand(of: user) != nil) != toldHands.contains(user) {
            if toldHands.remove(user) == nil {
                guard people[user] != nil else { continue }
                toldHands.insert(user)
            } else if !present.contains(user) {
                continue
            }
            changes.append(.hand(user, isRaised: toldHands.contains(user)))
        }
        return changes
    }

    /// Changes a status; false if there is no room for another person.
    private mutating func change(_ user: UserID, to presence: CallParticipant.Status, name: String?) -> Bool {
        guard people[user] != nil || people.count < Self.mostPeople else { return false }
        let name = kept[user] ?? name ?? ""
        var member = people[user] ?? Member(user: user, name: name, presence: presence)
        member.presence = presence
        if !name.isEmpty { member.name = name }
        people[user] = member
        return true
    }

    private func refusal(of user: UserID) -> [Change] {
        guard let status = people[user]?.status, Self.refusals.contains(status) else { return [] }
        return [.refused(user, status)]
    }

    private mutating func arrived(_ user: UserID, _ address: DeviceAddress) -> [Change] {
        guard user != ownUser, people[user]?.device != address else { return [] }
        let changes = people[user]?.device.map { parted(user, with: $0) } ?? []
        guard addresses.count < Self.mostDevices else { return changes }
        people[user]?.device = address
        revision += 1
        return changes + [.joined(user, address)]
    }

    /// Resets the choices and results that belonged to the previous device.
    private mutating func parted(_ user: UserID, with device: DeviceAddress) -> [Change] {
        if var member = people[user] {
            (member.device, member.feed, member.isAway, member.isOnHold) = (nil, nil, false, false)
            (member.isSpeaking, member.spoke, member.sharingSince, member.quality) = (false, nil, nil, nil)
            if member.presence != .joined { (member.isMuted, member.sendsVideo) = (false, nil) }
            people[user] = member
        }
        revision += 1
        return [.left(user, device)]
    }

    private mutating func stands(_ user: UserID, _ status: ParticipantStatus) -> [Change] {
        guard let member = people[user], status == .reconnecting || status == .connected else { return [] }
        let isAway = status == .reconnecting
        guard member.isAway != isAway else { return [] }
        people[user]?.isAway = isAway
        return member.device == nil ? [] : [.reached(user, !isAway)]
    }

    // MARK: - Display

    struct Own: Equatable {
        var isInterrupted = false
        var quality: QualityLevel?
        var isRecording = false
    }

    /// Returns everyone, oneself first, then the participants, then those who ring, then the rest.
    func shown(_ own: Own) -> [CallParticipant] {
        func place(of one: CallParticipant) -> Int {
            one.isSelf ? 0 : one.status.isIn ? 1 : one.status == .ringing ? 2 : 3
        }
        return all.map { shown($0, own) }.sorted { one, other in
            let places = (place(of: one), place(of: other))
            return places.0 == places.1 ? one.user < other.user : places.0 < places.1
        }
    }

    private func shown(_ member: Member, _ own: Own) -> CallParticipant {
        let user = member.user
        let isSelf = user == ownUser
        let isAway = isSelf ? own.isInterrupted : member.isAway
        return CallParticipant(
            user: user, name: member.name, status: member.status == .joined && isAway ? .reconnecting : member.status,
            isSelf: isSelf, isHost: member.isHost, isMuted: member.isMuted, isVideoEnabled: member.sendsVideo ?? false,
            connection: isAway ? .reconnecting : .connected, trust: trust(of: user),
            quality: isSelf ? own.quality : member.quality, isSpeaking: member.isSpeaking,
            volume: member.playback.volume, isHeard: member.playback.isHeard,
            isRecording: isSelf ? own.isRecording : isRecording(user),
            isSharing: isSelf ? isSharing : member.sharingSince != nil, reply: member.reply, hand: hand(of: user))
    }
}
