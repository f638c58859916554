import ECallAPI
import FrameCrypto

/// Which pictures are received: as many as there are slots, what is shared before cameras, the newest screen first. Pure. Whom the app
/// wants comes first. Without a wish, who is seen stays, and who speaks takes the place of whoever has been silent for longest.
struct SlotPlan: Equatable {
    struct Shown: Hashable {
        let user: UserID
        let track: Track
    }

    struct Candidate: Equatable {
        let user: UserID
        /// When they spoke last, in nanoseconds; nil for not yet.
        var spoke: UInt64?
    }

    /// Candidates and screens are in the order in which they came; `wanted` is nil where the app shows whoever is received.
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
        // Who speaks just now or did last; among those who never did, who is seen already and who came first.
        let ranked = candidates.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            if left.spoke != right.spoke { return left.spoke ?? 0 > right.spoke ?? 0 }
            if seen.contains(left.user) != seen.contains(right.user) { return seen.contains(left.user) }
            return one.offset < other.offset
        }
        return ranked.prefix(slots).map(\.element.user)
    }
}
