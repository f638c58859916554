import CallEngine
import ECallAPI
import Logging
import Notifications
import ServerFoundation
import SignalRouting

/// Runs the call state machine: passes it timed events, executes its effects in order, and wakes it when it is due.
///
/// Requests of clients are in the files beside this one.
actor CallService: CallPresence, SignalAuthority {
    let directory: any Directory
    let signals: any SignalDelivery
    let rooms: any CallRooms
    let records: any CallRecords
    let now: @Sendable () -> Timestamp
    let makeID: @Sendable () -> CallID
    private let executor: CallEffectExecutor
    private let logger: Logger
    private nonisolated let reporter = CallMetricsReporter()
    nonisolated let routes = PublishedRoutes()
    var activeCalls: ActiveCalls
    var rates: CallRates
    private var alarm: Task<Void, Never>?
    private var alarmAt: Timestamp?
    private var beat: Task<Void, Never>?

    private let beatInterval: Duration

    /// - Parameters:
    ///   - beatInterval: how often it is stored that calls run: after a kill, a call to which no one returns ends at most
    ///   this much too early in the history.
    ///   - now: must never go back.
    init(
        directory: any Directory, signals: any SignalDelivery, rooms: any CallRooms, records: any CallRecords,
        push: any PushDelivery = NoPushService(), limits: ActiveCalls.Limits = .init(), rates: CallRates = CallRates(),
        beatInterval: Duration = .seconds(5), now: @escaping @Sendable () -> Timestamp,
        makeID: @escaping @Sendable () -> CallID = { CallID.random() }, logger: Logger
    ) {
        self.directory = directory
        self.signals = signals
        self.rooms = rooms
        self.records = records
        self.now = now
        self.makeID = makeID
        self.rates = rates
        self.beatInterval = beatInterval
        self.logger = logger
        executor = CallEffectExecutor(signals: signals, rooms: rooms, records: records, push: push, logger: logger)
        activeCalls = ActiveCalls(limits: limits)
    }

    /// Restores the calls of a server that did not shut down in order, and ends those that it cannot. Must run before any
    /// device connects.
    func restore() async throws {
        let left = try await records.recoveredCalls()
        let now = now()
        for call in left.calls { activeCalls.restore(call, aliveAt: left.aliveAt, now: now) }
        let calls = activeCalls.calls
        try await records.endAll(except: Set(calls.keys), at: min(left.aliveAt ?? now, now))
        for call in calls.values { rooms.restore(call.room, creator: call.host, members: call.joinedDevices) }
        if !calls.isEmpty { logger.notice("Calls were taken over.", metadata: ["count": "\(calls.count)"]) }
        // The devices waited for this signal when the server died; a mailbox keeps it for them.
        let endings = left.untold.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { call, devices in
            CallEffect.end(CallEnd(call: call, reason: nil), on: devices)
        }
        let changes = activeCalls.takeChanges().changed
        routes.publish(changes)
        var work = CallEffectExecutor.Work(endings, changes)
        for (call, devices) in left.untold { work.batch.over[call] = devices }
        try await executor.perform(work)
        setAlarm()
        keepBeating()
    }

    // MARK: - CallPresence

    func sharedCallDevices(of user: UserID, with asker: UserID) -> Set<DeviceID> {
        let shared = activeCalls.calls(of: asker).filter { $0[asker]?.isInCall == true }
        return Set(
            shared.flatMap { call in
                [call[user].flatMap { $0.isInCall ? $0.device : nil }, call.rejoins[user]?.device].compactMap(\.self)
            })
    }

    func deviceRemoved(_ identity: DeviceIdentity) async { await happen(.deviceRemoved(identity)) }

    // MARK: - SignalAuthority

    func relay(_ signal: Signal, from sender: DeviceIdentity) -> RelayDecision {
        let decision = activeCalls.relay(signal, from: sender, now: now())
        submitChanges()
        return decision
    }

    /// Stores changes that no event caused.
    func submitChanges() {
        if activeCalls.hasChanges { submit(decide(.nothing)) }
    }

    func isRelevant(_ signal: Signal, for device: DeviceIdentity) -> Bool {
        activeCalls.isRelevant(signal, for: device)
    }

    func e2eeMessages(for device: DeviceIdentity) -> JoinE2EEMessages? { activeCalls.e2eeMessages(for: device) }

    func sessionOpened(_ device: DeviceIdentity) { note(.sessionOpened(device)) }
    func sessionGoing(_ device: DeviceIdentity) { note(.sessionGoing(device)) }
    func sessionClosed(_ device: DeviceIdentity) { note(.sessionClosed(device)) }

    // MARK: - Janus

    func feedPublished(_ feed: FeedID, in room: RoomID, by identity: DeviceIdentity) {
        note(.feedPublished(feed, in: room, by: identity))
    }

    func feedGone(_ feed: FeedID, in room: RoomID, by identity: DeviceIdentity) {
        note(.feedGone(feed, in: room, by: identity))
    }

    func mediaOfFeed(_ feed: FeedID, in room: RoomID, by identity: DeviceIdentity) {
        note(.feedMedia(feed, in: room, by: identity))
    }

    func audioOfFeed(_ feed: FeedID, in room: RoomID, by identity: DeviceIdentity, isReceived: Bool) {
        note(.feedAudio(feed, in: room, by: identity, isReceived: isReceived))
    }

    // MARK: - Running

    /// Handles due timers; called by the service's own alarm, and by tests with their own time.
    func tick() async { await happen(.tick) }

    /// The number of calls that ring or run.
    var count: Int { activeCalls.calls.count }

    var metrics: (states: [String: Int], counts: CallMetrics) {
        var states = ["ringing": 0, "answered": 0, "connected": 0]
        for call in activeCalls.calls.values {
            let state = call.answeredAt == nil ? "ringing" : call.connectedAt == nil ? "answered" : "connected"
            states[state, default: 0] += 1
        }
        return (states, activeCalls.metrics)
    }

    /// Connects the measurements to the server's metrics.
    nonisolated func attach(_ registry: MetricsRegistry) { reporter.attach(registry, self) }

    /// Measures the time from a request until its invitations were sent.
    nonisolated func measureRing(since start: Timestamp) {
        reporter.observe([.init(phase: .ring, milliseconds: now().milliseconds - start.milliseconds)])
    }

    /// Handles an event without waiting for its effects.
    @discardableResult func note(_ event: CallEngineEvent) -> CallOutcome {
        let outcome = activeCalls.handle(event, now: now())
        submit(decide(outcome))
        return outcome
    }

    private func submit(_ work: CallEffectExecutor.Work) {
        if !work.effects.isEmpty || !work.batch.isEmpty { executor.submit(work) }
    }

    private func happen(_ event: CallEngineEvent) async {
        // A failure to store is logged and retried.
        try? await executor.perform(decide(activeCalls.handle(event, now: now())))
    }

    /// Returns once all decisions so far are stored, as far as possible.
    func settled() async { try? await executor.perform(.init()) }

    /// Executes the outcome, then throws if it was a refusal. `code` is for refusals without a code of their own.
    func finish(_ outcome: CallOutcome, or code: ErrorCode) async throws {
        try await executor.perform(decide(outcome))
        if let refusal = outcome.refusal { throw refusal.failure(code) }
    }

    /// Must follow every decision before the next suspension point.
    private func decide(_ outcome: CallOutcome) -> CallEffectExecutor.Work {
        let changes = activeCalls.takeChanges()
        for call in changes.changed.values.compactMap(\.after) { rooms.setMembers(call.joinedDevices, of: call.room) }
        reporter.observe(changes.phases, changes.media)
        tell(changes.media)
        signals.give(
            outcome.effects.compactMap(\.given).map { AddressedSignal(signal: $0.signal, device: $0.device) })
        // After the E2EE messages for a device that joins, which precede anything relayed to it.
        routes.publish(changes.changed)
        setAlarm()
        keepBeating()
        return CallEffectExecutor.Work(outcome.effects, changes.changed)
    }

    /// Each device once for as long as it is in a call: a bad line loses its media again and again.
    private func tell(_ outcomes: [MediaOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .connected, .lost(_, isFirst: false): continue
            case .failed(let device):
                logger.notice(
                    "The media of a device in a call do not reach the server. Its network may block UDP and the relays.",
                    metadata: ["device": "\(device.device)"])
            case .lost(let device, isFirst: true):
                logger.notice(
                    "The media of a device in a call were lost. Its connection may be bad.",
                    metadata: ["device": "\(device.device)"])
            }
        }
    }

    /// Runs as long as there are calls.
    private func keepBeating() {
        guard beat == nil, !activeCalls.calls.isEmpty else { return }
        beat = Task { [weak self, beatInterval] in
            while await self?.beats() == true {
                guard (try? await Task.sleep(for: beatInterval)) != nil else { return }
            }
        }
    }

    /// Records that calls run. Returns false if there are none.
    private func beats() async -> Bool {
        guard !activeCalls.calls.isEmpty else {
            beat = nil
            return false
        }
        // A failed write is made good by the next one.
        try? await records.noteAlive(at: now())
        return true
    }

    private func setAlarm() {
        let deadline = activeCalls.deadline
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

extension LiveCall {
    /// The users in the call and their devices, except those with the call on hold, who send and receive nothing.
    var joinedDevices: [UserID: DeviceID] {
        let seats = inCall.filter { !$0.isOnHold }.compactMap { member in member.device.map { (member.user, $0) } }
        return Dictionary(seats) { first, _ in first }
    }
}
