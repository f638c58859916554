import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia

struct MediaParts: Sendable {
    let makeJanus: @Sendable () -> JanusClient
    let engine: any MediaEngine
    let time: any TimeSource
    let times: CallTimes
    let tasks: SessionTasks
    let timeline: SetUpTimeline
    /// In 0 ..< 1.
    let random: @Sendable () -> Double
}

/// The own media to be sent, on whichever connection there is.
struct SendWishes: Sendable, Equatable {
    var isMuted = false
    /// Whether anyone may decrypt what is sent: otherwise nothing is sealed, and so nothing is sent.
    var isForSomebody = false
    var isVideoEnabled = true
    /// Whether anyone views the own video: otherwise it is not encoded.
    var isVideoSeen = true
    var videoLimit = VideoLimit(bitrate: ReceiverLimits.first)

    var sendsVideo: Bool { isVideoEnabled && isVideoSeen }
}

/// The media of one call. While the media connection works, this only passes on; when it breaks, it is recreated with a new session
/// in the same room, until media flows again or the time for that is over. A socket that closes ends nothing while its session can
/// be claimed, and the former connection is closed when the next one is in the room.
actor CallRoom {
    enum Event: Sendable {
        case inRoom(RoomEvent)
        /// Events of the room may have been missed.
        case mayHaveMissed
        case interrupted
        /// In the room again: nothing is received, and every publisher is announced again.
        case reentered
        case restored
        case failed(CallFailure)
    }

    /// The number of audio frames of one sender that are not a remnant of before: a fifth of a second.
    private static let revived = 10

    /// The time after a change of the network, in nanoseconds, in which silence may be its effect.
    private static let suspicion: UInt64 = 5_000_000_000

    private struct Entry {
        let room: RoomID
        let display: String
        let configuration: Configuration
    }

    /// Recreated for each connection: credentials expire, and sealing begins with a new session.
    typealias Configuration = @Sendable () async throws(CallFailure) -> PublisherConfiguration

    /// For one consumer.
    nonisolated let events: AsyncStream<Event>
    let continuation: AsyncStream<Event>.Continuation
    private let parts: MediaParts
    private(set) var transport: MediaTransport
    private var transports: [MediaTransport]
    private var entry: Entry?
    private(set) var recovery: RoomRecovery
    private var monitor = InboundAudioMonitor()
    private var listening: Task<Void, Never>?
    private var recovering: Task<Void, Never>?
    private var reviving: Task<Void, Never>?
    private var changedAt: UInt64?
    private var silent: Set<UInt64> = []
    private var timers: [Task<Void, Never>] = []
    private var wishes = SendWishes()
    private var isSending = false
    var screen: PublishedScreen?
    var sharing: Task<Void, Never>?
    private(set) var isClosed = false

    init(_ parts: MediaParts) {
        self.parts = parts
        transport = MediaTransport(parts)
        transports = [transport]
        recovery = RoomRecovery(limit: parts.times.recovery)
        (events, continuation) = AsyncStream.makeStream()
    }

    private nonisolated var time: any TimeSource { parts.time }
    private nonisolated var times: CallTimes { parts.times }
    nonisolated var tasks: SessionTasks { parts.tasks }

    // MARK: - Entering

    func open() async throws(CallFailure) {
        try await insist { transport throws(CallFailure) in try await transport.open() }
    }

    func createRoom() async throws(CallFailure) -> RoomID {
        try await insist { transport throws(CallFailure) in
            try await transport.open()
            return try await transport.createRoom()
        }
    }

    func enter(_ room: RoomID, display: String, configuration: @escaping Configuration) async throws(CallFailure) {
        try await insist { transport throws(CallFailure) in
            listen(to: transport)
            try await transport.open()
            try await transport.join(room, display: display)
            try await publish(try await configuration(), on: transport)
        }
        guard !isClosed else { throw .noCall }
        entry = Entry(room: room, display: display, configuration: configuration)
        // Losses before this did not count yet.
        if await transport.isBroken { renew() }
        guard !isClosed else { throw .noCall }
        timers = [
            tasks.start(after: times.connection, on: time) { [weak self] in await self?.connectionIsDue() },
            tasks.start { [weak self, time, times] in
                while (try? await time.sleep(for: times.silence / 10)) != nil { await self?.listenForSilence() }
            },
        ]
    }

    /// Takes a step into the room, for a while again on another media connection if one is lost: no media flow yet.
    private func insist<Value: Sendable>(
        _ step: (MediaTransport) async throws(CallFailure) -> Value
    ) async throws(CallFailure) -> Value {
        var losses = RoomRecovery(limit: times.entering)
        while true {
            guard !isClosed else { throw .noCall }
            let transport = transport
            do throws(CallFailure) { return try await step(transport) } catch {
                // When Janus is back, its rooms may not be yet.
                let isBroken = await transport.isBroken
                guard !isClosed, isBroken || losses.lostAt != nil else { throw error }
                let next =
                    losses.lost(now: time.nanoseconds())
                    ?? losses.failed(now: time.nanoseconds(), random: parts.random())
                guard case .attempt(let delay) = next, (try? await time.sleep(for: delay)) != nil, !isClosed else {
                    throw error
                }
                replace(transport)
            }
        }
    }

    private func replace(_ former: MediaTransport) {
        transport = MediaTransport(parts)
        transports.append(transport)
        tasks.start { await former.close() }
        continuation.yield(.reentered)
    }

    private func publishAsWanted(
        _ configuration: PublisherConfiguration, on transport: MediaTransport
    ) async throws(CallFailure) {
        await transport.send(wishes)
        try await transport.publish(configuration)
    }

    /// A device that was found and then does not start does not end the call.
    private func publish(
        _ configuration: PublisherConfiguration, on transport: MediaTransport
    ) async throws(CallFailure) {
        do throws(CallFailure) {
            try await publishAsWanted(configuration, on: transport)
        } catch .media(let reason) {
            guard case .devices(let devices) = configuration.source, devices != .none else { throw .media(reason) }
            var silent = configuration
            silent.source = .devices(.none)
            try await publishAsWanted(silent, on: transport)
            continuation.yield(.inRoom(.notice(.callNoticeNoMedia)))
        }
    }

    /// Whether the connection by which this device sends is established.
    var sends: Bool { isSending && recovery.lostAt == nil }

    private func connectionIsDue() {
        if !isSending { fail(.media(.callFailureNoConnection)) }
    }

    func send(_ change: @Sendable (inout SendWishes) -> Void) async {
        let before = wishes
        change(&wishes)
        if wishes != before { await transport.send(wishes) }
    }

    // MARK: - Wishes, counters and the end

    func statistics() async -> CallStatistics {
        var statistics = CallStatistics()
        for transport in transports { await transport.count(into: &statistics) }
        return statistics
    }

    /// Stops capture and all connections, and leaves the room in order. Idempotent.
    func close() async {
        guard !isClosed else { return }
        isClosed = true
        recovering?.cancel()
        reviving?.cancel()
        listening?.cancel()
        for timer in timers { timer.cancel() }
        // All at the same time: a lost one may wait for an answer. Connections that are still being opened are among them.
        await withTaskGroup(of: Void.self) { group in
            for transport in transports { group.addTask { await transport.close() } }
        }
        continuation.finish()
    }

    private func fail(_ failure: CallFailure) {
        if !isClosed { continuation.yield(.failed(failure)) }
    }

    // MARK: - Reports of the media connection

    private func listen(to transport: MediaTransport) {
        listening?.cancel()
        listening = tasks.follow(transport.events) { [weak self] in await self?.told($0, by: transport) }
    }

    private func told(_ event: MediaTransport.Event, by teller: MediaTransport) {
        guard teller === transport, !isClosed else { return }
        switch event {
        case .inRoom(let event): continuation.yield(.inRoom(event))
        case .sending: isSending = true
        case .reclaimed: continuation.yield(.mayHaveMissed)
        case .lost: renew()
        case .failed(let reason): fail(.media(reason))
        }
    }

    private func listenForSilence() async {
        guard recovery.lostAt == nil else { return }
        let transport = transport
        let counts = await transport.arrivals()
        // This report arrived by signalling: the network works, and silence in both directions is the fault of the media path.
        let isUnheard = await transport.isUnheard
        let watched = counts.filter { !silent.contains($0.key.feed) }
        let now = time.nanoseconds()
        let isSuspicious = isUnheard || changedAt.map { now &- $0 < Self.suspicion } ?? false
        let limit = isSuspicious ? times.silence * 2 / 5 : times.silence
        guard transport === self.transport, monitor.isSilent(watched, now: now, limit: limit) else { return }
        fellSilent(transport, counts)
    }

    /// Sets the feeds whose silence says nothing about the connection: their senders reconnect or are muted, according to the
    /// server, or give this device no key.
    func expectSound(exceptOf feeds: Set<UInt64>, isForSomebody: Bool) async {
        silent = feeds
        await send { $0.isForSomebody = isForSomebody }
    }

    // MARK: - Recovery

    /// Recreates the media connection: the current one no longer carries everything.
    func renew() {
        guard !isClosed, entry != nil else { return }
        reviving?.cancel()
        guard let step = recovery.lost(now: time.nanoseconds()) else { return }
        continuation.yield(.interrupted)
        recovering = tasks.start { await recover(step) }
    }

    /// Reacts to a changed network: packets sent from an address that is gone are lost silently, so for a while a shorter
    /// silence counts as a loss.
    func networkChanged(_ change: NetworkChange) async {
        changedAt = time.nanoseconds()
        let transport = transport
        guard case .addressRemoved(let address) = change, await transport.ends(withAddress: address),
            transport === self.transport
        else { return }
        renew()
    }

    /// Handles an unexplained silence. While another connection is made, this one may recover.
    private func fellSilent(_ transport: MediaTransport, _ counts: [SubscriptionID: Int]) {
        renew()
        guard recovery.lostAt != nil else { return }
        reviving = tasks.start { [weak self, time, times] in
            while (try? await time.sleep(for: times.revival)) != nil, let self {
                guard await self.isSilentStill(transport, since: counts) else { return }
            }
        }
    }

    private func isSilentStill(_ former: MediaTransport, since counts: [SubscriptionID: Int]) async -> Bool {
        let current = await former.arrivals()
        guard former === transport, !isClosed, recovery.lostAt != nil, !Task.isCancelled else { return false }
        guard current.contains(where: { $0.value >= counts[$0.key, default: 0] + Self.revived }) else { return true }
        recovering?.cancel()
        recovery.restored(now: time.nanoseconds())
        monitor.forget()
        continuation.yield(.restored)
        return false
    }

    private func recover(_ first: RoomRecovery.Step) async {
        var step = first
        while case .attempt(let delay) = step {
            guard (try? await time.sleep(for: delay)) != nil, !isClosed else { return }
            var isRestored = await attempt()
            guard !Task.isCancelled else { return }
            // A connection that broke again at once was not reported: it is being recovered from.
            if isRestored { isRestored = await transport.becomesSending() }
            guard !isClosed else { return }
            if isRestored {
                recovery.restored(now: time.nanoseconds())
                continuation.yield(.restored)
                return await shareAgain()
            }
            step = recovery.failed(now: time.nanoseconds(), random: parts.random())
        }
        fail(.connectionLost)
    }

    /// Makes one attempt: a new session, in the room again, sending again. Returns whether media flow.
    private func attempt() async -> Bool {
        guard let entry else { return false }
        let fresh = MediaTransport(parts)
        transports.append(fresh)
        let entered =
            await withTimeout(times.attempt, on: time, in: tasks) {
                guard (try? await fresh.open()) != nil else { return false }
                return (try? await fresh.join(entry.room, display: entry.display)) != nil
            } ?? false
        guard entered, !isClosed, !Task.isCancelled else {
            // It never sent or received: it has no counters.
            tasks.start {
                await fresh.close()
                transports.removeAll { $0 === fresh }
            }
            return false
        }
        let former = transport
        transport = fresh
        reviving?.cancel()
        monitor.forget()
        let leaving = tasks.start { await former.close() }
        continuation.yield(.reentered)
        listen(to: fresh)
        do throws(CallFailure) {
            let configuration = try await entry.configuration()
            do throws(CallFailure) {
                try await publishAsWanted(configuration, on: fresh)
            } catch .media {
                // One camera, two media connections: the former one must release it.
                await leaving.value
                try await publish(configuration, on: fresh)
            }
        } catch {
            return false
        }
        return await withTimeout(times.attempt, on: time, in: tasks) { await fresh.becomesSending() } ?? false
    }
}
