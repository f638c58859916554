package import ECallAPI

/// All calls that ring or run: a value that takes events and times and returns effects.
///
/// Pure: no socket, no clock, no storage. A user is in one call at most, plus one that rings or is on hold if their device
/// supports that. Wrapped keys pass through into the invitation and are kept beside the calls while it rings, in memory
/// only.
package struct ActiveCalls: Sendable {
    /// Timeouts in seconds (wire-protocol 4.4 and 4.6), and the most participants.
    package struct Limits: Sendable {
        /// Before a ringing callee counts as not answering.
        package var ring = 60
        /// If a device ends the ringing at most this long before the timeout, it counts as unanswered by its own clock: the
        /// stock client reports only that it declines.
        package var ringTolerance = 2
        /// Before a participant without signalling session counts as gone.
        package var absence = 60
        /// The same after the device has announced that it leaves, as a closing page does: it may be a reload.
        package var leaving = 15
        /// How long a held call waits for its owner to return.
        package var hold = 600
        /// Before an answered call without connected participants ends.
        package var unconnected = 60
        /// Before the media of a device that has entered the room count as missing.
        package var media = 10
        /// Between the two `handover_host`.
        package var handoverRepeat = 2
        /// For the key host to rotate after a leave.
        package var rotation = 1
        /// For the key host to return after a server restart: clients retry every 5 s.
        package var keyHostReturn = 10
        /// For a device that has asked for a key to join the call.
        package var rejoin = 60
        /// Within which the same device's repeated request counts as the same.
        package var rejoinRepeat = 2
        /// During which an ended call is still answered with "over".
        package var memory = 600
        /// The most people in a call, including those who ring.
        package var participants = 50
        /// The most unmuted participants: as many as a client has transceivers for receiving audio.
        package var unmuted = 16

        package init() {}
    }

    package let limits: Limits
    package private(set) var calls: [CallID: LiveCall] = [:]
    /// Devices that have a subscribed signalling session.
    package private(set) var online: Set<DeviceIdentity> = []
    package var metrics = CallMetrics()
    /// Calls of an earlier server whose requests may not have been answered.
    package var restored: Set<CallID> = []
    /// Stored E2EE messages for participants who join later. Kept outside `LiveCall`, which is persisted.
    var e2eeMessages: [CallID: E2EEMessageStore] = [:]
    /// Ringing invitations, as sent to each device. Kept outside `LiveCall`, which is persisted, because they carry keys.
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

    /// Returns the outcome of an event. `now` must never go back.
    package mutating func handle(_ event: CallEngineEvent, now: Timestamp) -> CallOutcome {
        var outcome = decide(event, now)
        outcome.effects.removeAll(where: \.isForNobody)
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
        case .hold(let id, let identity, let other): hold(id, identity, resuming: other, now)
        case .update(let id, let request, let identity): update(id, request, identity, now)
        case .askToMute(let id, let user, let identity): askToMute(id, user, identity)
        case .remove(let id, let user, let identity): remove(id, user, identity, now)
        case .rotationSeen(let id, let user, let due): rotationSeen(id, by: user, due: due, now)
        case .sessionOpened(let device): sessionOpened(device, now)
        case .sessionGoing(let device): sessionGoing(device, now)
        case .sessionClosed(let device): sessionClosed(device, now)
        case .feedPublished(let feed, let room, let identity): setFeed(feed, room, identity, now)
        case .feedGone(let feed, let room, let identity): clearFeed(feed, room, identity, now)
        case .feedMedia(let feed, let room, let identity): setMedia(feed, room, identity, now)
        case .feedAudio(let feed, let room, let identity, let isReceived):
            setAudio(of: feed, room, identity, isReceived: isReceived, now)
        case .deviceRemoved(let identity): deviceRemoved(identity, now)
        case .tick: tick(now)
        }
    }

    /// Whether a call has changed since the last `takeChanges`.
    package var hasChanges: Bool { !changes.changed.isEmpty }

    /// Returns the changes since the last call of this.
    package mutating func takeChanges() -> PendingChanges {
        defer { changes = PendingChanges() }
        return changes
    }

    // MARK: - Looking

    /// The calls in which the user knowingly has a seat: first the one they are in, then ringing ones, then those on hold.
    package func calls(of user: UserID) -> [LiveCall] {
        let all = (callsOfUser[user] ?? []).compactMap { calls[$0] }
        return all.count < 2 ? all : all.sorted { ($0.rank(of: user), $0.id) < ($1.rank(of: user), $1.id) }
    }
    /// The first of the user's calls.
    package func call(of user: UserID) -> LiveCall? { calls(of: user).first }
    /// The user's call with that id; the first if `id` is nil.
    package func call(_ id: CallID?, of user: UserID) -> LiveCall? {
        id.map { id in calls(of: user).first { $0.id == id } } ?? call(of: user)
    }
    package func call(in room: RoomID) -> LiveCall? { callOfRoom[room].flatMap { calls[$0] } }
    /// The call that the device has joined.
    package func call(on device: DeviceIdentity) -> LiveCall? { callOfDevice[device].flatMap { calls[$0] } }
    /// The call for which the device has asked for a key.
    package func call(awaitedBy device: DeviceIdentity) -> LiveCall? { rejoinOfDevice[device].flatMap { calls[$0] } }

    /// The call in which the user is a member, whatever the status; nil if it is hidden from the user.
    package func call(_ id: CallID, with user: UserID) -> LiveCall? {
        guard let call = calls[id], let member = call[user], !member.isUnaware else { return nil }
        return call
    }

    /// Whether this call ended recently and the user was in it.
    package func hasEnded(_ id: CallID, with user: UserID) -> Bool { ended[id]?.users.contains(user) ?? false }

    /// The ends of calls that the device was notified of in the last two minutes, oldest first.
    package func ends(sentTo device: DeviceIdentity, now: Timestamp) -> [CallEnd] { sentEnds.of(device, now: now) }

    /// The time of the next timer that `tick` must handle; nil without timers.
    package var deadline: Timestamp? { deadlines.values.min() }

    /// The calls with a due timer.
    package func due(_ now: Timestamp) -> [CallID] { deadlines.filter { $0.value <= now }.keys.sorted() }

    // MARK: - Keeping the indexes

    /// Stores the call and updates the indexes. Must follow every change.
    mutating func store(_ call: LiveCall, now: Timestamp) {
        var call = call
        let connected = call.members.count(where: \.isConnected)
        let isWaitedFor = call.members.contains(where: \.isOnHold)
        call.unconnectedSince =
            call.answeredAt != nil && connected == 0 && !isWaitedFor ? call.unconnectedSince ?? now : nil
        if call.connectedAt == nil, let answeredAt = call.answeredAt, call.members.count(where: \.hasMedia) > 1 {
            call.connectedAt = now
            measured(.connect, from: answeredAt, to: now)
        }
        let before = calls[call.id]
        guard call != before else { return }
        if let before { unindex(before) }
        calls[call.id] = call
        changes.changed(call.id, from: before, to: call)
        e2eeMessages[call.id]?.keepJoins(of: call.devices())
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

    /// Removes an ended call, but remembers for a while that it existed.
    mutating func remove(_ call: LiveCall, now: Timestamp) {
        let before = calls[call.id]
        if let before { unindex(before) }
        calls[call.id] = nil
        e2eeMessages[call.id] = nil
        invitations[call.id] = nil
        callOfRoom[call.room] = nil
        deadlines[call.id] = nil
        restored.remove(call.id)
        changes.changed(call.id, from: before, to: nil)
        metrics.ended += 1
        ended[call.id] = EndedCall(
            users: Set(call.members.filter { !$0.isUnaware }.map(\.user)),
            forgottenAt: now.advanced(bySeconds: limits.memory))
        if ended.count >= nextSweep { forgetEnded(now: now) }
    }

    mutating func setOnline(_ device: DeviceIdentity, _ isOnline: Bool) {
        if isOnline { online.insert(device) } else { online.remove(device) }
    }

    mutating func measured(_ phase: SetUpPhase, from start: Timestamp, to end: Timestamp) {
        changes.phases.append(.init(phase: phase, milliseconds: end.milliseconds - start.milliseconds))
    }

    mutating func happened(_ outcome: MediaOutcome) { changes.media.append(outcome) }

    mutating func forgetEnded(now: Timestamp) {
        ended = ended.filter { $0.value.forgottenAt > now }
        nextSweep = max(1024, ended.count * 2)
    }
}

extension LiveCall {
    /// The time of the call's next timer; nil without timers.
    func deadline(_ limits: ActiveCalls.Limits) -> Timestamp? {
        let absences = inCall.flatMap { [$0.goneAt(limits), $0.mediaDueAt(limits)] }.compactMap(\.self)
        let own = [
            handoverRepeatAt, rotationDueAt, keyHostDueAt,
            unconnectedSince?.advanced(bySeconds: limits.unconnected),
        ]
        return (members.compactMap(\.ringUntil) + absences + own.compactMap(\.self) + rejoins.values.map(\.until)).min()
    }
}
