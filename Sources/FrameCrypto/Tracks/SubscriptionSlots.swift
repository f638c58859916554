/// The sender of the frames on one slot of a subscription, and since when (e2ee 8.2). Pure.
///
/// A media server switches a slot from one sender to another while frames of the first are on their way.
public struct SubscriptionSlot<Sender: Hashable & Sendable>: Sendable {
    /// The time after a switch for which frames may still be those of the sender before.
    public static var settling: UInt64 { 2 * OpeningLimits.second }

    /// From the request for a switch on the slot opens for this sender only.
    public private(set) var sender: Sender
    private var settlesAt: UInt64?

    /// Makes a slot that had no sender before.
    public init(sender: Sender) { self.sender = sender }

    /// Records a requested switch; does nothing if the slot is that sender's already.
    ///
    /// - Returns: whether the sender is another one.
    public mutating func switched(to sender: Sender, now: UInt64) -> Bool {
        guard sender != self.sender else { return false }
        self.sender = sender
        settlesAt = now &+ Self.settling
        return true
    }

    /// Records a requested switch to the sender that the slot opens for already.
    public mutating func beginSettling(now: UInt64) { settlesAt = now &+ Self.settling }

    /// Whether what does not open is dropped, neither held nor asked for.
    public func isSettling(now: UInt64) -> Bool { settlesAt.map { now < $0 } ?? false }
}

/// The feeds that are received: of one sender and kind the first, until it ends (e2ee 8.2). Pure.
public struct ReceivedFeeds<Source: Hashable & Sendable, Feed: Hashable & Sendable>: Sendable {
    private var received: [Source: Feed] = [:]
    /// In order of arrival.
    private var waiting: [Source: [Feed]] = [:]

    public init() {}

    /// Records a new feed. Returns whether it is received.
    public mutating func began(_ feed: Feed, of source: Source) -> Bool {
        if let first = received[source] {
            if first != feed, waiting[source]?.contains(feed) != true { waiting[source, default: []].append(feed) }
            return first == feed
        }
        received[source] = feed
        return true
    }

    /// Records the end of a feed. Returns the one that is received in its place; nil if there is none.
    public mutating func ended(_ feed: Feed, of source: Source) -> Feed? {
        waiting[source]?.removeAll { $0 == feed }
        guard received[source] == feed else { return nil }
        received[source] = waiting[source]?.first
        waiting[source]?.removeAll { $0 == received[source] }
        if waiting[source]?.isEmpty == true { waiting[source] = nil }
        return received[source]
    }
}
