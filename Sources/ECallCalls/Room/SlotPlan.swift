import ECallAPI

/// Whose video is received: as many people as there are slots. Pure.
///
/// Who is wanted by the app comes first, in its order. Without a wish, who is seen stays, and who speaks takes the place of
/// whoever has been silent for longest, so that pictures do not jump with each word.
struct SlotPlan: Equatable {
    struct Candidate: Equatable {
        let user: UserID
        /// When they spoke last, in nanoseconds; nil for not yet.
        var spoke: UInt64?
    }

    /// - Parameters:
    ///   - candidates: who sends video, in the order they came.
    ///   - seen: whose video is received now.
    ///   - wanted: whom the app shows; nil where it shows whoever is received.
    static func shown(of candidates: [Candidate], slots: Int, seen: Set<UserID>, wanted: [UserID]? = nil) -> Set<UserID>
    {
        if let wanted {
            let present = Set(candidates.map(\.user))
            return Set(wanted.filter(present.contains).prefix(slots))
        }
        guard candidates.count > slots else { return Set(candidates.map(\.user)) }
        // Who speaks just now or did last; among those who never did, who is seen already and who came first.
        let ranked = candidates.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            if left.spoke != right.spoke { return left.spoke ?? 0 > right.spoke ?? 0 }
            if seen.contains(left.user) != seen.contains(right.user) { return seen.contains(left.user) }
            return one.offset < other.offset
        }
        return Set(ranked.prefix(slots).map(\.element.user))
    }
}
