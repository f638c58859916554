import ECallAPI
import ECallSecurity

/// Moves media keys between the devices of one call: as key host it starts epochs and answers requests, as member it takes
/// keys from the key host and asks for one it misses. The rules are in `EpochHost` and `KeyRequester`; this is their I/O.
actor KeyExchange {
    nonisolated let keyring: CallKeyring

    private let call: CallID
    private let own: DeviceAddress
    private let pair: DeviceKeyPair
    private let peers: PeerKeys
    private let send: @Sendable (SignalMessage) async -> Void
    private let keyInstalled: @Sendable (CallKey, UInt32) -> Void
    private let now: @Sendable () -> UInt64

    private var host = EpochHost()
    private var requester = KeyRequester()
    private var names: [DeviceAddress: String] = [:]
    private var keyHost: DeviceAddress?
    private var hostTimer: Task<Void, Never>?
    private var requesterTimer: Task<Void, Never>?
    private var expiryTimer: Task<Void, Never>?
    private var needs: Task<Void, Never>?
    private(set) var epochs = 0
    private var leaves = 0
    private var lastLeave: UInt64 = 0
    private var isStopped = false

    init(
        call: CallID, own: DeviceAddress, pair: DeviceKeyPair, peers: PeerKeys,
        now: @escaping @Sendable () -> UInt64 = MonotonicClock.now,
        send: @escaping @Sendable (SignalMessage) async -> Void,
        keyInstalled: @escaping @Sendable (CallKey, UInt32) -> Void
    ) {
        self.call = call
        self.own = own
        self.pair = pair
        self.peers = peers
        self.now = now
        self.send = send
        self.keyInstalled = keyInstalled
        keyring = CallKeyring(callID: call.rawValue, ownAddress: own, now: now)
    }

    /// Begins to listen to what frames need.
    func start() {
        needs = Task { [weak self, keyring] in
            for await _ in keyring.needsKey { await self?.ask(.needsKey) }
        }
    }

    /// Wipes all keys. Nothing is sent or taken afterwards.
    func stop() {
        isStopped = true
        for task in [hostTimer, requesterTimer, expiryTimer, needs] { task?.cancel() }
        keyring.wipe()
    }

    // MARK: - What happens in the call

    func apply(_ change: CallRoster.Change, members: Set<DeviceAddress>) async {
        switch change {
        case .joined(let member):
            names[member.address] = member.name
            await perform(host.handle(.deviceJoined(member.address), now: now()))
        case .left(let address):
            // Who has left is key host no longer: the server names the next one.
            if keyHost == address { keyHost = nil }
            leaves += 1
            lastLeave = now()
            keyring.learnedOfLeave(at: lastLeave)
            await perform(host.handle(.deviceLeft(address), now: now()))
        case .becameKeyHost:
            keyHost = own
            await ask(.becameHost)
            await perform(host.handle(.becameHost(members: members, newestEpoch: keyring.epoch ?? 0), now: now()))
        case .keyHostIs(let address):
            let isFirst = keyHost == nil
            keyHost = address
            await perform(host.handle(.lostHost, now: now()))
            if !isFirst { await ask(.hostChanged) }
        }
    }

    /// This device has joined a running call and waits for its first key.
    func joined() async {
        await ask(.joined)
    }

    /// A key signal came. Taken only for this call and only from the key host (e2ee 2).
    func received(_ signal: SignalMessage) async {
        guard !isStopped, signal[id: .call] == call, signal[id: .participant]?.rawValue == own.userID,
            signal[id: .participantDevice].map({ $0.rawValue == own.deviceID }) ?? true,
            let user = signal[id: .sender], let device = signal[id: .senderDevice]
        else { return }
        let sender = DeviceAddress(userID: user.rawValue, deviceID: device.rawValue)
        switch signal.kind {
        case .keyRotation where sender == keyHost:
            await take(signal)
        case .sendAESKey where sender == keyHost && requester.isWaiting(now: now()):
            await take(signal)
        case .requestAESKey where keyHost == own:
            await perform(host.handle(.keyRequested(by: sender), now: now()))
        default: return
        }
    }

    private func take(_ signal: SignalMessage) async {
        guard let text = signal[text: .encryptedAESKey], let epoch = signal.epoch,
            let key = try? CallKeyEnvelope(text: text).unwrap(with: pair)
        else { return }
        switch keyring.install(key, epoch: epoch) {
        case .adopted, .opensOnly:
            epochs += 1
            keyInstalled(key, epoch)
        case .known, .retired, .refused: return
        }
        scheduleExpiry()
        await ask(.keyInstalled)
    }

    // MARK: - Key host

    private func perform(_ actions: [EpochHost.Action]) async {
        // Timers first: what happens while a key is being sent sets the next one.
        for case .nextTick(let instant) in actions where !isStopped {
            hostTimer?.cancel()
            hostTimer = timer(at: instant) { await $0.hostTick() }
        }
        for action in actions where !isStopped {
            switch action {
            case .startEpoch(let epoch, let recipients, let adoptAfter):
                await startEpoch(epoch, recipients, adoptAfter)
            case .answerRequest(let address): await answer(address)
            case .nextTick: break
            }
        }
    }

    private func hostTick() async {
        await perform(host.handle(.tick, now: now()))
    }

    private func startEpoch(_ epoch: UInt32, _ recipients: [DeviceAddress], _ adoptAfter: UInt64) async {
        var publicKeys: [(address: DeviceAddress, key: DevicePublicKey)] = []
        for recipient in recipients {
            guard let key = try? await peers.key(of: recipient) else { continue }
            publicKeys.append((recipient, key))
        }
        // Who left meanwhile gets nothing.
        publicKeys.removeAll { !host.isRecipient($0.address) }
        guard !isStopped, !publicKeys.isEmpty else { return }
        let key = keyring.drawKey()
        let leavesBefore = leaves
        // The first key protects at once: there is none before it that receivers could still be using.
        let isFirst = keyring.epoch == nil
        for (recipient, publicKey) in publicKeys where host.isRecipient(recipient) && !isStopped {
            guard let envelope = try? CallKeyEnvelope.wrap(key, for: publicKey) else { continue }
            var signal = signal(.keyRotation, to: recipient)
            signal[text: .participantName] = names[recipient]
            signal[text: .encryptedAESKey] = envelope.text
            signal.keyRotationTimestamp = Double(Timestamp.now.milliseconds) / 1000 + Double(adoptAfter) / 1e9
            signal.epoch = epoch
            await send(signal)
        }
        guard !isStopped else { return }
        _ = keyring.install(key, epoch: epoch, sealFrom: isFirst ? nil : now() + adoptAfter)
        // Whoever left while the key was being sent may have it.
        if leaves != leavesBefore { keyring.learnedOfLeave(at: lastLeave) }
        epochs += 1
        keyInstalled(key, epoch)
        scheduleExpiry()
    }

    private func answer(_ address: DeviceAddress) async {
        guard let recipient = try? await peers.key(of: address), !isStopped,
            let (envelope, epoch) = try? keyring.wrapCurrentKey(for: recipient)
        else { return }
        var signal = signal(.sendAESKey, to: address)
        signal[text: .encryptedAESKey] = envelope.text
        signal.epoch = epoch
        await send(signal)
    }

    // MARK: - Member

    private func ask(_ event: KeyRequester.Event) async {
        guard !isStopped else { return }
        for action in requester.handle(event, now: now()) {
            switch action {
            case .request:
                guard let keyHost, keyHost != own else { continue }
                var signal = signal(.requestAESKey, to: keyHost)
                signal[id: .sender] = UserID(own.userID)
                signal[id: .senderDevice] = DeviceID(own.deviceID)
                await send(signal)
            case .nextTick(let instant):
                requesterTimer?.cancel()
                requesterTimer = timer(at: instant) { await $0.ask(.tick) }
            }
        }
    }

    private func signal(_ kind: SignalKind, to address: DeviceAddress) -> SignalMessage {
        var signal = SignalMessage(kind)
        signal[id: .call] = call
        signal[id: .participant] = UserID(address.userID)
        signal[id: .participantDevice] = DeviceID(address.deviceID)
        return signal
    }

    // MARK: - Time

    private func scheduleExpiry() {
        guard let instant = keyring.expireKeys() else { return }
        expiryTimer?.cancel()
        expiryTimer = timer(at: instant) { await $0.scheduleExpiry() }
    }

    private func timer(at instant: UInt64, _ body: @escaping @Sendable (KeyExchange) async -> Void) -> Task<Void, Never>
    {
        let current = now()
        let delay = instant > current ? instant - current : 0
        return Task { [weak self] in
            guard (try? await Task.sleep(for: .nanoseconds(delay))) != nil, let self else { return }
            await body(self)
        }
    }
}
