import ECallAPI
import ECallMedia
import ECallSecurity
import FrameCrypto
import Janus

/// Matches publishers in the room with participants of the call, to decide which tracks are received. Pure; `CallSession` carries it out.
struct Subscriptions {
    /// The next steps. New pictures wait until the ones whose slots they may take have left.
    enum Step: Equatable {
        /// Leave a track. Its slot can be reused; that of a feed that is gone, or of a connection that broke, cannot.
        case leave(SubscriptionID, of: DeviceAddress, keepsSlot: Bool)
        case receive(SubscriptionID, RemotePublisher.Stream, of: DeviceAddress)
    }

    private struct Feed {
        let sender: DeviceAddress
        var publisher: RemotePublisher
        var subscriptions: Set<SubscriptionID> = []
        /// Tracks that could not be received; tried again when the feed is announced again.
        var failed: Set<Track> = []
        /// The subscriptions that have worked.
        var working: Set<SubscriptionID> = []

        var user: UserID { UserID(sender.userID) }

        func stream(_ track: Track) -> RemotePublisher.Stream? { publisher.streams.first { $0.track == track } }
    }

    private let slots: Int
    /// Publishers in the room whose number the list of participants does not name, or not yet.
    private var unmapped: [UInt64: RemotePublisher] = [:]
    private var feeds: [UInt64: Feed] = [:]
    private var number = 0
    /// The people whom the app shows, in its order; nil if it shows whoever is received.
    var wanted: [UserID]?
    var mostPictures: Int?

    init(slots: Int) { self.slots = slots }

    // MARK: - The room

    /// Records a publisher or a change of its tracks; nil if none of it is new, otherwise the subscriptions to leave.
    mutating func appeared(_ publisher: RemotePublisher) -> [Step]? {
        guard let before = feeds[publisher.feed]?.publisher else {
            unmapped[publisher.feed] = publisher
            return []
        }
        guard publisher.streams != before.streams else { return nil }
        feeds[publisher.feed]?.publisher = publisher
        feeds[publisher.feed]?.failed = []
        let changed = publisher.changed(since: before)
        let ended = feeds[publisher.feed]?.subscriptions.filter { changed.contains($0.track) } ?? []
        return ended.compactMap { leave($0) }
    }

    mutating func disappeared(_ feed: UInt64) -> [Step] {
        unmapped[feed] = nil
        guard let received = feeds.removeValue(forKey: feed) else { return [] }
        return received.subscriptions.map { .leave($0, of: received.sender, keepsSlot: false) }
    }

    /// Stops receiving a device; its feeds are received again if it comes back while they exist.
    mutating func lostSight(of address: DeviceAddress) -> [Step] {
        feeds.filter { $0.value.sender == address }.keys.sorted().flatMap { putBack($0) }
    }

    /// Prepares for the room that was entered again: feeds have other ids there. The frames of each device so far stay opened (e2ee 8.2).
    mutating func reentered() { (feeds, unmapped) = ([:], [:]) }

    private mutating func putBack(_ feed: UInt64) -> [Step] {
        let publisher = feeds[feed]?.publisher
        let steps = disappeared(feed)
        unmapped[feed] = publisher
        return steps
    }

    // MARK: - Participants

    /// Receives everyone whose device is known, on the feed that the server names: another feed in their name would interfere.
    mutating func map(to members: CallMembers) -> [Step] {
        var steps: [Step] = []
        for (feed, received) in feeds.sorted(by: { $0.key < $1.key }) {
            guard let named = members[received.user]?.feed, named != feed else { continue }
            steps += putBack(feed)
        }
        for (feed, publisher) in unmapped {
            guard let member = members[publisher.user], let device = member.device, member.feed == feed else {
                continue
            }
            unmapped[feed] = nil
            feeds[feed] = Feed(sender: device, publisher: publisher)
        }
        return steps
    }

    /// Leaves tracks that must no longer be received, and receives those that must; from muted participants only their share.
    mutating func update(_ members: CallMembers) -> [Step] {
        let shown = shownVideo(members, most: mostPictures)
        var leaving: [Step] = []
        var coming: [(feed: UInt64, stream: RemotePublisher.Stream)] = []
        for (feed, received) in feeds.sorted(by: { $0.key < $1.key }) {
            for stream in received.publisher.streams where !received.failed.contains(stream.track) {
                let isWanted =
                    switch stream.track {
                    case .audio: members[received.user]?.isMuted != true
                    case .screenAudio: true
                    case .video, .screen: shown.contains(.init(user: received.user, track: stream.track))
                    }
                switch (isWanted, received.subscriptions.first { $0.track == stream.track }) {
                case (true, nil): coming.append((feed, stream))
                case (false, let id?): leaving += [leave(id)].compactMap(\.self)
                default: break
                }
            }
        }
        return leaving + coming.compactMap { receive($0.stream, on: $0.feed) }
    }

    private mutating func leave(_ id: SubscriptionID, keepsSlot: Bool = true) -> Step? {
        guard let sender = feeds[id.feed]?.sender else { return nil }
        feeds[id.feed]?.subscriptions.remove(id)
        feeds[id.feed]?.working.remove(id)
        return .leave(id, of: sender, keepsSlot: keepsSlot)
    }

    private mutating func receive(_ stream: RemotePublisher.Stream, on feed: UInt64) -> Step? {
        guard let sender = feeds[feed]?.sender else { return nil }
        number += 1
        let id = SubscriptionID(feed: feed, track: stream.track, number: number)
        feeds[feed]?.subscriptions.insert(id)
        return .receive(id, stream, of: sender)
    }

    /// The pictures to receive if the network can carry that many. A person's pictures are never all left out if no one else
    /// sends any.
    private func shownVideo(_ members: CallMembers, most: Int?) -> Set<SlotPlan.Shown> {
        var candidates: [SlotPlan.Candidate] = []
        var seen: Set<UserID> = []
        for received in feeds.values.sorted(by: { $0.publisher.feed < $1.publisher.feed }) {
            let member = members[received.user]
            guard received.publisher.sends(.video), member?.sendsVideo != false else { continue }
            candidates.append(.init(user: received.user, spoke: member?.spoke))
            if received.subscriptions.contains(where: { $0.track == .video }) { seen.insert(received.user) }
        }
        let carried = max(most ?? .max, feeds.count == 1 ? 1 : 0)
        return SlotPlan.shown(
            of: candidates, screens: members.sharers, slots: min(slots, carried), seen: seen, wanted: wanted)
    }

    // MARK: - The connections

    mutating func isWorking(_ id: SubscriptionID) { feeds[id.feed]?.working.insert(id) }

    /// Records that a connection that worked broke, and the track is received on another; nil if it never worked, and is given up.
    mutating func again(_ id: SubscriptionID) -> [Step]? {
        guard let received = feeds[id.feed], received.working.contains(id), received.subscriptions.contains(id),
            let stream = received.stream(id.track)
        else { return nil }
        return [leave(id, keepsSlot: false), receive(stream, on: id.feed)].compactMap(\.self)
    }

    /// Records that Janus no longer has a track, or that its connection broke; false if it was no longer wanted. If nothing of
    /// a feed could be received, it may be announced again.
    mutating func failed(_ id: SubscriptionID) -> Bool {
        guard feeds[id.feed]?.subscriptions.remove(id) != nil else { return false }
        feeds[id.feed]?.failed.insert(id.track)
        if let received = feeds[id.feed], received.failed.isSuperset(of: received.publisher.streams.map(\.track)) {
            feeds[id.feed] = nil
        }
        return true
    }

    // MARK: - Received media

    func sender(of id: SubscriptionID) -> DeviceAddress? {
        feeds[id.feed].flatMap { $0.subscriptions.contains(id) ? $0.sender : nil }
    }

    func sender(of feed: UInt64) -> DeviceAddress? { feeds[feed]?.sender }

    var senders: [SubscriptionID: DeviceAddress] {
        feeds.values.reduce(into: [:]) { senders, received in
            for id in received.subscriptions { senders[id] = received.sender }
        }
    }

    var known: Set<UInt64> { Set(feeds.keys).union(unmapped.keys) }

    var sharers: Set<UserID> { Set(feeds.values.lazy.filter { $0.publisher.sends(.screen) }.map(\.user)) }

    func sound(of user: UserID) -> [SubscriptionID] {
        feeds.values.filter { $0.user == user }.flatMap { $0.subscriptions.filter(\.track.isSound) }
    }

    func hasLayers(_ id: SubscriptionID) -> Bool { feeds[id.feed]?.stream(id.track)?.hasLayers ?? false }

    /// Senders of pictures of which this device receives none.
    var unseen: Set<DeviceAddress> {
        senders { received in
            received.publisher.streams.contains { !$0.track.isSound }
                && received.subscriptions.allSatisfy(\.track.isSound)
        }
    }

    /// Senders whose camera this device should receive, and of which nothing has arrived yet.
    func awaited(_ receptions: [SubscriptionID: Reception]) -> Set<DeviceAddress> {
        senders { received in
            received.subscriptions.contains { $0.track == .video && receptions[$0] == nil }
        }
    }

    func receivedVideo(_ members: CallMembers, of most: Int) -> Set<DeviceAddress> {
        let shown = Set(shownVideo(members, most: most).map(\.user))
        return senders { shown.contains($0.user) }
    }

    private func senders(where isMeant: (Feed) -> Bool) -> Set<DeviceAddress> {
        Set(feeds.values.lazy.filter(isMeant).map(\.sender))
    }
}
