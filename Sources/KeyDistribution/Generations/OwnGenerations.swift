public import ECallSecurity

/// The generations of the key with which this device seals, and the joins that were handed each (e2ee 5). Pure.
public struct OwnGenerations: Sendable {
    struct Generation: Sendable {
        let number: UInt32
        var step: UInt8
        var key: SenderKey
        let sealsFrom: UInt64
        /// Every join that was given it, at any step.
        var handed: Set<ObjectHash> = []
        /// Nothing is sealed from here on: a device that has the generation has left.
        var sealsUntil = UInt64.max
    }

    /// The newest last; the one before it seals until the newest does.
    private(set) var generations: [Generation] = []
    /// The joins that keys may go to now.
    private var members: Set<ObjectHash> = []
    /// For each member the time until which its last proof of presence is valid, or the grace period of a leave: after it
    /// nothing is sealed, even if no timer has fired.
    var provenUntil = UInt64.max

    init(first number: UInt32, key: SenderKey, now: UInt64) {
        generations = [Generation(number: number, step: 0, key: key, sealsFrom: now)]
    }

    /// The key to seal with now; nil if nothing may be sealed. Each join that was given the generation must be a member, or
    /// have been found to have left less than half a second ago, and at least one must be able to open it.
    public func sealing(now: UInt64) -> SealingKey? {
        guard let current = generations.last(where: { $0.sealsFrom <= now }), now < current.sealsUntil,
            now < provenUntil, !current.handed.isDisjoint(with: members)
        else { return nil }
        return SealingKey(generation: current.number, step: current.step, key: current.key)
    }

    /// The generation that is distributed now.
    var newest: SealingKey {
        let newest = generations[generations.count - 1]
        return SealingKey(generation: newest.number, step: newest.step, key: newest.key)
    }

    func isNewestInUse(now: UInt64) -> Bool { generations[generations.count - 1].sealsFrom <= now }

    /// Whether the newest generation has not been distributed yet.
    var isNewestFresh: Bool { generations[generations.count - 1].handed.isEmpty }

    func hasNewest(_ join: ObjectHash) -> Bool { generations[generations.count - 1].handed.contains(join) }

    /// Whether a join was handed the key that seals now.
    func hasSealing(_ join: ObjectHash, now: UInt64) -> Bool {
        generations.last { $0.sealsFrom <= now }?.handed.contains(join) ?? false
    }

    /// Moves the newest one step on.
    mutating func step() {
        let last = generations.count - 1
        generations[last].step += 1
        generations[last].key = generations[last].key.ratcheted()
    }

    mutating func begin(_ key: SenderKey, sealsFrom: UInt64, now: UInt64) {
        var number = generations[generations.count - 1].number + 1
        // Statuses name the low 16 bits, where 0 means none.
        if number & 0xFFFF == 0 { number += 1 }
        generations.append(Generation(number: number, step: 0, key: key, sealsFrom: sealsFrom))
        dropUnused(now: now)
    }

    /// Notes that a join gets the newest.
    mutating func hand(to join: ObjectHash) {
        generations[generations.count - 1].handed.insert(join)
        members.insert(join)
    }

    mutating func join(_ join: ObjectHash) { members.insert(join) }

    /// Records that a join is no longer a member, since the instant at which that was learned: a generation it was given seals
    /// for `grace` longer.
    ///
    /// - Returns: whether the newest generation was handed to it.
    mutating func left(_ join: ObjectHash, at instant: UInt64, grace: UInt64) -> Bool {
        members.remove(join)
        for index in generations.indices where generations[index].handed.contains(join) {
            generations[index].sealsUntil = min(generations[index].sealsUntil, instant + grace)
        }
        return hasNewest(join)
    }

    /// The instants at which sealing with newer generations begins.
    func starts(after now: UInt64) -> [UInt64] { generations.map(\.sealsFrom).filter { $0 > now } }

    /// Ends sealing for good.
    mutating func end() {
        generations = []
        members = []
    }

    /// Drops generations before the one that seals.
    mutating func dropUnused(now: UInt64) {
        guard let current = generations.lastIndex(where: { $0.sealsFrom <= now }) else { return }
        generations.removeFirst(current)
    }
}
