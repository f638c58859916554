import ECallAPI
import ECallCore
import ECallSecurity
import Foundation

/// Moves media keys between the devices of one call: as key host it starts epochs and answers requests, as member it takes
/// keys from the key host and asks for one it misses. The rules are in `EpochHost` and `KeyRequester`; this is their I/O.
///
/// What happens in the call takes effect at once and in order: nothing here waits for the server or for a socket.
actor KeyExchange {
    private enum News: Sendable {
        case change(CallRoster.Change, members: Set<DeviceAddress>, at: UInt64)
        case signal(Signal)
        case signalsMayBeMissing
    }

    nonisolated let keyring: CallKeyring

    private let news: AsyncStream<News>
    private let newsContinuation: AsyncStream<News>.Continuation
    private let call: CallID
    private let own: DeviceAddress
    private let pair: DeviceKeyPair
    private let peers: PeerKeys
    private let send: @Sendable (Signal) async -> Void
    private let keyInstalled: @Sendable (CallKey, UInt32) -> Void
    private let time: any TimeSource
    private let tasks: SessionTasks

    private var host = EpochHost()
    private var requester = KeyRequester()
    private var names: [DeviceAddress: String] = [:]
    private var keyHost: DeviceAddress?
    private var hostTimer: Task<Void, Never>?
    private var requesterTimer: Task<Void, Never>?
    private var expiryTimer: Task<Void, Never>?
    private var listening: [Task<Void, Never>] = []
    private(set) var epochs = 0
    /// How many epochs were begun: one that is still being sent when the next begins is sent to nobody else.
    private var begun = 0
    /// When somebody left, in order.
    private var leaves: [UInt64] = []
    private var isStopped = false

    init(
        call: CallID, own: DeviceAddress, pair: DeviceKeyPair, peers: PeerKeys,
        time: any TimeSource, tasks: SessionTasks,
        send: @escaping @Sendable (Signal) async -> Void,
        keyInstalled: @escaping @Sendable (CallKey, UInt32) -> Void
    ) {
        self.call = call
        self.own = own
        self.pair = pair
        self.peers = peers
        self.time = time
        self.tasks = tasks
        self.send = send
        self.keyInstalled = keyInstalled
        keyring = CallKeyring(callID: call.rawValue, ownAddress: own, now: { time.nanoseconds() })
        (news, newsContinuation) = AsyncStream.makeStream()
    }

    /// Begins to listen to what is reported and to what frames need.
    func start() {
        guard !isStopped else { return }
        listening = [
            tasks.start { [weak self, keyring] in
                for await _ in keyring.needsKey { await self?.ask(.needsKey) }
            },
            tasks.start { [weak self, news] in
                for await item in news { await self?.take(item) }
            },
        ]
    }

    /// Wipes all keys. Nothing is sent or taken afterwards.
    func stop() {
        isStopped = true
        for task in [hostTimer, requesterTimer, expiryTimer] + listening { task?.cancel() }
        newsContinuation.finish()
        keyring.wipe()
    }

    // MARK: - What happens in the call

    /// Reports a change without waiting for anything; what is reported takes effect in this order.
    nonisolated func heard(_ change: CallRoster.Change, members: Set<DeviceAddress>) {
        newsContinuation.yield(.change(change, members: members, at: time.nanoseconds()))
    }

    /// Reports a key signal; behind all changes that were reported before.
    nonisolated func heard(_ signal: Signal) {
        newsContinuation.yield(.signal(signal))
    }

    private func take(_ news: News) {
        switch news {
        case .change(let change, let members, let instant): apply(change, members: members, at: instant)
        case .signal(let signal): received(signal)
        case .signalsMayBeMissing: ask(.signalsMayBeMissing)
        }
    }

    /// - Parameter instant: when it was reported, which is what a leave bounds keys from; nil for now.
    func apply(_ change: CallRoster.Change, members: Set<DeviceAddress>, at instant: UInt64? = nil) {
        guard !isStopped else { return }
        switch change {
        case .joined(let member):
            names[member.address] = member.name
            perform(host.handle(.deviceJoined(member.address), now: time.nanoseconds()))
        case .left(let address):
            // Who has left is key host no longer: the server names the next one.
            if keyHost == address { keyHost = nil }
            let leave = instant ?? time.nanoseconds()
            leaves.append(leave)
            keyring.learnedOfLeave(at: leave)
            perform(host.handle(.deviceLeft(address), now: time.nanoseconds()))
        case .becameKeyHost:
            keyHost = own
            ask(.becameHost)
            perform(
                host.handle(.becameHost(members: members, newestEpoch: keyring.epoch ?? 0), now: time.nanoseconds()))
        case .keyHostIs(let address):
            keyHost = address
            perform(host.handle(.lostHost, now: time.nanoseconds()))
            // Anyone who was asked before, even one that left, never answers.
            ask(.hostChanged)
        }
    }

    /// This device has joined a running call and waits for its first key.
    func joined() {
        ask(.joined)
    }

    /// Signals may have been lost, a key among them: asks for the current one.
    nonisolated func signalsMayBeMissing() {
        newsContinuation.yield(.signalsMayBeMissing)
    }

    /// A key signal came. Taken only for this call and only from the key host (e2ee 2).
    func received(_ signal: Signal) {
        guard !isStopped, let route = signal.route, route.call == call, route.user?.rawValue == own.userID,
            route.device.map({ $0.rawValue == own.deviceID }) ?? true,
            let user = route.sender, let device = route.senderDevice
        else { return }
        let sender = DeviceAddress(userID: user.rawValue, deviceID: device.rawValue)
        switch signal {
        case .keyRotation(let rotation) where sender == keyHost:
            if take(rotation.encryptedAESKey, epoch: rotation.epoch) == true { ask(.keyInstalled) }
        case .sendAESKey(let answer) where sender == keyHost && requester.isWaiting(now: time.nanoseconds()):
            // An answer that brings the key that is here already is an answer too.
            if take(answer.encryptedAESKey, epoch: answer.epoch) != nil { ask(.keyInstalled) }
        case .requestAESKey where keyHost == own:
            perform(host.handle(.keyRequested(by: sender), now: time.nanoseconds()))
        default: return
        }
    }

    /// Opens an envelope and takes its key. Nothing else happens meanwhile: who left before has been heard of, and who
    /// leaves next bounds this key as well.
    ///
    /// - Returns: whether the key was taken into use; nil when there was none to open.
    private func take(_ envelope: String?, epoch: UInt32?) -> Bool? {
        guard let envelope, let epoch, let key = try? CallKeyEnvelope(text: envelope).unwrap(with: pair) else {
            return nil
        }
        return install(key, epoch: epoch)
    }

    /// Whether the key was taken into use.
    private func install(_ key: CallKey, epoch: UInt32, sealFrom: UInt64? = nil, leave: UInt64? = nil) -> Bool {
        switch keyring.install(key, epoch: epoch, sealFrom: sealFrom, leave: leave) {
        case .adopted, .opensOnly: break
        case .known, .retired, .refused: return false
        }
        epochs += 1
        keyInstalled(key, epoch)
        scheduleExpiry()
        return true
    }

    // MARK: - Key host

    private func perform(_ actions: [EpochHost.Action]) {
        // Timers first: what happens while a key is being sent sets the next one.
        for case .nextTick(let instant) in actions where !isStopped {
            hostTimer?.cancel()
            hostTimer = timer(at: instant) { await $0.hostTick() }
        }
        for action in actions where !isStopped {
            switch action {
            case .startEpoch(let epoch, let recipients, let adoptAfter):
                begun += 1
                let number = begun
                tasks.start { await startEpoch(number, epoch, recipients, adoptAfter) }
            case .answerRequest(let address): tasks.start { await answer(address) }
            case .nextTick: break
            }
        }
    }

    private func hostTick() {
        perform(host.handle(.tick, now: time.nanoseconds()))
    }

    /// Whether a device is to be sent the key of an epoch that was begun.
    private func isWanted(_ recipient: DeviceAddress, in number: Int) -> Bool {
        !isStopped && keyHost == own && number == begun && host.isRecipient(recipient)
    }

    private func startEpoch(
        _ number: Int, _ epoch: UInt32, _ recipients: [DeviceAddress], _ adoptAfter: UInt64
    ) async {
        var drawn: CallKey?
        var unknown: [DeviceAddress] = []
        // Devices whose public keys are here do not wait for those that the server has to be asked for.
        for mayAsk in [false, true] {
            let isDistributed = drawn != nil
            let leavesBefore = leaves.count
            for recipient in mayAsk ? unknown : recipients where isWanted(recipient, in: number) {
                let publicKey = mayAsk ? try? await peers.key(of: recipient) : await peers.knownKey(of: recipient)
                if publicKey == nil, !mayAsk { unknown.append(recipient) }
                // Looked at again: it may have left, or another be host, while its public key was fetched.
                guard let publicKey, isWanted(recipient, in: number) else { continue }
                let key = drawn ?? keyring.drawKey()
                guard let envelope = try? CallKeyEnvelope.wrap(key, for: publicKey) else { continue }
                drawn = key
                await send(rotation(to: recipient, envelope, epoch: epoch, adoptAfter))
            }
            // A key that nobody else has is of no use; anyone who left while it was being sent may have it.
            guard let drawn, !isDistributed, !isStopped else { continue }
            // The first key protects at once: there is none before it that receivers could still be using.
            let sealFrom = keyring.epoch == nil ? nil : time.nanoseconds() + adoptAfter
            _ = install(drawn, epoch: epoch, sealFrom: sealFrom, leave: leaves.dropFirst(leavesBefore).first)
        }
    }

    private func rotation(
        to recipient: DeviceAddress, _ envelope: CallKeyEnvelope, epoch: UInt32, _ adoptAfter: UInt64
    ) -> Signal {
        .keyRotation(
            KeyRotation(
                route: route(to: recipient), name: names[recipient], encryptedAESKey: envelope.text,
                keyRotationTimestamp: time.date().timeIntervalSince1970 + Double(adoptAfter) / 1e9,
                epoch: epoch))
    }

    private func answer(_ address: DeviceAddress) async {
        // Looked at again: it may have left, or another be host, while its public key was fetched.
        guard let recipient = try? await peers.key(of: address), !isStopped, keyHost == own, host.isRecipient(address),
            let (envelope, epoch) = try? keyring.wrapCurrentKey(for: recipient)
        else { return }
        await send(
            .sendAESKey(KeyAnswer(route: route(to: address), encryptedAESKey: envelope.text, epoch: epoch)))
    }

    // MARK: - Member

    private func ask(_ event: KeyRequester.Event) {
        guard !isStopped else { return }
        for action in requester.handle(event, now: time.nanoseconds()) {
            switch action {
            case .request:
                guard let keyHost, keyHost != own else { continue }
                var route = route(to: keyHost)
                route.sender = UserID(own.userID)
                route.senderDevice = DeviceID(own.deviceID)
                tasks.start { [send, route] in await send(.requestAESKey(KeyRequest(route: route))) }
            case .nextTick(let instant):
                requesterTimer?.cancel()
                requesterTimer = timer(at: instant) { await $0.ask(.tick) }
            }
        }
    }

    private func route(to address: DeviceAddress) -> SignalRoute {
        SignalRoute(call: call, user: UserID(address.userID), device: DeviceID(address.deviceID))
    }

    // MARK: - Time

    private func scheduleExpiry() {
        guard let instant = keyring.expireKeys() else { return }
        expiryTimer?.cancel()
        expiryTimer = timer(at: instant) { await $0.scheduleExpiry() }
    }

    private func timer(at instant: UInt64, _ body: @escaping @Sendable (KeyExchange) async -> Void) -> Task<Void, Never>
    {
        tasks.start { [weak self, time] in
            guard (try? await time.sleep(until: instant)) != nil, let self else { return }
            await body(self)
        }
    }
}
