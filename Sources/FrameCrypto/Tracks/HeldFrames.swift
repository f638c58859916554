/// The held frames under unknown keys, and since when. The bytes stay with the caller.
///
/// A tag is the part of a KID that names its key.
struct HeldFrames: Sendable {
    enum Verdict: Equatable {
        case until(UInt64)
        case tooMany
        case expired
    }

    private struct Frame: Hashable {
        let keyID: UInt64
        let tag: UInt16
        let counter: UInt64
    }

    /// The end of the wait for each tag, counted from its first frame; remembered until its key arrives.
    private var deadlines: [UInt16: UInt64] = [:]
    private var frames: Set<Frame> = []

    /// Decides about a frame; the same frame may ask again.
    mutating func hold(_ keyID: UInt64, tag: UInt16, counter: UInt64, now: UInt64) -> Verdict {
        let frame = Frame(keyID: keyID, tag: tag, counter: counter)
        guard let deadline = deadlines[tag] ?? begin(tag, now: now) else { return .tooMany }
        guard now < deadline else {
            frames.remove(frame)
            return .expired
        }
        if frames.contains(frame) { return .until(deadline) }
        // Frames whose wait is over no longer count, even if they were not asked about again.
        if frames.count >= OpeningLimits.heldFrames {
            frames = frames.filter { deadlines[$0.tag].map { now < $0 } ?? false }
        }
        guard frames.count < OpeningLimits.heldFrames else { return .tooMany }
        frames.insert(frame)
        return .until(deadline)
    }

    /// The key of a tag has arrived.
    mutating func release(_ tag: UInt16) {
        guard deadlines.removeValue(forKey: tag) != nil else { return }
        frames = frames.filter { $0.tag != tag }
    }

    /// Starts a tag's wait; nil when too many tags are waited for. Forged tags must not fill memory.
    private mutating func begin(_ tag: UInt16, now: UInt64) -> UInt64? {
        if deadlines.count >= OpeningLimits.unknownTags {
            // A tag whose wait ended long ago may wait again.
            deadlines = deadlines.filter { now < $0.value &+ OpeningLimits.longestOlderKeyLife }
        }
        guard deadlines.count < OpeningLimits.unknownTags else { return nil }
        let deadline = now &+ OpeningLimits.holdTime
        deadlines[tag] = deadline
        return deadline
    }
}
