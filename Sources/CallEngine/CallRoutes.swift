package import ECallAPI

/// The part of a call that decisions about clients' signals need, as of one decision of the calls. Immutable.
package struct CallRoute: Sendable, Equatable, RelayedCall {
    private struct Seat: Sendable, Equatable {
        enum Standing: Int { case inCall, ringing, onHold }

        let user: UserID
        /// nil while it rings.
        let device: DeviceID?
        /// In the order in which a user's calls are found.
        let standing: Standing
    }

    package let id: CallID
    package let keyHost: UserID
    /// The moment by which the key host must rotate; nil if no rotation is awaited.
    package let rotationDueAt: Timestamp?
    /// Those in the call and those who knowingly ring, in the order of the members.
    private let seats: [Seat]
    private let waiting: [UserID: DeviceID]

    package init(_ call: LiveCall) {
        id = call.id
        keyHost = call.keyHost
        rotationDueAt = call.rotationDueAt
        seats = call.members.compactMap { member in
            guard member.hasSeat, !member.isShielded else { return nil }
            let standing = member.isOnHold ? Seat.Standing.onHold : member.isInCall ? .inCall : .ringing
            return Seat(user: member.user, device: member.isInCall ? member.device : nil, standing: standing)
        }
        waiting = call.rejoins.mapValues(\.device)
    }

    package func devices(except device: DeviceIdentity?) -> [DeviceIdentity] {
        seats.compactMap { seat in seat.device.map { DeviceIdentity(user: seat.user, device: $0) } }
            .filter { $0 != device }
    }

    package func hasJoined(_ device: DeviceIdentity) -> Bool { seat(of: device.user)?.device == device.device }
    package func isOnHold(_ user: UserID) -> Bool { seat(of: user)?.standing == .onHold }
    package func isAwaited(_ device: DeviceIdentity) -> Bool { waiting[device.user] == device.device }

    /// The users with a seat.
    fileprivate var users: [UserID] { seats.map(\.user) }
    /// The call's priority for the user, the lowest number first; nil without a seat.
    fileprivate func rank(of user: UserID) -> Int? { seat(of: user)?.standing.rawValue }

    private func seat(of user: UserID) -> Seat? { seats.first { $0.user == user } }
}

/// The routes of all calls. A value: it follows the calls by their changes, and decides about signals as they do, except
/// about those that they keep.
package struct CallRoutes: Sendable, RelayedCalls {
    private var routes: [CallID: CallRoute] = [:]
    private var callsOfUser: [UserID: Set<CallID>] = [:]

    package init() {}

    /// The number of calls and of users in them, for the test that they do not leak.
    package var count: (calls: Int, users: Int) { (routes.count, callsOfUser.count) }

    /// Takes over the state of a call after a change; nil for an ended call.
    package mutating func update(_ id: CallID, to call: LiveCall?) {
        let (before, after) = (routes[id], call.map { CallRoute($0) })
        routes[id] = after
        let (former, users) = (before?.users ?? [], after?.users ?? [])
        guard former != users else { return }
        for user in former {
            callsOfUser[user]?.remove(id)
            if callsOfUser[user]?.isEmpty == true { callsOfUser[user] = nil }
        }
        for user in users { callsOfUser[user, default: []].insert(id) }
    }

    package func call(_ id: CallID?, of user: UserID) -> CallRoute? {
        if let id { return routes[id].flatMap { $0.rank(of: user) == nil ? nil : $0 } }
        let all = (callsOfUser[user] ?? []).compactMap { routes[$0] }
        return all.count < 2
            ? all.first : all.min { ($0.rank(of: user) ?? .max, $0.id) < ($1.rank(of: user) ?? .max, $1.id) }
    }
}

extension RelayedCalls where Call == CallRoute {
    /// Decides about a device's signal as the calls do, with the event that they must be told: an awaited rotation. nil for
    /// signals that the calls keep.
    package func decideAtOnce(
        about signal: Signal, from sender: DeviceIdentity
    ) -> (decision: RelayDecision, event: CallEngineEvent?)? {
        guard !signal.isKept else { return nil }
        let (decision, call) = decide(about: signal, from: sender)
        guard case .deliver(.keyRotation, _) = decision, let call, let due = call.rotationDueAt else {
            return (decision, nil)
        }
        return (decision, .rotationSeen(call.id, by: sender.user, due: due))
    }
}
