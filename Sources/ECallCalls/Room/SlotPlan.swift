import ECallAPI
import FrameCrypto

/// The pictures to receive: as many as there are slots, shared screens before cameras, the newest screen first. Pure. The app's
/// requests come first. Without a request, pictures on screen stay, and a speaker replaces the one who has been silent longest.
struct SlotPlan: Equatable {
    struct Shown: Hashable {
        let user: UserID
        let track: Track
    }

    struct Candidate: Equatable {
        let user: UserID
        /// The moment at which they last spoke, in nanoseconds; nil for not yet.
        var spoke: UInt64?
    }

    /// Returns the pictures to receive. Candidates and screens are in order of appearance; `wanted` is nil if the app shows
    /// whoever is received.
    static func shown(
        of candidates: [Candidate], screens: [UserID] = [], slots: Int, seen: Set<UserID>, wanted: [UserID]? = nil
    ) -> Set<Shown> {
        let shared = screens.reversed().filter { wanted?.contains($0) ?? true }.prefix(max(0, slots))
        let cameras = cameras(of: candidates, slots: max(0, slots) - shared.count, seen: seen, wanted: wanted)
        return Set(shared.map { Shown(user: $0, track: .screen) } + cameras.map { Shown(user: $0, track: .video) })
    }

    private static func cameras(
        of candidates: [Candidate], slots: Int, seen: Set<UserID>, wanted: [UserID]?
    ) -> [UserID] {
        if let wanted {
            let present = Set(candidates.map(\.user))
            return Array(wanted.filter(present.contains).prefix(slots))
        }
        guard candidates.count > slots else { return candidates.map(\.user) }
        // The current or most recent speakers; among those who never spoke, the ones already visible and the first to appear.
        let ranked = candidates.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            if left.spoke != right.spoke { return left.spoke ?? 0 > right.spoke ?? 0 }
            if seen.contains(left.user) != seen.contains(right.user) { return seen.contains(left.user) }
            return one.offset < other.offset
        }
        return ranked.prefix(slots).map(\.element.user)
    }
}
