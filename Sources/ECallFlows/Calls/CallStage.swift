public import ECallAPI
import ECallCalls
public import ECallSecurity

/// The tiles of a call, their order, and the large one. Pure, from the list of the people in the call; the order stays
/// while people stay.
public struct CallStage: Sendable, Equatable {
    /// The identity of a tile.
    public enum ID: Sendable, Hashable {
        case own
        case person(UserID)
        /// A person's shared screen.
        case screen(UserID)
    }

    /// The arrangement of the tiles.
    public enum Layout: Sendable, Equatable {
        /// Grid view, unless someone shares a screen.
        case automatic
        case grid
        case speaker
    }

    /// A reaction that is currently shown over a tile.
    public struct Shown: Sendable, Equatable, Identifiable {
        public let id: Int
        public let user: UserID
        public let reaction: Reaction
        let until: Duration
    }

    /// The most tiles on one page, including the own one.
    public static let perPage = 25
    static let reactionTime = Duration.seconds(4)
    /// How soon a person must be back to be pinned again.
    static let pinTime = Duration.seconds(60)

    private struct Unpinned: Sendable, Equatable {
        let id: ID
        let at: Duration
    }

    /// The others in the call, by their places.
    public private(set) var order: [UserID] = []
    /// People who share a screen, the newest first.
    public private(set) var sharers: [UserID] = []
    /// The tile that the person has pinned.
    public private(set) var pinned: ID?
    public private(set) var layout = Layout.automatic
    /// Reactions that are shown, the newest last.
    public private(set) var reactions: [Shown] = []
    /// People of whom a picture was decrypted.
    private(set) var pictured: Set<UserID> = []
    private var wantedPage = 0
    private var unpinned: Unpinned?
    private var spotlight = CallSpotlight()
    /// People who speak, anyone who began last at the end.
    private var speakers: [UserID] = []
    private var reactionCount = 0

    // MARK: - Contents

    /// Screens, the newest first, then people by their places, then the own tile.
    public var tiles: [ID] { others + [.own] }

    private var others: [ID] { sharers.map(ID.screen) + order.map(ID.person) }

    /// The large tile; nil if all are alike: the pinned one, else the newest screen, else the last speaker.
    public var large: ID? {
        guard others.count > 1 else { return nil }
        if let pinned, others.contains(pinned) { return pinned }
        switch layout {
        case .grid: return nil
        case .automatic: return sharers.first.map(ID.screen)
        case .speaker: return sharers.first.map(ID.screen) ?? speaker.map(ID.person)
        }
    }

    private var speaker: UserID? { spotlight.user.flatMap { order.contains($0) ? $0 : nil } ?? order.first }

    public var pages: Int { max(1, (paged.count + Self.perPage - 1) / Self.perPage) }

    /// The shown page, from 0. The last page may have disappeared after someone left.
    public var page: Int { min(max(0, wantedPage), pages - 1) }

    /// The visible tiles: the large one first, then those on the page.
    public var visible: [ID] {
        (large.map { [$0] } ?? []) + paged.dropFirst(page * Self.perPage).prefix(Self.perPage)
    }

    /// All but the large one, which is on every page.
    private var paged: [ID] { tiles.filter { $0 != large } }

    /// People whose pictures should be received, the most important first.
    var wanted: [UserID] {
        var seen: Set<UserID> = []
        return visible.compactMap { id in
            switch id {
            case .own: nil
            case .person(let user), .screen(let user): seen.insert(user).inserted ? user : nil
            }
        }
    }

    /// The time of the next change without an action; nil if there is none.
    var due: Duration? { (reactions.map(\.until) + [spotlight.due].compactMap(\.self)).min() }

    // MARK: - Changes

    /// Takes over the participants of the call.
    mutating func follow(_ people: [CallParticipant], at now: Duration) {
        let present = people.filter { !$0.isSelf && $0.status.isIn }
        let users = Set(present.map(\.user))
        for user in order where !users.contains(user) { remove(user, at: now) }
        for one in present where !order.contains(one.user) {
            order.append(one.user)
            restorePin(.person(one.user), at: now)
        }
        follow(sharers: present.filter(\.isSharing).map(\.user), at: now)
        let speaking = Set(present.filter(\.isSpeaking).map(\.user))
        guard speaking != Set(speakers) else { return }
        let before = speakers
        speakers = before.filter(speaking.contains) + order.filter { speaking.contains($0) && !before.contains($0) }
        spotlight.spoken(before, speakers, at: now)
    }

    private mutating func follow(sharers now: [UserID], at moment: Duration) {
        for user in sharers where !now.contains(user) { removeScreen(of: user, at: moment) }
        for user in now where !sharers.contains(user) {
            sharers.insert(user, at: 0)
            restorePin(.screen(user), at: moment)
        }
    }

    /// The others keep their places; the last one takes the place that is free.
    private mutating func remove(_ user: UserID, at now: Duration) {
        guard let place = order.firstIndex(of: user), let last = order.popLast() else { return }
        if place < order.count { order[place] = last }
        removeScreen(of: user, at: now)
        unpin(.person(user), at: now)
        spotlight.remove(user)
        speakers.removeAll { $0 == user }
        pictured.remove(user)
        reactions.removeAll { $0.user == user }
    }

    private mutating func removeScreen(of user: UserID, at now: Duration) {
        sharers.removeAll { $0 == user }
        unpin(.screen(user), at: now)
    }

    private mutating func unpin(_ id: ID, at now: Duration) {
        if pinned == id { (pinned, unpinned) = (nil, Unpinned(id: id, at: now)) }
    }

    /// Restores a pin after a lost connection, unless the person has chosen otherwise since.
    private mutating func restorePin(_ id: ID, at now: Duration) {
        guard pinned == nil, let unpinned, unpinned.id == id, now - unpinned.at < Self.pinTime else { return }
        (pinned, self.unpinned) = (id, nil)
    }

    /// A picture of a person was decrypted.
    mutating func sees(_ user: UserID) { pictured.insert(user) }

    mutating func reacted(_ user: UserID, _ reaction: Reaction, at now: Duration) {
        reactionCount += 1
        reactions.append(Shown(id: reactionCount, user: user, reaction: reaction, until: now + Self.reactionTime))
    }

    mutating func tick(at now: Duration) {
        reactions.removeAll { $0.until <= now }
        spotlight.settle(at: now)
    }

    // MARK: - The person

    /// Whether a tile can be enlarged: a single one is as large as it gets.
    public var canPin: Bool { others.count > 1 }

    mutating func pin(_ id: ID?) {
        guard canPin, id.map({ others.contains($0) }) ?? true else { return }
        (pinned, unpinned, wantedPage) = (id, nil, 0)
    }

    /// Switches between one large tile and equal ones.
    mutating func changeLayout() {
        guard canPin else { return }
        (layout, pinned, unpinned, wantedPage) = (large == nil ? .speaker : .grid, nil, nil, 0)
    }

    mutating func turn(by step: Int) { wantedPage = min(max(0, page + step), pages - 1) }
}
