import ECallAPI

/// The raised hands, in the order in which this device learned of them. Pure.
struct RaisedHands: Sendable, Equatable {
    private var order: [UserID] = []

    func place(of user: UserID) -> Int? { order.firstIndex(of: user).map { $0 + 1 } }

    mutating func set(_ user: UserID, isRaised: Bool) {
        if !isRaised { order.removeAll { $0 == user } } else if !order.contains(user) { order.append(user) }
    }

    /// Takes over the raised hands of all but one; returns who has raised and lowered theirs.
    mutating func take(_ raised: Set<UserID>, besides own: UserID) -> (raised: [UserID], lowered: [UserID]) {
        let lowered = order.filter { $0 != own && !raised.contains($0) }
        let new = raised.filter { $0 != own && !order.contains($0) }.sorted()
        order.removeAll { lowered.contains($0) }
        order += new
        return (new, lowered)
    }
}
