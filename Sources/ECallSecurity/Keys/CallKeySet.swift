/// What became of a call key that was installed.
public enum InstallResult: Sendable, Equatable {
    /// The key is the newest; sealing begins with it at its instant, opening at once.
    case adopted
    /// A newer key, or one of the same epoch with a smaller name, is here already: this one only opens.
    case opensOnly
    /// The key is here already; nothing has changed.
    case known
    /// The key was used before in this call and is over: it is refused.
    case retired
    /// The call is over, or there are too many keys.
    case refused
}

/// The keys of a call and the rules which of them to seal with (e2ee 3, 4 and 6). Pure: time is an argument, in
/// nanoseconds.
struct CallKeySet: Sendable {
    struct Entry: Sendable {
        let id: UInt64
        let key: CallKey
        let epoch: UInt32
        /// Sealing starts here, when the key is the newest then.
        let sealFrom: UInt64
        /// Nothing is sealed from here on.
        var sealUntil: UInt64
        /// Nothing is opened from here on; nil while no newer epoch is known.
        var expiresAt: UInt64?
    }

    private(set) var entries: [Entry] = []
    private var retiredNames: Set<KeyName> = []
    private var recentTags: [UInt16] = []
    private var nextID: UInt64 = 0

    /// - Parameter leave: when somebody left who may have this key too; the others are not bounded by that.
    mutating func install(
        _ key: CallKey, epoch: UInt32, sealFrom: UInt64?, leave: UInt64? = nil, now: UInt64
    ) -> InstallResult {
        expire(now: now)
        if entries.contains(where: { $0.key.name == key.name }) { return .known }
        if retiredNames.contains(key.name) { return .retired }
        guard entries.count < KeyLimits.liveKeys else { return .refused }

        let isNewest = newest.map { Self.outranks((epoch, key.name), ($0.epoch, $0.key.name)) } ?? true
        let isSuperseded = newest.map { epoch < $0.epoch } ?? false
        for index in entries.indices where entries[index].epoch < epoch && entries[index].expiresAt == nil {
            entries[index].expiresAt = now &+ KeyLimits.supersededLife
        }
        entries.append(
            Entry(
                id: nextID, key: key, epoch: epoch, sealFrom: isNewest ? sealFrom ?? now : .max,
                sealUntil: min(now &+ KeyLimits.sealingAge, leave.map { $0 &+ KeyLimits.sealingAfterLeave } ?? .max),
                expiresAt: isSuperseded ? now &+ KeyLimits.supersededLife : nil))
        nextID += 1
        recentTags.append(key.name.tag)
        if recentTags.count > KeyLimits.distinctTags { recentTags.removeFirst() }
        return isNewest ? .adopted : .opensOnly
    }

    /// The key to seal with now; nil when there is none, or when the one there is may not be used any more. There is
    /// no way back to an older one.
    func sealingEntry(now: UInt64) -> Entry? {
        let started = entries.filter { now >= $0.sealFrom }
        guard let current = Self.newest(started), now < current.sealUntil else { return nil }
        return current
    }

    /// The newest key, whether sealing with it has begun or not.
    var newest: Entry? { Self.newest(entries) }

    /// Bounds every key that is here by one second: anyone who left may have them.
    mutating func learnedOfLeave(at instant: UInt64) {
        for index in entries.indices {
            entries[index].sealUntil = min(entries[index].sealUntil, instant &+ KeyLimits.sealingAfterLeave)
        }
    }

    /// Drops the keys whose time is over.
    mutating func expire(now: UInt64) {
        for entry in entries where entry.isOver(now) { retiredNames.insert(entry.key.name) }
        entries.removeAll { $0.isOver(now) }
    }

    /// The next instant at which a key is to be dropped.
    var nextExpiry: UInt64? { entries.compactMap(\.expiresAt).min() }

    /// Whether a key's tag differs from those of the last keys, so that openers can tell them apart.
    func hasDistinctTag(_ key: CallKey) -> Bool { !recentTags.contains(key.name.tag) }

    private static func newest(_ entries: [Entry]) -> Entry? {
        entries.max { outranks(($1.epoch, $1.key.name), ($0.epoch, $0.key.name)) }
    }

    /// The higher epoch; in one epoch the smaller name, so that everybody chooses alike.
    private static func outranks(_ left: (UInt32, KeyName), _ right: (UInt32, KeyName)) -> Bool {
        left.0 != right.0 ? left.0 > right.0 : left.1 < right.1
    }
}

extension CallKeySet.Entry {
    fileprivate func isOver(_ now: UInt64) -> Bool { expiresAt.map { now >= $0 } ?? false }
}

/// The bounds of call keys (e2ee 4 and 6). Times in nanoseconds.
public enum KeyLimits {
    static let second: UInt64 = 1_000_000_000
    /// How long a key goes on opening after a newer epoch has come.
    public static let supersededLife: UInt64 = 10 * second
    /// No key older than this seals.
    public static let sealingAge: UInt64 = 330 * second
    /// How long older keys seal after a leave became known.
    public static let sealingAfterLeave: UInt64 = second
    /// Keys held at once.
    static let liveKeys = 64
    /// The tag of a new key differs from those of this many before.
    static let distinctTags = 8
}
