import ECallAPI
import ECallCore
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// Executes the decisions of `KeyDistribution` in one call: its messages go to signalling, its keys to the frames. Events take
/// effect in order: nothing here waits for the server or for a socket.
actor KeyExchange {
    enum News: Sendable {
        case members([CallMember])
        case notice(KeyDistribution.Notice)
        case reported(DeviceAddress, ReceptionReport)
        case reacted(DeviceAddress, Reaction)
        /// A status that says whether this device records was sent to all.
        case saidRecording(Bool)
        /// A callee has replied that they will not join: the reply waits in `takeReplies`.
        case replied
    }

    private enum Item: Sendable {
        case event(KeyDistribution.Event)
        case mark(Int)
    }

    private struct Outgoing: Sendable {
        let signal: E2EESignal
        var saysRecording: Bool?
    }

    nonisolated let keyring: SenderKeyring

    private let call: CallID
    private let time: any TimeSource
    private let tasks: SessionTasks
    private let send: @Sendable (Signal) async -> Bool
    private let savePins: @Sendable (DevicePins) -> Void
    private let tell: @Sendable (News) -> Void
    private let secretTaken: (@Sendable (CallSecret) -> Void)?

    private let events: AsyncStream<Item>
    private let eventContinuation: AsyncStream<Item>.Continuation
    private let outgoing: AsyncStream<Outgoing>
    private let outgoingContinuation: AsyncStream<Outgoing>.Continuation
    private let own: DeviceAddress
    /// Read at every frame, from other threads.
    private let generations: LockedValue<OwnGenerations?>
    private var core: KeyDistribution
    private var random = SystemRandomNumberGenerator()
    private var listening: [Task<Void, Never>] = []
    private var tick: Task<Void, Never>?
    private var expiry: Task<Void, Never>?
    private var isStopped = false
    private(set) var keysTaken = 0
    private var replies: [DeviceAddress: CallReply] = [:]
    private var marks: [Int: CheckedContinuation<Void, Never>] = [:]
    private var markCount = 0

    /// Begins an entry; nothing is sent before `entered`. `send` returns whether a signal is on its way.
    init(
        call: CallID, room: RoomID, entry: OwnEntry, pins: DevicePins, isFounder: Bool, time: any TimeSource,
        tasks: SessionTasks, send: @escaping @Sendable (Signal) async -> Bool,
        savePins: @escaping @Sendable (DevicePins) -> Void, tell: @escaping @Sendable (News) -> Void,
        secretTaken: (@Sendable (CallSecret) -> Void)? = nil
    ) {
        (self.call, self.time, self.tasks) = (call, time, tasks)
        (self.send, self.savePins, self.tell, self.secretTaken) = (send, savePins, tell, secretTaken)
        own = entry.device.identity.address
        core = KeyDistribution(
            call: call.rawValue, room: room.rawValue, entry: entry, pins: pins, isFounder: isFounder,
            now: time.nanoseconds() / 1_000_000, random: &random)
        let generations = LockedValue<OwnGenerations?>(core.generations)
        self.generations = generations
        keyring = SenderKeyring(
            callID: call.rawValue, ownAddress: own, now: { time.nanoseconds() },
            sealing: { generations.withLock { $0?.sealing(now: time.nanoseconds() / 1_000_000) } })
        (events, eventContinuation) = AsyncStream.makeStream()
        (outgoing, outgoingContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1_024))
    }

    func start() {
        guard !isStopped else { return }
        listening = [
            tasks.follow(events) { [weak self] in await self?.take($0) },
            tasks.follow(keyring.needsKey) { [weak self] in self?.heard(.keyMissing(of: $0)) },
            tasks.follow(outgoing) { [send, tell] item in
                // A lost one is missed by its addressee, and requested again.
                guard await send(.e2ee(item.signal)), let isOn = item.saysRecording else { return }
                tell(.saidRecording(isOn))
            },
        ]
    }

    /// Wipes all keys. Nothing is sent or accepted afterwards.
    func stop() {
        isStopped = true
        for task in [tick, expiry] + listening { task?.cancel() }
        eventContinuation.finish()
        outgoingContinuation.finish()
        _ = core.handle(.leave, now: now, random: &random)
        generations.withLock { $0 = nil }
        keyring.wipe()
        for mark in marks.keys { reached(mark) }
    }

    /// Reports an event without waiting for anything; events take effect in this order.
    nonisolated func heard(_ event: KeyDistribution.Event) { eventContinuation.yield(.event(event)) }

    nonisolated func heard(_ signal: E2EESignal) {
        guard signal.call == call, let user = signal.sender, let device = signal.senderDevice,
            case .body(let text) = signal.content
        else { return }
        let sender = DeviceAddress(userID: user.rawValue, deviceID: device.rawValue)
        heard(.message(signal.kind, from: sender, text))
    }

    /// Stores the person's finding about a device before it returns; false if the keys are wiped already.
    func note(_ note: DeviceNote) -> Bool {
        guard !isStopped else { return false }
        take(.noted(note))
        return true
    }

    /// Returns the replies of callees who will not join, each once, after everything reported before has taken effect.
    func takeReplies() async -> [DeviceAddress: CallReply] {
        markCount += 1
        let mark = markCount
        await withCheckedContinuation { continuation in
            marks[mark] = continuation
            if isStopped { reached(mark) } else { eventContinuation.yield(.mark(mark)) }
        }
        defer { replies = [:] }
        return replies
    }

    private func reached(_ mark: Int) { marks.removeValue(forKey: mark)?.resume() }

    private func take(_ item: Item) {
        switch item {
        case .event(let event): take(event)
        case .mark(let mark): reached(mark)
        }
    }

    /// Announces that this device leaves; returns when that is on its way, or cannot be.
    func leave() async {
        guard !isStopped else { return }
        let actions = core.handle(.leave, now: now, random: &random)
        shareGenerations()
        for case .sendToAll(let kind, let text) in actions {
            _ = await send(.e2ee(E2EESignal(call: call, kind: kind, content: .body(text))))
        }
    }

    private func shareGenerations() {
        let newest = core.generations
        generations.withLock { $0 = newest }
    }

    private var now: UInt64 { time.nanoseconds() / 1_000_000 }

    private func take(_ event: KeyDistribution.Event) {
        guard !isStopped else { return }
        let actions = core.handle(event, now: now, random: &random)
        // First of all: keys that must not be used any more are withdrawn before the rest is carried out.
        shareGenerations()
        for action in actions { perform(action) }
        if let secretTaken {
            for secret in core.secrets { secretTaken(secret) }
            if let key = core.generations.sealing(now: now) { secretTaken(.sender(key.key)) }
        }
        dropExpiredKeys()
    }

    private func perform(_ action: KeyDistribution.Action) {
        switch action {
        case .send(let kind, let texts):
            for signal in E2EESignal.cut(kind, texts, of: call) { outgoingContinuation.yield(Outgoing(signal: signal)) }
        case .sendToAll(let kind, let text):
            outgoingContinuation.yield(
                Outgoing(
                    signal: E2EESignal(call: call, kind: kind, content: .body(text)),
                    saysRecording: kind == .status ? core.isRecording : nil))
        case .received(let sender, let key):
            keysTaken += 1
            keyring.receive(from: sender, key)
            secretTaken?(.sender(key.key))
        case .forget(let sender): keyring.forget(sender)
        case .members(let members): tell(.members(members))
        case .pinned(let pins): savePins(pins)
        case .notice(let notice): tell(.notice(notice))
        case .replied(let sender, let reply):
            replies[sender] = reply
            tell(.replied)
        case .reported(let sender, let report): tell(.reported(sender, report))
        case .reacted(let sender, let reaction): tell(.reacted(sender, reaction))
        case .nextTick(let instant):
            tick?.cancel()
            tick = timer(at: instant * 1_000_000) { await $0.take(.tick) }
        }
    }

    private func timer(at instant: UInt64, _ body: @escaping @Sendable (KeyExchange) async -> Void) -> Task<Void, Never>
    {
        tasks.start { [weak self, time] in
            guard (try? await time.sleep(until: instant)) != nil, let self else { return }
            await body(self)
        }
    }

    private func dropExpiredKeys() {
        guard !isStopped, let instant = keyring.expireKeys() else { return }
        expiry?.cancel()
        expiry = timer(at: instant) { await $0.dropExpiredKeys() }
    }
}

extension KeyExchange {
    nonisolated func heard(_ published: PublishedKeys) {
        heard(
            .published(
                identities: published.devices.values.map(\.text).sorted(), vouches: published.vouches,
                revokes: published.revokes))
    }
}
