import ECallAPI
import ServerFoundation

/// The rates at which a person rings others, asks to rejoin calls, and reports changes in them: only requests that reached
/// someone count. Pure.
struct CallRates: Sendable {
    private var pairs: [RateLimiter]
    private var callers: [RateLimiter]
    private var targets: [RateLimiter]
    private var pairsOfBusy: RateLimiter
    private var rejoins: RateLimiter
    private var updates: RateLimiter
    private var muteRequests: RateLimiter
    private var invitationRequests: RateLimiter
    private var invitationPairs: [RateLimiter]

    init(_ limits: Limits = Limits()) {
        pairs = [limits.ringsPerPair, limits.ringsPerPairHourly].map { RateLimiter($0) }
        callers = [limits.ringsPerCaller, limits.ringsPerCallerHourly].map { RateLimiter($0) }
        targets = [limits.ringsPerTarget, limits.ringsPerTargetHourly].map { RateLimiter($0) }
        pairsOfBusy = RateLimiter(limits.ringsPerPairOfBusy)
        rejoins = RateLimiter(limits.rejoinsPerUser)
        updates = RateLimiter(limits.updatesPerDevice)
        muteRequests = RateLimiter(limits.muteRequestsPerPair)
        invitationRequests = RateLimiter(limits.invitationRequestsPerUser)
        invitationPairs = [limits.invitationRequestsPerPair, limits.invitationRequestsPerPairHourly].map {
            RateLimiter($0)
        }
    }

    /// Seconds until the caller may ring all of them; nil when now.
    func wait(toRing callees: [UserID], by caller: UserID, at now: Timestamp) -> Int? {
        let forPairs = callees.flatMap { callee in
            pairs.compactMap { $0.wait(Self.pair(caller, callee), at: now) }
        }
        let forCaller = callers.compactMap { $0.wait(caller.description, for: callees.count, at: now) }
        let forTargets = callees.compactMap { wait(toRingBusy: $0, by: caller, at: now) }
        return (forPairs + forCaller + forTargets).max()
    }

    /// A person whose overall ring limit is reached can still be rung by callers who have hardly tried.
    private func wait(toRingBusy callee: UserID, by caller: UserID, at now: Timestamp) -> Int? {
        guard let wait = targets.compactMap({ $0.wait(callee.description, at: now) }).max(),
            let own = pairsOfBusy.wait(Self.pair(caller, callee), at: now)
        else { return nil }
        return min(wait, own)
    }

    /// Counts rings, whether or not the callees' devices ring: otherwise callers could find out who has blocked them.
    ///
    /// - Parameter shielded: the callees who have blocked the caller and are not rung.
    mutating func rang(_ callees: [UserID], shielded: Set<UserID> = [], by caller: UserID, at now: Timestamp) {
        for index in callers.indices { callers[index].count(caller.description, callees.count, at: now) }
        for callee in callees {
            for index in pairs.indices { pairs[index].count(Self.pair(caller, callee), at: now) }
            pairsOfBusy.count(Self.pair(caller, callee), at: now)
            guard !shielded.contains(callee) else { continue }
            for index in targets.indices { targets[index].count(callee.description, at: now) }
        }
    }

    /// Seconds until the user may ask to rejoin; nil when now.
    func wait(toRejoin user: UserID, at now: Timestamp) -> Int? { rejoins.wait(user.description, at: now) }

    mutating func askedToRejoin(_ user: UserID, at now: Timestamp) { rejoins.count(user.description, at: now) }

    /// Seconds until the device may change something that others are notified of; nil when now.
    func wait(toUpdate device: DeviceIdentity, at now: Timestamp) -> Int? {
        updates.wait(device.device.description, at: now)
    }

    /// Counts a change that others were notified of.
    mutating func updated(_ device: DeviceIdentity, at now: Timestamp) {
        updates.count(device.device.description, at: now)
    }

    /// Seconds until the device may ask that user to mute; nil when now.
    func wait(toAsk user: UserID, by device: DeviceIdentity, at now: Timestamp) -> Int? {
        [wait(toUpdate: device, at: now), muteRequests.wait(Self.pair(device.user, user), at: now)].compactMap(\.self)
            .max()
    }

    /// Counts a request to the user to mute.
    mutating func asked(_ user: UserID, by device: DeviceIdentity, at now: Timestamp) {
        updated(device, at: now)
        muteRequests.count(Self.pair(device.user, user), at: now)
    }

    /// Seconds until the user may ask `maker` for an invitation; nil when now.
    func wait(toRequestInvitationOf maker: UserID, by user: UserID, at now: Timestamp) -> Int? {
        let forPair = invitationPairs.compactMap { $0.wait(Self.pair(user, maker), at: now) }
        return ([invitationRequests.wait(user.description, at: now)].compactMap(\.self) + forPair).max()
    }

    /// Counts a request for an invitation, even if it reached no one: links must not be guessed.
    mutating func requestedInvitation(of maker: UserID, by user: UserID, at now: Timestamp) {
        invitationRequests.count(user.description, at: now)
        for index in invitationPairs.indices { invitationPairs[index].count(Self.pair(user, maker), at: now) }
    }

    private static func pair(_ caller: UserID, _ callee: UserID) -> String { "\(caller) \(callee)" }
}
