public import ECallAPI
public import ECallCore
import ECallLanguage
import ECallSecurity
import FrameCrypto
public import KeyDistribution

/// The calls of one signed-in device: carries out what `CallStateMachine` decides.
public actor CallController: CallControlling {
    public nonisolated var events: AsyncStream<CallEvent> { hub.follow() }
    let hub = EventHub<CallEvent>(keepsForFirst: true)
    nonisolated let people = CurrentValue<[CallParticipant]>([])
    let environment: CallEnvironment
    let times: CallTimes
    let tasks = SessionTasks()
    private let ends: EndReports

    private(set) var lifecycle = CallLifecycle()
    private(set) var session: CallSession?
    private var listening: [Task<Void, Never>] = []
    /// Sends the reply to the caller before the decline is sent to the server.
    var replying: (@Sendable () async -> Void)?
    var admission = LinkAdmission()
    /// The call that was replied to: the server accepts one reply in each.
    var repliedTo: CallID?
    private var reply: CallReply?
    var isKeptOut = false
    var isClockTold = false
    private var catchingUp: Task<Void, Never>?
    var isCatchingUp: Bool { catchingUp != nil }
    /// The calls that a signal has ended since the server was asked what rings.
    var overSinceAsked: Set<CallID> = []
    private var ringTimer: Task<Void, Never>?
    var endTimer: Task<Void, Never>?
    private var endRequest: Task<Void, Never>?
    private var counted = CallStatistics()
    private var teardownWaiters: [CheckedContinuation<Void, Never>] = []

    /// The time for which this device rings (wire-protocol 0.3).
    static let ringTime = Duration.seconds(60)

    public init(_ environment: CallEnvironment) { self.init(environment, times: CallTimes()) }

    init(_ environment: CallEnvironment, times: CallTimes) {
        self.environment = environment
        self.times = times
        ends = EndReports(environment, tasks: tasks)
    }

    /// Begins to listen for signals; the signalling itself is started by its owner.
    public func start() {
        guard listening.isEmpty else { return }
        listening = [
            tasks.follow(environment.signaling.signals) { [weak self] in await self?.received($0) },
            tasks.follow(environment.signaling.states) { [weak self] state in
                switch state {
                case .online: await self?.isOnlineAgain()
                case .signedOut: await self?.isSignedOut()
                case .suspended(let error): await self?.isSuspended(error.text)
                case .stopped, .connecting, .waiting: await self?.isOffline()
                }
            },
        ]
    }

    /// Hangs up, and ends the events; no call rings any more.
    public func stop() async {
        for task in listening { task.cancel() }
        try? await hangUp()
        hub.finish()
        people.finish()
        await tasks.end()
    }

    nonisolated var time: any TimeSource { environment.time }

    // MARK: - The person

    public func check(_ options: CallOptions) async throws(CallFailure) {
        try checkCapacity(people: 2, options)
        _ = try await CallMedia.prepare(options, environment)
    }

    public func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
        guard lifecycle.isIdle else { throw .alreadyInCall }
        try checkCapacity(people: contacts.count + 1, options)
        perform(.placed)
        let (session, number) = makeSession(options, waits: true)
        let (id, rings): (CallID, Bool)
        do throws(CallFailure) {
            try await session.prepare()
            // Hung up meanwhile: no one is rung.
            guard self.session === session, lifecycle.state == .inviting else { throw .noCall }
            (id, rings) = try await session.place(contacts)
        } catch {
            lifecycle.dropEarly(of: number)
            let isWanted = self.session === session && lifecycle.state == .inviting
            if isWanted { perform(.failed(problem: error.text, reason: error == .busy ? .busy : .failed)) }
            await waitForTeardown(of: session)
            throw isWanted ? error : .noCall
        }
        await session.begin(id)
        guard self.session === session, lifecycle.state == .inviting else {
            // The person hung up meanwhile: the call that was just created must not keep ringing.
            lifecycle.dropEarly(of: number)
            await ends.report(id)
            await waitForTeardown(of: session)
            throw .noCall
        }
        perform(.started(id, rings: rings))
        askForEnd(of: id, session)
        await hearEarly(number, of: id)
        // An early signal may have said that the call is over.
        if lifecycle.state == .ringingOut(id) || lifecycle.state == .inCall(id) { enter(id, session) }
        return id
    }

    /// Asks the server how a call ended that no one has answered: its signal may be lost, and this device would ring forever.
    private func askForEnd(of id: CallID, _ session: CallSession) {
        ringTimer = tasks.start { [weak self, time] in
            var delay = Self.ringTime + .seconds(5)
            while (try? await time.sleep(for: delay)) != nil, await self?.isRinging(id) == true {
                await session.refreshParticipants()
                delay = .seconds(5)
            }
        }
    }

    private func isRinging(_ id: CallID) -> Bool { lifecycle.state == .ringingOut(id) }

    private func hearEarly(_ number: Int, of id: CallID) async {
        while let signal = lifecycle.nextEarly(of: number) {
            if signal.call == id { await handle(signal) }
        }
    }

    public func answer(_ id: CallID?, options: CallOptions) async throws(CallFailure) {
        guard case .ringingIn(let call) = lifecycle.state, id == nil || id == call.id else { throw .noCall }
        try await checkCapacity(for: call.id, options)
        let prepared = try await CallMedia.prepare(options, environment)
        // The call rings on while devices are tried, and may have been answered or ended meanwhile.
        guard lifecycle.state == .ringingIn(call) else { throw .noCall }
        let (session, _) = makeSession(options, waits: false)
        perform(.answered)
        await session.take(prepared, for: call.id)
        let said = lifecycle.opening
        try await join(call.id, session) { () throws(CallFailure) in
            try await session.enterAsCallee(call, opening: said)
        }
    }

    public func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) {
        try await comeInto(call.id, codec: call.videoCodec, options)
    }

    public func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure) {
        try await comeInto(call, codec: nil, options)
    }

    private func comeInto(_ id: CallID, codec: FrameCodec?, _ options: CallOptions) async throws(CallFailure) {
        guard lifecycle.isIdle else { throw .alreadyInCall }
        try await checkCapacity(for: id, options)
        guard lifecycle.isIdle else { throw .alreadyInCall }
        perform(.resumed(id))
        // The others' joins arrive before the answer that names their room.
        let (session, number) = makeSession(options, waits: true)
        defer { lifecycle.dropEarly(of: number) }
        let record = try await letIn(id, session)
        try await join(id, session) { () throws(CallFailure) in
            defer { lifecycle.dropEarly(of: number) }
            try await session.beginAgain(record, codec: codec)
            await hearEarly(number, of: id)
            try await session.enterAgain()
        }
    }

    /// Joins a call. If the server refuses, everything stays as before: nothing is sent to the server, and nothing ends.
    private func letIn(_ id: CallID, _ session: CallSession) async throws(CallFailure) -> CallRecord {
        do throws(CallFailure) {
            try await session.prepare(for: id)
            return try await session.comeIn(id)
        } catch {
            guard self.session === session, lifecycle.state == .joining(id) else {
                await waitForTeardown(of: session)
                throw .noCall
            }
            self.session = nil
            people.set([])
            perform(.refused)
            _ = await session.close()
            session.notices.end()
            throw error
        }
    }

    public func ongoing() async throws(CallFailure) -> OngoingCall? {
        guard lifecycle.isIdle else { return nil }
        let answer: ActiveCallResponse = try await environment.api.ask(.activeCall)
        guard lifecycle.isIdle, let call = OngoingCall(answer, of: environment.account) else { return nil }
        guard call.place == .here, call.id == lifecycle.hungUp else { return call }
        // The server does not know yet that it was hung up here.
        await ends.report(call.id)
        return nil
    }

    public func leave(_ call: CallID) async throws(CallFailure) {
        _ = try await environment.api.ask(.endCall, body: EndCallRequest(callId: call), as: EndCallResponse.self)
    }

    public func running() async -> RunningCall? {
        guard let session else { return nil }
        // A device that answers is in the call before its media are.
        return switch lifecycle.state {
        case .inCall(let id), .joining(let id): RunningCall(id: id, videoCodec: await session.codec)
        default: nil
        }
    }

    /// A session is in its call once it has entered, unless that fails or it was hung up meanwhile.
    private func join(
        _ id: CallID, _ session: CallSession, _ enter: () async throws(CallFailure) -> Void
    ) async throws(CallFailure) {
        var failure: CallFailure?
        do throws(CallFailure) { try await enter() } catch { failure = error }
        guard self.session === session, lifecycle.state == .joining(id) else {
            await waitForTeardown(of: session)
            throw .noCall
        }
        if let failure {
            if failure == .over { isOver(id) } else { fail(failure) }
            await waitForTeardown(of: session)
            throw failure
        }
        perform(.joined(id))
    }

    public func hangUp() async throws(CallFailure) {
        guard !lifecycle.isIdle else { throw .noCall }
        perform(.hungUp)
        await waitUntilIdle()
    }

    public func note(_ note: DeviceNote) async throws(CallFailure) -> Bool {
        // The session may end meanwhile, and writes nothing then.
        if let session { return try await session.note(note) }
        return try DevicePinStore(environment.storage, people: environment.people).note(note)
    }

    public func statistics() async -> CallStatistics? {
        await session?.currentStatistics()
    }

    public func status() async -> CallOverview? {
        switch lifecycle.state {
        case .idle, .ending: nil
        case .ringingIn(let call):
            CallOverview(
                id: call.id, state: .incoming,
                participants: [.init(user: call.caller, name: call.callerName, connection: .connected)])
        case .inviting, .ringingOut: await session?.currentStatus(.calling)
        case .joining: await session?.currentStatus(.connecting)
        case .inCall: await session?.currentStatus(.inCall)
        }
    }

    public func networkChanged(_ change: NetworkChange) async {
        await environment.signaling.networkChanged(change)
        await session?.room.networkChanged(change)
    }

    /// Handles the end of a relay's TCP connection that media went over, of which their engine does not learn (`RelayTunnels`).
    public func relayEnded() async { await session?.room.renew() }

    // MARK: - The server

    private func received(_ signal: Signal) async {
        if catchingUp != nil { noteEnd(signal) }
        if let news = AccountNews(signal) { environment.news(news) }
        // Some signals belong to a call that is known only when the server has answered; a few wait for that.
        if lifecycle.takes(signal) { await handle(signal) }
    }

    private func isOffline() async {
        catchingUp?.cancel()
        await session?.isOffline()
    }

    private func isOnlineAgain() async {
        isKeptOut = false
        catchingUp?.cancel()
        catchingUp = tasks.start {
            await catchUpWithRings()
            // Another call may have replaced it.
            guard !Task.isCancelled else { return }
            (catchingUp, overSinceAsked) = (nil, [])
            // After the ringing calls, which cannot wait.
            environment.news(.online)
        }
        await session?.isOnlineAgain()
    }

    private func handle(_ signal: Signal) async {
        switch signal {
        case .callInvitation(let invitation): invited(invitation)
        case .callEnded(let end):
            // Their replies arrived before this end, and may still be being decrypted.
            if isRinging(end.call) { await session?.takeReplies() }
            perform(.ended(end.call, end.reason))
        // The server's signal of the end follows, for devices that do not know this.
        case .removedFromCall(let notice):
            let name = people.value.first { $0.user == notice.host }?.name
            perform(.ended(notice.call, .removed, problem: name.map { .callEndRemovedBy(name: $0) }))
        case .callCancelled(let end): perform(.cancelled(end.call, end.reason))
        // The server is asked in a task of its own: no later signal waits for it.
        case .invitationRequested(let request): tasks.start { await asked(request) }
        default:
            guard let id = signal.call, id == lifecycle.currentCall else { return }
            if case .participantJoined = signal { perform(.remoteJoined(id)) }
            // Nothing there waits for the server; awaiting keeps the order.
            await session?.received(signal)
        }
    }

    func ring(_ call: IncomingCall, opening: E2EEOpening?) {
        perform { $0.ring(call, opening: opening) }
    }

    // MARK: - Carrying out

    /// Makes the session of this device from here on, and its number; it waits while its call is not known.
    private func makeSession(_ options: CallOptions, waits: Bool) -> (CallSession, Int) {
        let number = lifecycle.begin(waits: waits)
        let session = CallSession(
            environment, options: options, began: time.nanoseconds(), times: times, participants: people,
            outlet: CallSession.Outlet(
                tell: { [hub] in hub.send($0) },
                progressed: { [weak self, tasks] progress in tasks.start { await self?.progressed(progress, number) } })
        )
        self.session = session
        return (session, number)
    }

    private func progressed(_ progress: CallSession.Progress, _ number: Int) {
        guard number == lifecycle.session else { return }
        switch progress {
        case .remoteJoined: if let id = lifecycle.currentCall { perform(.remoteJoined(id)) }
        case .over: if let id = lifecycle.currentCall { isOver(id) }
        case .failed(.connectionLost): perform(.connectionLost)
        case .failed(let failure): fail(failure)
        }
    }

    private func enter(_ id: CallID, _ session: CallSession) {
        session.tasks.start {
            do throws(CallFailure) {
                try await session.enterAsCaller(id)
            } catch {
                guard self.session === session else { return }
                if error == .over { isOver(id) } else { fail(error) }
            }
        }
    }

    func perform(_ event: CallStateMachine.Event) { perform { $0.handle(event) } }

    private func perform(_ step: (inout CallLifecycle) -> [CallStateMachine.Action]) {
        let wasIdle = lifecycle.isIdle
        carryOut(step(&lifecycle))
        let isIdle = lifecycle.isIdle
        if isIdle != wasIdle { tasks.start { await environment.signaling.setUrgent(!isIdle) } }
    }

    private func carryOut(_ actions: [CallStateMachine.Action]) {
        for action in actions {
            switch action {
            case .announceIncoming(let call): hub.send(.incoming(call))
            case .announceRinging(let id, let canRing): if canRing { hub.send(.ringing(id)) }
            case .startRingTimer(let id):
                ringTimer = tasks.start(after: Self.ringTime, on: time) { [weak self] in
                    await self?.perform(.ringTimedOut(id))
                }
            case .stopRingTimer: ringTimer?.cancel()
            case .tellServer(let id, let reason):
                let saying = replying
                replying = nil
                endRequest = tasks.start {
                    await saying?()
                    await leave(id, reason)
                }
            case .refuse(let id): tasks.start { await ends.report(id, .busy) }
            case .tearDown: tasks.start { await tearDown() }
            case .announceEnded(let id, let reason, let problem):
                let said = reason == .declined ? reply : nil
                hub.send(
                    .ended(
                        CallSummary(id: id ?? 0, reason: reason, problem: problem, statistics: counted, reply: said)))
                environment.news(.calls)
            }
        }
    }

    /// Tells the others first, so that they stop encrypting for this device, then the server.
    private func leave(_ id: CallID, _ reason: EndReason?) async {
        if let session { _ = await withTimeout(times.leaving, on: time, in: tasks) { await session.leave() } }
        await ends.report(id, reason)
    }

    private func tearDown() async {
        ringTimer?.cancel()
        endTimer?.cancel()
        (counted, reply) = (CallStatistics(), await session?.members.onlyReply)
        if let session {
            let closed = await withTimeout(times.teardown, on: time, in: tasks) { await session.close() }
            // A lost media connection may take longer to close; its counters are known before.
            counted = if let closed { closed } else { await session.final }
            session.notices.end()
        }
        if let endRequest { _ = await withTimeout(times.teardown, on: time, in: tasks) { await endRequest.value } }
        endRequest = nil
        session = nil
        people.set([])
        perform(.tornDown)
        for waiter in teardownWaiters { waiter.resume() }
        teardownWaiters = []
    }

    private func waitForTeardown(of session: CallSession) async {
        if self.session === session { await waitUntilIdle() }
    }

    func waitUntilIdle() async {
        guard !lifecycle.isIdle else { return }
        await withCheckedContinuation { teardownWaiters.append($0) }
    }
}
