public import ECallAPI
import ECallCore
public import ECallSecurity

/// The calls of one signed-in device: carries out what `CallStateMachine` decides.
public actor CallController: CallControlling {
    public nonisolated let events: AsyncStream<CallEvent>
    private let continuation: AsyncStream<CallEvent>.Continuation
    private let services: CallServices
    private let now: @Sendable () -> UInt64

    private var machine = CallStateMachine()
    private var session: CallSession?
    private var listening: Task<Void, Never>?
    private var ringTimer: Task<Void, Never>?
    private var farewell: Task<Void, Never>?
    private var teardownWaiters: [CheckedContinuation<Void, Never>] = []

    /// How long this device rings (wire-protocol 0.3).
    static let ringTime = Duration.seconds(60)

    public init(_ services: CallServices, now: @escaping @Sendable () -> UInt64 = MonotonicClock.now) {
        self.services = services
        self.now = now
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Begins to listen for signals; the signalling itself is started by its owner.
    public func start() {
        guard listening == nil else { return }
        listening = Task { [weak self, services] in
            for await signal in services.signaling.signals { await self?.received(signal) }
        }
    }

    /// Hangs up, and ends the events.
    public func stop() async {
        try? await hangUp()
        listening?.cancel()
        continuation.finish()
    }

    // MARK: - The person

    public func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
        guard machine.isIdle, !machine.handle(.placed).isEmpty else { throw .alreadyInCall }
        let session = makeSession(options)
        self.session = session
        let id: CallID
        do throws(CallFailure) {
            id = try await session.invite(contacts)
        } catch {
            await perform(machine.handle(.failed(problem: error.message)))
            await waitUntilIdle()
            throw error
        }
        guard self.session === session else {
            // Hung up and taken down meanwhile.
            await tellServer(id)
            throw .noCall
        }
        await perform(machine.handle(.started(id)))
        enter { (session) async throws(CallFailure) in try await session.enterAsCaller(id) }
        return id
    }

    public func answer(options: CallOptions) async throws(CallFailure) {
        guard case .ringingIn(let call) = machine.state else { throw .noCall }
        let session = makeSession(options)
        self.session = session
        await perform(machine.handle(.answered))
        do throws(CallFailure) {
            try await session.enterAsCallee(call)
        } catch {
            await perform(machine.handle(.failed(problem: error.message)))
            await waitUntilIdle()
            throw error
        }
        await perform(machine.handle(.joined(call.id)))
    }

    public func decline() async throws(CallFailure) {
        guard case .ringingIn = machine.state else { throw .noCall }
        await perform(machine.handle(.declined))
        await waitUntilIdle()
    }

    public func hangUp() async throws(CallFailure) {
        guard !machine.isIdle else { throw .noCall }
        await perform(machine.handle(.hungUp))
        await waitUntilIdle()
    }

    public func setMuted(_ muted: Bool) async throws(CallFailure) {
        guard let session else { throw .noCall }
        await session.setMuted(muted)
    }

    public func setVideoEnabled(_ enabled: Bool) async throws(CallFailure) {
        guard let session else { throw .noCall }
        await session.setVideoEnabled(enabled)
    }

    public func statistics() async -> CallStatistics? {
        await session?.currentStatistics()
    }

    // MARK: - The server

    private func received(_ signal: SignalMessage) async {
        switch signal.kind {
        case .callInvitation:
            guard let call = IncomingCall(signal, keyPair: services.keyPair) else {
                guard let id = signal[id: .call] else { return }
                continuation.yield(.notice(id, "A call was refused: its key was not made for this device."))
                await tellServer(id)
                return
            }
            await perform(machine.handle(.invited(call)))
        case .callEnded:
            guard let id = signal[id: .call] else { return }
            await perform(machine.handle(.ended(id)))
        case .callCancelled:
            guard let id = signal[id: .call] else { return }
            await perform(machine.handle(.cancelled(id)))
        default:
            guard let id = signal[id: .call], id == machine.currentCall else { return }
            if signal.kind == .participantJoined, machine.handle(.remoteJoined(id)) == [.announceAnswered(id)] {
                let (user, name) = (signal[id: .participant] ?? 0, signal[text: .participantName] ?? "")
                continuation.yield(.answered(id, by: user, name: name))
            }
            // Key signals of a call follow one another; awaiting keeps their order.
            await session?.received(signal)
        }
    }

    // MARK: - Carrying out

    private func makeSession(_ options: CallOptions) -> CallSession {
        let pins = (try? services.storage.value(.pinnedKeys, as: KeyPins.self)) ?? nil
        return CallSession(
            services, options: options, pins: pins ?? KeyPins(), began: now(),
            report: { [weak self] report in Task { await self?.handle(report) } },
            notice: { [weak self] text in Task { await self?.notice(text) } })
    }

    private func enter(_ body: @escaping @Sendable (CallSession) async throws(CallFailure) -> Void) {
        guard let session else { return }
        Task {
            do throws(CallFailure) {
                try await body(session)
            } catch {
                guard self.session === session else { return }
                await perform(machine.handle(.failed(problem: error.message)))
            }
        }
    }

    private func handle(_ report: CallSession.Report) async {
        switch report {
        case .event(let event): continuation.yield(event)
        case .failed(let failure): await perform(machine.handle(.failed(problem: failure.message)))
        }
    }

    private func notice(_ text: String) {
        continuation.yield(.notice(machine.currentCall ?? 0, text))
    }

    private func perform(_ actions: [CallStateMachine.Action]) async {
        for action in actions {
            switch action {
            case .invite, .join: break  // `call` and `answer` do it, because they wait for it.
            case .announceIncoming(let call): continuation.yield(.incoming(call))
            case .announceRinging(let id): continuation.yield(.ringing(id))
            case .announceAnswered: break  // `received` announces, because it knows who.
            case .startRingTimer(let id):
                ringTimer = Task { [weak self] in
                    guard (try? await Task.sleep(for: Self.ringTime)) != nil else { return }
                    await self?.ringTimedOut(id)
                }
            case .stopRingTimer: ringTimer?.cancel()
            case .tellServer(let id): farewell = Task { await tellServer(id) }
            case .refuse(let id): Task { await tellServer(id) }
            case .tearDown: Task { await tearDown() }
            case .announceEnded: break  // `tearDown` announces, because it has the counters.
            }
        }
    }

    private func ringTimedOut(_ id: CallID) async {
        await perform(machine.handle(.ringTimedOut(id)))
    }

    private func tellServer(_ id: CallID) async {
        _ = try? await services.api.send(.endCall, body: EndCallRequest(callId: id), as: EndCallResponse.self)
    }

    private func tearDown() async {
        ringTimer?.cancel()
        let statistics = await session?.close() ?? CallStatistics()
        await farewell?.value
        farewell = nil
        session = nil
        for case .announceEnded(let id, let reason, let problem) in machine.handle(.tornDown) {
            continuation.yield(
                .ended(CallSummary(id: id ?? 0, reason: reason, problem: problem, statistics: statistics)))
        }
        for waiter in teardownWaiters { waiter.resume() }
        teardownWaiters = []
    }

    private func waitUntilIdle() async {
        guard !machine.isIdle else { return }
        await withCheckedContinuation { teardownWaiters.append($0) }
    }
}
