import ECallSecurity

/// A device's knowledge of another one in the call: its join, the keys of both directions, its shown state.
struct Peer: Sendable {
    enum Listing: Sendable, Equatable {
        case unlisted
        /// Its join was relayed, by which the server asserts that it is present.
        case relayed(at: UInt64)
        case listed
    }

    var listing = Listing.unlisted
    var joins = JoinHistory()
    /// The newest join that was accepted, while its device may be in the call.
    var current: Entry?
    /// Texts that wait for the join they belong to, one of a kind.
    var waiting: [MessageKind: String] = [:]
    var waitingInvites: [String] = []
    /// The number of people invited by it alone.
    var invited = 0
    /// The moment at which it is asked for its join next, and the number of requests so far.
    var asking: (at: UInt64, count: Int)?
    var lastAsked: UInt64?
    var lastAnswered: UInt64?
    var lastJoinSent: UInt64?
    /// The moment at which the last status for it alone was sent.
    var lastStatusSent: UInt64?
    /// Whether it is owed a status as soon as it may have one.
    var owesStatus = false
    /// The number of its replies that were examined, and whether one of them was accepted.
    var replies = (looks: 0, isTaken: false)
    var failures = 0
    var ignoredUntil: UInt64 = 0
    var work = RateWindow(limit: KeyDistributionLimits.messagesPerSecond, interval: 1_000)

    /// The moment from which on it may have a status of its own again.
    var nextStatus: UInt64 { lastStatusSent.map { $0 + KeyDistributionLimits.statusInterval } ?? 0 }

    var isListed: Bool { listing != .unlisted }
}

/// The joins of an address that were seen.
struct JoinHistory: Sendable {
    /// The highest of the verified joins.
    var highestSeq: UInt64?
    var lookedAt: UInt64?
    var looks = 0
    /// The newest message received since the last processing.
    var waiting: String?
    /// Joins that are over for good.
    var ended: Set<ObjectHash> = []
}

/// One entry of a device into the call: its join and everything that belongs to it alone.
struct Entry: Sendable {
    private let shown: Shown
    /// The time at which the join arrived.
    let since: UInt64
    var trust: DeviceTrust
    var presence: CallMember.Presence
    /// Whether its device has shown that it has the own join: it opened a channel to it, or lists it in a status.
    var isLive = false
    /// Whether an invite of it counts here.
    var hasInvited = false
    /// The number of reminders to it that a person is invited whose join it does not hear; by join.
    var reminders: [UInt64: UInt8] = [:]
    /// The moment since which it is away.
    var awaySince: UInt64 = 0

    var sending: SendingChannel?
    var receiving: ReceivingChannel?
    /// The generations it was handed, oldest first, with the instant.
    var handed: [(generation: UInt32, at: UInt64)] = []
    /// Whether its newest status lists this device's join with a key it was given, and lacks none that it should have by now.
    var hearsUs = false
    /// Whether its newest status lists the own join with no key at all.
    var lacksKeys = false
    /// The highest generation of it that is here, and its step.
    var heard: (generation: UInt32, step: UInt8)?

    /// The time at which keys were sent to it again because of a status.
    var repaired: UInt64?
    /// The moment at which the own status was sent that it has shown to have.
    var proof: UInt64
    var lastStatus: UInt16?
    /// The entries of its last status.
    var statusEntries = 0
    /// Whether it records, according to its last status.
    var isRecording = false
    /// Whether it sends nothing, according to its last status.
    var isSilent = false
    /// The time at which it last reported that its person raises their hand; nil while the hand is down.
    var handHeard: UInt64?
    /// Its newest reaction that was reported, with its count, and when.
    var reacted: (gestures: Gestures, at: UInt64)?
    /// The number of its last statuses that lacked a join that is here, and since when; by join.
    var lacking: [ObjectHash: Int] = [:]
    /// The number of its last statuses that named a join that is not here, and since when.
    var unknown: [UInt64: (count: Int, since: UInt64)] = [:]

    var join: Join { shown.join }

    init(
        _ join: Join, since: UInt64, trust: DeviceTrust, presence: CallMember.Presence, awaySince: UInt64, proof: UInt64
    ) {
        shown = Shown(join)
        (self.since, self.trust, self.presence) = (since, trust, presence)
        (self.awaySince, self.proof) = (awaySince, proof)
    }

    /// A join is large and never changes, so it is shared by entries, which are examined at every event.
    private final class Shown: Sendable {
        let join: Join

        init(_ join: Join) { self.join = join }
    }

    /// Whether keys go to it.
    var isMember: Bool { presence == .member }
}

/// The channel from this device to another.
struct SendingChannel: Sendable {
    let key: ChannelKey
    /// Stored until the other one shows a generation of this device.
    var opening: String?
    /// The number of the last key message.
    var n: UInt64 = 0
    /// The number of reports sealed so far: that of the next one.
    var reportCount: UInt64 = 0
    /// The last report, and when it was sent.
    var lastReport: (report: ReceptionReport, at: UInt64)?
    /// The gestures of the last report, whatever else it contained, and its time.
    var lastGestures: (gestures: Gestures, at: UInt64)?
}

/// The channel from another device to this one.
struct ReceivingChannel: Sendable {
    let key: ChannelKey
    var n: UInt64 = 0
    /// The lowest number that a report may have.
    var nextReport: UInt64 = 0
}

/// At most `limit` uses in any stretch of `interval` milliseconds.
struct RateWindow: Sendable {
    private let limit: Int
    private let interval: UInt64
    private var uses: [UInt64] = []

    init(limit: Int, interval: UInt64) {
        self.limit = limit
        self.interval = interval
    }

    /// Whether one more is allowed now, which then counts.
    mutating func allows(at now: UInt64) -> Bool {
        uses.removeAll { now >= $0 + interval }
        guard uses.count < limit else { return false }
        uses.append(now)
        return true
    }
}
