package import ECallAPI

/// All calls that ring or run: a value that takes events and times and returns what is to be done.
///
/// Pure: no socket, no clock, no storage. A user is in one call at most, beside one that rings or is on hold where their
/// device can do that. Wrapped keys pass through it into the invitation and are kept beside the calls while it rings, in
/// memory only.
package struct ActiveCalls: Sendable {
    /// How long things may take, in seconds (wire-protocol 4.4 and 4.6), and how many may take part.
    package struct Limits: Sendable {
        /// Before a ringing callee counts as not answering.
        package var ring = 60
        /// So long before that, a device that ends the ringing has rung to its end by its own clock: the stock client says
        /// no more than that it declines.
        package var ringTolerance = 2
        /// Without signalling session before a participant counts as gone.
        package var absence = 60
        /// The same after the device has said that it leaves, as a page does that is closed: it may be loaded again.
        package var leaving = 15
        /// For who has put a call on hold to return to it.
        package var hold = 600
        /// Without anybody connected before an answered call ends.
        package var unconnected = 60
        /// Between the two `handover_host`.
        package var handoverRepeat = 2
        /// For the key host to rotate after a leave.
        package var rotation = 1
        /// For the key host to come back after the server was started again: clients try every 5 s.
        package var keyHostReturn = 10
        /// For a device that has asked for a key to come into the call.
        package var rejoin = 60
        /// In which the same device asking again is the same request.
        package var rejoinRepeat = 2
        /// In which a call that has ended is still answered with "over".
        package var memory = 600
        /// Most people in a call, with those who ring.
        package var participants = 50
        /// Most people who are heard at once: as many as a client has lines to receive sound on.
        package var unmuted = 16

        package init() {}
    }

    package let limits: Limits
    package private(set) var calls: [CallID: LiveCall] = [:]
    /// Devices that have a subscribed signalling session.
    package private(set) var online: Set<DeviceIdentity> = []
    package var metrics = CallMetrics()
    /// Calls of a server before this one, of which the requests were perhaps not answered.
    package var restored: Set<CallID> = []
    /// What who comes later is given, of calls that have such texts. Not a part of them: those are stored.
    var texts: [CallID: CallTexts] = [:]
    /// What rings, as each ringing device was sent it. Not a part of the calls: those are stored, and these carry keys.
    var invitations: [CallID: [DeviceIdentity: CallInvitation]] = [:]
    private var sentEnds = SentEnds()
    private var changes = PendingChanges()
    private var callsOfUser: [UserID: Set<CallID>] = [:]
    private var callOfRoom: [RoomID: CallID] = [:]
    private var callOfDevice: [DeviceIdentity: CallID] = [:]
    private var rejoinOfDevice: [DeviceIdentity: CallID] = [:]
    private var deadlines: [CallID: Timestamp] = [:]
    private var ended: [CallID: EndedCall] = [:]
    private var nextSweep = 1024

    private struct EndedCall {
        package let users: Set<UserID>
        package let forgottenAt: Timestamp
    }

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// What an event leads to. The clock's `now` never goes back.
    package mutating func handle(_ event: CallEngineEvent, now: Timestamp) -> CallOutcome {
        let outcome = decide(event, now)
        keepInvitations(of: outcome.effects)
        sentEnds.keep(outcome.effects, now: now)
        return outcome
    }

    private mutating func decide(_ event: CallEngineEvent, _ now: Timestamp) -> CallOutcome {
        switch event {
        case .start(let start): begin(start, now)
        case .invite(let id, let request): invite(id, request, now)
        case .join(let id, let identity): join(id, identity, now)
        case .requestInvitation(let id, let maker, let user, let token): requestInvitation(id, maker, user, token)
        case .requestRejoin(let id, let identity): requestRejoin(id, identity, now)
        case .rejoin(let id, let identity): rejoin(id, identity, now)
        case .end(let id, let identity, let reason): end(id, identity, saying: reason, now)
        case .hold(let id, let identity): hold(id, identity, now)
        case .update(let id, let request, let identity): update(id, request, identity, now)
        case .askToMute(let id, let user, let identity): askToMute(id, user, identity)
        case .remove(let id, let user, let identity): remove(id, user, identity, now)
        case .sessionOpened(let device): sessionOpened(device, now)
        case .sessionGoing(let device): sessionGoing(device, now)
        case .sessionClosed(let device): sessionClosed(device, now)
        case .feedPublished(let feed, let room, let identity): setFeed(feed, room, identity, now)
        case .feedGone(let feed, let room, let identity): clearFeed(feed, room, identity, now)
        case .feedAudio(let feed, let room, let identity, let isReceived):
            setAudio(of: feed, room, identity, isReceived: isReceived, now)
        case .deviceRemoved(let identity): deviceRemoved(identity, now)
        case .tick: tick(now)
        }
    }

    /// Whether a call has changed since the last time.
    package var hasChanges: Bool { !changes.changed.isEmpty }

    /// What has changed since the last time.
    package mutating func takeChanges() -> PendingChanges {
        defer { changes = PendingChanges() }
        return changes
    }

    // MARK: - Looking

    /// The calls in which the user has a seat and knows of it: the one they are in first, then what rings, then what is on hold.
    package func calls(of user: UserID) -> [LiveCall] {
        let all = (callsOfUser[user] ?? []).compactMap { calls[$0] }
        return all.count < 2 ? all : all.sorted { ($0.rank(of: user), $0.id) < ($1.rank(of: user), $1.id) }
    }
    /// The first of them.
    package func call(of user: UserID) -> LiveCall? { calls(of: user).first }
    /// The one of them with that id; the first where none is named.
    func call(_ id: CallID?, of user: UserID) -> LiveCall? {
        id.map { id in calls(of: user).first { $0.id == id } } ?? call(of: user)
    }
    package func call(in room: RoomID) -> LiveCall? { callOfRoom[room].flatMap { calls[$0] } }
    /// The call that the device has joined.
    package func call(on device: DeviceIdentity) -> LiveCall? { callOfDevice[device].flatMap { calls[$0] } }
    /// The call for which the device has asked for a key.
    package func call(awaitedBy device: DeviceIdentity) -> LiveCall? { rejoinOfDevice[device].flatMap { calls[$0] } }

    /// The call in which the user is a member, whatever the status. Who never was to learn of it is none.
    package func call(_ id: CallID, with user: UserID) -> LiveCall? {
        guard let call = calls[id], let member = call[user], !member.isUnaware else { return nil }
        return call
    }

    /// Whether this call ended a short while ago and the user was in it.
    package func hasEnded(_ id: CallID, with user: UserID) -> Bool { ended[id]?.users.contains(user) ?? false }

    /// Why calls ended for the device, as it was told in the last two minutes, the oldest first.
    package func ends(sentTo device: DeviceIdentity, now: Timestamp) -> [CallEnd] { sentEnds.of(device, now: now) }

    /// When `tick` has something to do next; nil when nothing is waited for.
    package var deadline: Timestamp? { deadlines.values.min() }

    /// The calls for which `tick` has something to do.
    package func due(_ now: Timestamp) -> [CallID] { deadlines.filter { $0.value <= now }.keys.sorted() }

    // MARK: - Keeping the indexes

    /// Stores the call and who is in it. Must follow every change.
    mutating func store(_ call: LiveCall, now: Timestamp) {
        var call = call
        let connected = call.members.count(where: \.isConnected)
        let isWaitedFor = call.members.contains(where: \.isOnHold)
        call.unconnectedSince =
            call.answeredAt != nil && connected == 0 && !isWaitedFor ? call.unconnectedSince ?? now : nil
        if call.connectedAt == nil, let answeredAt = call.answeredAt, connected > 1 {
            call.connectedAt = now
            measured(.connect, from: answeredAt, to: now)
        }
        let before = calls[call.id]
        guard call != before else { return }
        if let before { unindex(before) }
        calls[call.id] = call
        changes.changed[call.id] = .some(call)
        texts[call.id]?.keepJoins(of: call.devices())
        dropInvitations(answeredIn: call)
        deadlines[call.id] = call.deadline(limits)
        callOfRoom[call.room] = call.id
        for member in call.members {
            if member.hasSeat, !member.isShielded { callsOfUser[member.user, default: []].insert(call.id) }
            if member.isInCall, !member.isOnHold, let device = member.identity { callOfDevice[device] = call.id }
        }
        for device in call.awaitingDevices { rejoinOfDevice[device] = call.id }
    }

    private mutating func unindex(_ call: LiveCall) {
        for member in call.members {
            callsOfUser[member.user]?.remove(call.id)
            if callsOfUser[member.user]?.isEmpty == true { callsOfUser[member.user] = nil }
            if let device = member.identity, callOfDevice[device] == call.id { callOfDevice[device] = nil }
        }
        for device in call.awaitingDevices where rejoinOfDevice[device] == call.id { rejoinOfDevice[device] = nil }
    }

    /// Forgets a call that is over, but not at once that it was there.
    mutating func remove(_ call: LiveCall, now: Timestamp) {
        if let before = calls[call.id] { unindex(before) }
        calls[call.id] = nil
        texts[call.id] = nil
        invitations[call.id] = nil
        callOfRoom[call.room] = nil
        deadlines[call.id] = nil
        restored.remove(call.id)
        changes.changed[call.id] = .some(nil)
        metrics.ended += 1
        ended[call.id] = EndedCall(
            users: Set(call.members.filter { !$0.isUnaware }.map(\.user)),
            forgottenAt: now.advanced(bySeconds: limits.memory))
        if ended.count >= nextSweep { forgetEnded(now: now) }
    }

    mutating func setOnline(_ device: DeviceIdentity, _ isOnline: Bool) {
        if isOnline { online.insert(device) } else { online.remove(device) }
    }

    /// The key host has sent a rotation: it is there and at work.
    mutating func keyHostRotated(_ id: CallID, _ now: Timestamp) {
        guard var call = calls[id], call.rotationDueAt != nil else { return }
        call.rotationDueAt = nil
        store(call, now: now)
    }

    mutating func measured(_ phase: SetUpPhase, from start: Timestamp, to end: Timestamp) {
        changes.phases.append(.init(phase: phase, milliseconds: end.milliseconds - start.milliseconds))
    }

    mutating func forgetEnded(now: Timestamp) {
        ended = ended.filter { $0.value.forgottenAt > now }
        nextSweep = max(1024, ended.count * 2)
    }
}

extension LiveCall {
    /// When something happens to it by itself; nil when nothing is waited for.
    func deadline(_ limits: ActiveCalls.Limits) -> Timestamp? {
        let absences = inCall.compactMap { $0.goneAt(limits) }
        let own = [
            handoverRepeatAt, rotationDueAt, keyHostDueAt,
            unconnectedSince?.advanced(bySeconds: limits.unconnected),
        ]
        return (members.compactMap(\.ringUntil) + absences + own.compactMap(\.self) + rejoins.values.map(\.until)).min()
    }
}
