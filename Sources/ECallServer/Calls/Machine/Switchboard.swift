import ECallAPI

/// All calls that ring or run: a value that takes events and times and returns what is to be done.
///
/// Pure: no socket, no clock, no storage. A user is in one call at most. Wrapped keys pass through it into the
/// invitation and are not kept.
struct Switchboard: Sendable {
    /// How long things may take, in seconds (wire-protocol 4.4 and 4.6, e2ee 6).
    struct Limits: Sendable {
        /// Before a ringing callee counts as having declined.
        var ring = 60
        /// Without signalling session before a participant counts as gone.
        var absence = 60
        /// Without anybody connected before an answered call ends.
        var unconnected = 60
        /// Between the two `handover_host`.
        var handoverRepeat = 2
        /// For the key host to rotate after a leave.
        var rotation = 1
        /// In which a call that has ended is still answered with "over".
        var memory = 600
    }

    let limits: Limits
    private(set) var calls: [CallID: LiveCall] = [:]
    /// Devices that have a subscribed signalling session.
    private(set) var online: Set<DeviceID> = []
    private var callOfUser: [UserID: CallID] = [:]
    private var callOfRoom: [RoomID: CallID] = [:]
    private var ended: [CallID: EndedCall] = [:]

    private struct EndedCall {
        let users: Set<UserID>
        let forgottenAt: Timestamp
    }

    init(limits: Limits = Limits()) { self.limits = limits }

    /// What an event leads to. The clock's `now` never goes back.
    mutating func handle(_ event: CallEvent, now: Timestamp) -> CallOutcome {
        switch event {
        case .start(let start): begin(start, now)
        case .join(let id, let identity): join(id, identity, now)
        case .end(let id, let identity): end(id, identity, now)
        case .update(let id, let request, let identity): update(id, request, identity, now)
        case .sessionOpened(let device): sessionOpened(device, now)
        case .sessionClosed(let device): sessionClosed(device, now)
        case .feedPublished(let feed, let room, let identity): setFeed(feed, room, identity, now)
        case .feedGone(let feed, let room, let identity): clearFeed(feed, room, identity, now)
        case .deviceRemoved(let identity): deviceRemoved(identity, now)
        case .tick: tick(now)
        }
    }

    // MARK: - Looking

    func call(of user: UserID) -> LiveCall? { callOfUser[user].flatMap { calls[$0] } }
    func call(in room: RoomID) -> LiveCall? { callOfRoom[room].flatMap { calls[$0] } }

    /// The call in which the user is a member, whatever the status. Who is shielded is none.
    func call(_ id: CallID, with user: UserID) -> LiveCall? {
        guard let call = calls[id], let member = call[user], !member.isShielded else { return nil }
        return call
    }

    /// Whether this call ended a short while ago and the user was in it.
    func hasEnded(_ id: CallID, with user: UserID) -> Bool { ended[id]?.users.contains(user) ?? false }

    // MARK: - Keeping the indexes

    /// Stores the call and who is in it. Must follow every change.
    mutating func store(_ call: LiveCall, now: Timestamp) {
        var call = call
        let isIdle = call.answeredAt != nil && !call.members.contains(where: \.isConnected)
        call.unconnectedSince = isIdle ? call.unconnectedSince ?? now : nil
        calls[call.id] = call
        callOfRoom[call.room] = call.id
        for member in call.members where !member.isShielded {
            if member.isInCall || member.status == .inviting {
                callOfUser[member.user] = call.id
            } else if callOfUser[member.user] == call.id {
                callOfUser[member.user] = nil
            }
        }
    }

    /// Forgets a call that is over, but not at once that it was there.
    mutating func remove(_ call: LiveCall, now: Timestamp) {
        calls[call.id] = nil
        callOfRoom[call.room] = nil
        for member in call.members where callOfUser[member.user] == call.id { callOfUser[member.user] = nil }
        ended[call.id] = EndedCall(
            users: Set(call.members.filter { !$0.isShielded }.map(\.user)),
            forgottenAt: now.advanced(bySeconds: limits.memory))
    }

    mutating func setOnline(_ device: DeviceID, _ isOnline: Bool) {
        if isOnline { online.insert(device) } else { online.remove(device) }
    }

    /// The key host has sent a rotation: it is there and at work.
    mutating func keyHostRotated(_ id: CallID) { calls[id]?.rotationDueAt = nil }

    mutating func forgetEnded(now: Timestamp) {
        ended = ended.filter { $0.value.forgottenAt > now }
    }
}
