import ECallAPI
import Logging

/// Runs the switchboard: hands it events with the time, does what it asks for, in order, and wakes it when it is due.
actor CallService: CallPresence, SignalAuthority {
    private let directory: any Directory
    private let signals: any SignalDelivery
    private let rooms: any CallRooms
    private let records: any CallRecords
    private let push: any PushDelivery
    private let now: @Sendable () -> Timestamp
    private let makeID: @Sendable () -> CallID
    private let logger: Logger
    private var switchboard: Switchboard
    /// The effects under way; the next ones wait for it.
    private var effects: Task<Void, Never>?
    private var alarm: Task<Void, Never>?
    private var alarmAt: Timestamp?

    /// - Parameter now: must never go back.
    init(
        directory: any Directory, signals: any SignalDelivery, rooms: any CallRooms, records: any CallRecords,
        push: any PushDelivery = NoPushService(), limits: Switchboard.Limits = .init(),
        now: @escaping @Sendable () -> Timestamp,
        makeID: @escaping @Sendable () -> CallID = { CallID.random() }, logger: Logger
    ) {
        self.directory = directory
        self.signals = signals
        self.rooms = rooms
        self.records = records
        self.push = push
        self.now = now
        self.makeID = makeID
        self.logger = logger
        switchboard = Switchboard(limits: limits)
    }

    // MARK: - Requests

    func start(_ request: StartCallRequest, by caller: DeviceIdentity) async throws -> StartCallResponse {
        try StartCallCheck.check(request, by: caller)
        let callees = try await callees(of: request, caller: caller)
        let name = try await directory.displayName(of: caller.user) ?? ""
        // From here on nothing waits until the switchboard has decided.
        let isRepeated = switchboard.call(in: request.roomId)?.host == caller
        guard isRepeated || rooms.claim(request.roomId, by: caller) else {
            throw APIFailure(.startCallFailed, "There is no such room")
        }
        let start = CallStart(
            id: makeID(), caller: caller, callerName: name, room: request.roomId, isVideo: request.isVideo,
            videoCodec: request.videoCodec.flatMap { StartCallCheck.videoCodecs.contains($0) ? $0 : nil },
            callees: callees)
        let outcome = switchboard.handle(.start(start), now: now())
        if outcome.refusal != nil, !isRepeated { rooms.unclaim(request.roomId) }
        try await finish(outcome)
        guard let call = outcome.call.flatMap({ switchboard.calls[$0] }) else {
            throw APIFailure(.startCallFailed, "The call has ended already")
        }
        let names = Dictionary(callees.map { ($0.user, $0.name) }) { first, _ in first }
        return StartCallResponse(
            callRecord: call.record(for: caller.user),
            offlineCallees: call.offline.map { OfflineCallee(id: $0, displayName: names[$0]) })
    }

    func join(_ id: CallID, by identity: DeviceIdentity) async throws -> CallRecord {
        let outcome = switchboard.handle(.join(id, by: identity), now: now())
        if outcome.refusal == .notFound, try await records.exists(id, with: identity.user) {
            await signals.deliver(CallSignals.ended(id), to: identity.device)
            throw CallRefusal.over.failure(.joinCallFailed)
        }
        try await finish(outcome, or: .joinCallFailed)
        guard let call = switchboard.call(id, with: identity.user) else {
            throw CallRefusal.over.failure(.joinCallFailed)
        }
        return call.record(for: identity.user)
    }

    func end(_ id: CallID?, by identity: DeviceIdentity) async throws {
        let named = id.flatMap { $0.isNone ? nil : $0 }
        try await finish(switchboard.handle(.end(named, by: identity), now: now()))
    }

    func update(
        _ id: CallID, _ request: UpdateParticipantRequest, by identity: DeviceIdentity
    ) async throws -> Participant {
        if let named = request.callId, !named.isNone, named != id {
            throw APIFailure(.updateParticipantFailed, "The path and the body name different calls")
        }
        try await finish(
            switchboard.handle(.update(id, request, by: identity), now: now()), or: .updateParticipantFailed)
        guard let call = switchboard.calls[id], let member = call[request.userId ?? identity.user] else {
            throw CallRefusal.over.failure(.updateParticipantFailed)
        }
        return call.participant(member)
    }

    func participants(of id: CallID, for identity: DeviceIdentity) throws -> [Participant] {
        // The stock client asks before it knows the id (wire-protocol 1.10, 38).
        if id.isNone { return [] }
        if let call = switchboard.call(id, with: identity.user) { return call.participants }
        throw (switchboard.hasEnded(id, with: identity.user) ? CallRefusal.over : .notFound)
            .failure(.callNotFound)
    }

    func active(for identity: DeviceIdentity) -> ActiveCallResponse {
        guard let call = switchboard.call(of: identity.user) else { return ActiveCallResponse(active: false) }
        return ActiveCallResponse(
            active: true, callId: call.id, state: (call.answeredAt == nil ? CallStatus.calling : .active).rawValue,
            participants: call.participants)
    }

    private func callees(of request: StartCallRequest, caller: DeviceIdentity) async throws -> [CallStart.Callee] {
        var seen: Set<UserID> = []
        let users = request.calleeIds.filter { seen.insert($0).inserted }
        let devices = Dictionary(grouping: try await directory.devices(of: users), by: \.user)
        let blockers = try await directory.blockers(of: caller.user, among: users)
        let blocked = try await directory.blocked(by: caller.user, among: users)
        var callees: [CallStart.Callee] = []
        for user in users {
            // Whom the caller has blocked is not rung either: to call somebody is to want to be heard by them.
            let areFriends = try await directory.areFriends(caller.user, user) && !blocked.contains(user)
            let usable = (devices[user] ?? []).filter { !$0.publicKey.isEmpty }
            var keys: [DeviceID: String] = [:]
            for device in usable {
                let key = request.encryptedAESKeys[DeviceKey(user: user, device: device.device).description]
                if let key, !key.isEmpty { keys[device.device] = key }
            }
            // Who is no friend looks like somebody who cannot be reached: no oracle for who exists.
            callees.append(
                CallStart.Callee(
                    user: user, name: areFriends ? try await directory.displayName(of: user) ?? "" : "",
                    isAvailable: areFriends && !usable.isEmpty, keys: areFriends ? keys : [:],
                    isShielded: blockers.contains(user)))
        }
        return callees
    }

    // MARK: - CallPresence

    func sharedCallDevice(of user: UserID, with asker: UserID) -> DeviceID? {
        guard let call = switchboard.call(of: asker), call[asker]?.isInCall == true, let member = call[user],
            member.isInCall
        else { return nil }
        return member.device
    }

    func deviceRemoved(_ identity: DeviceIdentity) async { await happen(.deviceRemoved(identity)) }

    // MARK: - SignalAuthority

    func relay(_ signal: SignalMessage, from sender: DeviceIdentity) -> RelayDecision {
        switchboard.relay(signal, from: sender)
    }

    func isRelevant(_ signal: SignalMessage, for device: DeviceID) -> Bool {
        switchboard.isRelevant(signal, for: device)
    }

    func sessionOpened(_ device: DeviceID) async { await happen(.sessionOpened(device)) }
    func sessionClosed(_ device: DeviceID) async { await happen(.sessionClosed(device)) }

    // MARK: - Janus

    func feedPublished(_ feed: FeedID, in room: RoomID, by identity: DeviceIdentity) async {
        await happen(.feedPublished(feed, in: room, by: identity))
    }

    func feedGone(_ feed: FeedID, in room: RoomID, by identity: DeviceIdentity) async {
        await happen(.feedGone(feed, in: room, by: identity))
    }

    // MARK: - Running

    /// Does what is due; called by the service's own alarm, and by tests with their own time.
    func tick() async { await happen(.tick) }

    /// How many calls ring or run.
    var count: Int { switchboard.calls.count }

    private func happen(_ event: CallEvent) async {
        do {
            try await finish(switchboard.handle(event, now: now()))
        } catch {
            logger.error("What happened to a call could not be stored.")
        }
    }

    /// Does what was decided, then fails if it was a refusal. `code` is for refusals without a code of their own.
    private func finish(_ outcome: CallOutcome, or code: ErrorCode = .startCallFailed) async throws {
        shareRooms(outcome)
        setAlarm()
        try await perform(outcome.effects)
        if let refusal = outcome.refusal { throw refusal.failure(code) }
    }

    private func shareRooms(_ outcome: CallOutcome) {
        let changed = outcome.call.map { [$0] } ?? Array(switchboard.calls.keys)
        for call in changed.compactMap({ switchboard.calls[$0] }) {
            let devices = call.inCall.compactMap { member in member.device.map { (member.user, $0) } }
            rooms.setMembers(Dictionary(devices) { first, _ in first }, of: call.room)
        }
    }

    /// Effects of one event after those of the one before, though each may wait for storage.
    private func perform(_ list: [CallEffect]) async throws {
        guard !list.isEmpty else { return }
        let before = effects
        let work = Task {
            await before?.value
            try await execute(list)
        }
        effects = Task { _ = await work.result }
        try await work.value
    }

    private func execute(_ list: [CallEffect]) async throws {
        async let pushed: Void = pushRings(of: list)
        var failure: (any Error)?
        for effect in list {
            do {
                switch effect {
                case .deliver(let signal, let device), .ring(let signal, let device):
                    await signals.deliver(signal, to: device)
                    if signal.kind == .callEnded || signal.kind == .callCancelled, let call = signal[id: .call] {
                        await push.stopRinging(call, device: device)
                    }
                case .endRoom(let room): rooms.end(room)
                case .record(let snapshot): try await records.save(snapshot)
                case .interaction(let one, let other, let moment):
                    try await directory.recordInteraction(one, other, at: moment)
                }
            } catch {
                // The others still have to hear of it.
                failure = error
            }
        }
        await pushed
        if let failure { throw failure }
    }

    /// Wakes the devices that ring and may not be connected, at the same time as the others are told.
    private func pushRings(of list: [CallEffect]) async {
        await withTaskGroup(of: Void.self) { [push] group in
            for case .ring(let signal, let device) in list {
                guard let ring = VoIPPush(invitation: signal) else { continue }
                group.addTask { await push.ring(ring, device: device) }
            }
        }
    }

    private func setAlarm() {
        let deadline = switchboard.deadline
        guard deadline != alarmAt else { return }
        alarm?.cancel()
        alarmAt = deadline
        guard let deadline else { return }
        let wait = max(10, deadline.milliseconds - now().milliseconds)
        alarm = Task { [weak self] in
            guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
            await self?.ring()
        }
    }

    private func ring() async {
        alarmAt = nil
        await tick()
    }
}
