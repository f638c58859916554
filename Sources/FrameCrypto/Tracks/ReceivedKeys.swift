/// A key that can be advanced but not reversed (RFC 9605 section 5.1).
public protocol RatchetedKey: Sendable {
    /// The key of the next step.
    func ratcheted() -> Self
}

/// The keys of one sender: which generations and steps are held, and for how long (e2ee 5 and 8.2). Pure.
///
/// The highest is held until the end, older ones until two seconds after a frame of a newer one opened, and ten seconds
/// at most after a newer one came.
public struct ReceivedKeys<Key: RatchetedKey>: Sendable {
    /// The key that a KID names, as far as it is known here.
    public enum Finding: Sendable {
        /// The key of that step is held, or it is ratcheted from one that is.
        case key(Candidate)
        /// The generation may be a future one.
        case unknown
        /// The generation is over, or its step is one from before the key was given or went on.
        case over
    }

    /// A key that may open a frame, and the position to hold it at once it did.
    public struct Candidate: Sendable {
        let position: Position
        /// Before the ratchet.
        fileprivate let held: Key
        fileprivate let distance: Int
    }

    typealias Position = KeyPosition

    /// In rising order.
    private var held: [HeldPlace] = []
    /// The key of each place. Apart, so that the test at every frame depends on no type of key.
    private var keys: [Key] = []
    /// The highest generation received; lower ones that are not here are over.
    private var highest: UInt32?
    /// Generations, as KIDs name them, that were dropped with `forget`: frames still on their way under them are over.
    private var forgotten: Set<UInt16> = []
    /// The number of times a key was ratcheted; for the tests of bounds.
    private(set) var ratchets = 0

    public init() {}

    public var isEmpty: Bool { held.isEmpty }

    /// Takes a key that the sender gave. A higher generation is never refused.
    public mutating func receive(_ key: Key, generation: UInt32, step: UInt8, now: UInt64) {
        expire(now: now)
        forgotten = []
        insert(key, HeldPlace(position: Position(generation: generation, step: step), cameAt: now), now: now)
        highest = max(highest ?? 0, generation)
        let generations = Set(held.map(\.position.generation))
        if generations.count > OpeningLimits.generations, let lowest = generations.min() {
            removeFirst(held.prefix { $0.position.generation == lowest }.count)
        }
    }

    /// Drops all keys: the sender has left, or joined again.
    public mutating func forget() {
        forgotten.formUnion(held.map { UInt16($0.position.generation % SenderFrameKeyID.generations) })
        held = []
        keys = []
        highest = nil
    }

    /// Drops keys whose time is over.
    public mutating func expire(now: UInt64) {
        // In rising order a key is never over before those below it.
        var count = 0
        while count < held.count, now >= held[count].expiresAt { count += 1 }
        removeFirst(count)
    }

    private mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        held.removeFirst(count)
        keys.removeFirst(count)
    }

    /// When the next key is due to be dropped; nil if none is superseded.
    public var nextExpiry: UInt64? { held.first.flatMap { $0.expiresAt == .max ? nil : $0.expiresAt } }

    func holds(generation: UInt32) -> Bool { held.contains { $0.position.generation == generation } }

    func holds(_ position: Position) -> Bool {
        for place in held where place.position == position { return true }
        return false
    }

    /// Returns the key that a KID's generation and step stand for. Nothing is ratcheted yet.
    func find(_ keyID: SenderFrameKeyID) -> Finding {
        let matching = held.filter { UInt16($0.position.generation % SenderFrameKeyID.generations) == keyID.generation }
        guard let generation = matching.last?.position.generation else {
            return isOver(keyID.generation) ? .over : .unknown
        }
        let reachable = held.lastIndex { $0.position.generation == generation && $0.position.step <= keyID.step }
        guard let reachable else { return .over }
        return .key(
            Candidate(
                position: Position(generation: generation, step: keyID.step), held: keys[reachable],
                distance: Int(keyID.step - held[reachable].position.step)))
    }

    mutating func derive(_ candidate: Candidate) -> Key {
        var key = candidate.held
        for _ in 0..<candidate.distance { key = key.ratcheted() }
        ratchets += candidate.distance
        return key
    }

    /// Keeps a key under which a frame has opened.
    mutating func keep(_ key: Key, of candidate: Candidate, now: UInt64) {
        insert(key, HeldPlace(position: candidate.position, cameAt: now), now: now)
        noteOpened(candidate.position, now: now)
    }

    /// A frame has opened: older keys have two seconds more.
    mutating func noteOpened(_ position: Position, now: UInt64) {
        guard let index = held.firstIndex(where: { $0.position == position }), held[index].openedAt == nil else {
            return
        }
        held[index].openedAt = now
        limit(below: index)
    }

    /// Whether 9 bits name a generation below the highest received one, in serial number arithmetic.
    private func isOver(_ bits: UInt16) -> Bool {
        guard let highest else { return forgotten.contains(bits) }
        let ahead = (UInt32(bits) &- highest) % SenderFrameKeyID.generations
        return ahead == 0 || ahead >= SenderFrameKeyID.generations / 2
    }

    private mutating func insert(_ key: Key, _ new: HeldPlace, now: UInt64) {
        guard !holds(new.position) else { return }
        let index = held.firstIndex { $0.position > new.position } ?? held.endIndex
        held.insert(new, at: index)
        keys.insert(key, at: index)
        limit(below: index)
        // A late key has the rest of the time of its place.
        for above in held.indices where above > index { limit(below: above) }
        expire(now: now)
    }

    private mutating func limit(below index: Int) {
        let newer = held[index]
        var end = newer.cameAt &+ OpeningLimits.longestOlderKeyLife
        if let openedAt = newer.openedAt { end = min(end, openedAt &+ OpeningLimits.olderKeyLife) }
        for older in held.indices where older < index { held[older].expiresAt = min(held[older].expiresAt, end) }
    }
}

/// Keys of one sender have one order.
struct KeyPosition: Hashable, Comparable {
    let generation: UInt32
    let step: UInt8

    static func < (left: Self, right: Self) -> Bool {
        (left.generation, left.step) < (right.generation, right.step)
    }
}

/// A key that is held, and for how long.
private struct HeldPlace {
    let position: KeyPosition
    let cameAt: UInt64
    /// When a frame under it opened first.
    var openedAt: UInt64?
    /// From here on nothing is opened with it; set by newer keys.
    var expiresAt = UInt64.max
}
