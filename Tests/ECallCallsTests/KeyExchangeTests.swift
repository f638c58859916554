import ECallAPI
import ECallCore
import ECallSecurity
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Moving media keys between two devices", .timeLimit(.minutes(1)))
struct KeyExchangeTests {
    static let ana = DeviceAddress(userID: 1, deviceID: 11)
    static let bo = DeviceAddress(userID: 2, deviceID: 22)
    static let eve = DeviceAddress(userID: 3, deviceID: 33)
    static let call: CallID = 7

    /// A device with what it sent, and an event for every key that was installed.
    final class Device: Sendable {
        let exchange: KeyExchange
        let sent: AsyncStream<Signal>
        let installed: AsyncStream<UInt32>
        let tasks = SessionTasks()
        let sending = Gate()
        let fetching = Gate()

        /// Whose public keys cannot be fetched.
        let failures = LockedValue<Set<UserID>>([])

        init(
            _ own: DeviceAddress, pair: DeviceKeyPair, keys: [String: String],
            time: ManualTime = ManualTime(skipping: .seconds(2))
        ) {
            let (sent, sentContinuation) = AsyncStream<Signal>.makeStream()
            let (installed, installedContinuation) = AsyncStream<UInt32>.makeStream()
            self.sent = sent
            self.installed = installed
            let (sending, fetching) = (sending, fetching)
            let (failures, tasks) = (failures, tasks)
            let peers = PeerKeys(
                pins: KeyPins(),
                fetch: { (users: [UserID]) async throws(CallFailure) in
                    await fetching.pass()
                    if failures.withLock({ $0.contains(where: users.contains) }) { throw .offline }
                    let asked = keys.filter { key, _ in users.contains { key.hasPrefix("\($0)_") } }
                    return PublicKeysResponse(publicKeys: asked)
                }, savePins: { _ in }, notice: { _ in })
            exchange = KeyExchange(
                call: KeyExchangeTests.call, own: own, pair: pair, peers: peers, time: time, tasks: tasks,
                send: { signal in
                    await sending.pass()
                    sentContinuation.yield(signal)
                }, keyInstalled: { installedContinuation.yield($1) })
        }

        func nextSent() async -> Signal? {
            for await signal in sent { return signal }
            return nil
        }

        func nextInstalled() async -> UInt32? {
            for await epoch in installed { return epoch }
            return nil
        }
    }

    let anaPair: DeviceKeyPair
    let boPair: DeviceKeyPair
    let host: Device
    let member: Device

    init() async throws {
        anaPair = try DeviceKeyPair.generate()
        boPair = try DeviceKeyPair.generate()
        let keys = ["\(Self.ana)": anaPair.publicKey.text, "\(Self.bo)": boPair.publicKey.text]
        host = Device(Self.ana, pair: anaPair, keys: keys)
        member = Device(Self.bo, pair: boPair, keys: keys)
        await host.exchange.start()
        await member.exchange.start()
        await host.exchange.apply(.becameKeyHost, members: [])
        await member.exchange.apply(.keyHostIs(Self.ana), members: [Self.ana])
    }

    /// What the server makes of a signal: it names the sender.
    static func relayed(_ signal: Signal, from sender: DeviceAddress) -> Signal {
        signal.sent(by: sender.identity)
    }

    static func rotation(_ signal: Signal) throws -> KeyRotation {
        guard case .keyRotation(let rotation) = signal else { throw CallFailure.noCall }
        return rotation
    }

    func firstRotation() async throws -> Signal {
        await host.exchange.apply(
            .joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        return try #require(await host.nextSent())
    }

    @Test("a join starts the first epoch: one key_rotation for the joiner, and both have the key")
    func firstEpoch() async throws {
        let rotation = try await firstRotation()
        #expect(rotation.kind == .keyRotation && rotation.epoch == 1)
        #expect(
            rotation.participant == 2 && rotation.participantDevice == 22 && rotation.call == Self.call)
        #expect(await host.nextInstalled() == 1)
        await member.exchange.received(Self.relayed(rotation, from: Self.ana))
        #expect(await member.nextInstalled() == 1)

        let encryptor = host.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = member.exchange.keyring.makeDecryptor(sender: Self.ana, track: .audio, codec: .opus)
        let frame: [UInt8] = Array(repeating: 9, count: 80)
        guard case .sealed(let sealed) = encryptor.seal(frame) else {
            Issue.record("not sealed")
            return
        }
        #expect(decryptor.open(sealed) == .opened(frame, needsKeyFrame: false))
        // A frame of Ana's does not open as Eve's.
        let wrong = member.exchange.keyring.makeDecryptor(sender: Self.eve, track: .audio, codec: .opus)
        #expect(wrong.open(sealed) == .dropped(.badTag, needsKeyFrame: false))
        await host.exchange.stop()
        #expect(encryptor.seal(frame) == .dropped(.noKey, needsKeyFrame: false))
    }

    @Test(
        "a key signal is taken only from the key host, for this call, for this device",
        arguments: [
            "stranger", "other call", "other device", "other user", "no epoch", "not our envelope", "no sender",
        ])
    func refused(_ fault: String) async throws {
        var rotation = try Self.rotation(Self.relayed(try await firstRotation(), from: Self.ana))
        switch fault {
        case "stranger": (rotation.route.sender, rotation.route.senderDevice) = (3, 33)
        case "other call": rotation.route.call = 8
        case "other device": rotation.route.device = 23
        case "other user": rotation.route.user = 3
        case "no epoch": rotation.epoch = nil
        case "not our envelope":
            rotation.encryptedAESKey = try CallKeyEnvelope.wrap(CallKey(), for: anaPair.publicKey).text
        default: rotation.route.sender = nil
        }
        await member.exchange.received(.keyRotation(rotation))
        #expect(member.exchange.keyring.epoch == nil)
    }

    @Test("a member without a key asks the host after 2 s, and the answer is taken once it has asked")
    func request() async throws {
        let rotation = try await firstRotation()
        _ = await host.nextInstalled()
        let given = try Self.rotation(Self.relayed(rotation, from: Self.ana))
        let answer = KeyAnswer(route: given.route, encryptedAESKey: given.encryptedAESKey, epoch: given.epoch)
        await member.exchange.received(.sendAESKey(answer))
        #expect(member.exchange.keyring.epoch == nil, "nobody asked for it")

        await member.exchange.joined()
        let asked = try #require(await member.nextSent())
        #expect(asked.kind == .requestAESKey && asked.participant == 1 && asked.senderDevice == 22)
        await host.exchange.received(Self.relayed(asked, from: Self.bo))
        let answered = try #require(await host.nextSent())
        #expect(answered.kind == .sendAESKey && answered.epoch == 1)
        await member.exchange.received(Self.relayed(answered, from: Self.ana))
        #expect(member.exchange.keyring.epoch == 1)
    }

    @Test("whoever left is key host no longer: its keys are not taken")
    func leftHost() async throws {
        let rotation = Self.relayed(try await firstRotation(), from: Self.ana)
        await member.exchange.apply(.left(Self.ana), members: [])
        await member.exchange.received(rotation)
        #expect(member.exchange.keyring.epoch == nil)
    }

    @Test("who leaves while its public key is being fetched gets nothing, and there is no key")
    func leaveBeforeTheKeyIsDrawn() async throws {
        host.fetching.shut()
        let host = host
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        await host.fetching.someoneWaits()
        await host.exchange.apply(.left(Self.bo), members: [])
        host.fetching.open()
        // The next epoch is the first that anybody gets.
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.ana, name: "x")), members: [Self.ana])
        let signal = try #require(await host.nextSent())
        #expect(signal.participant == 1)
        #expect(await host.exchange.epochs == 1)
    }

    @Test("a leave bounds the key that is being sent to the leaver: a second later nothing is sealed with it")
    func leaveWhileSending() async throws {
        let time = ManualTime()
        let keys = ["\(Self.bo)": boPair.publicKey.text]
        let host = Device(Self.ana, pair: anaPair, keys: keys, time: time)
        await host.exchange.start()
        await host.exchange.apply(.becameKeyHost, members: [])
        let encryptor = host.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        host.sending.shut()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        time.advance(by: .nanoseconds(EpochHost.gathering))
        await host.sending.someoneWaits()
        await host.exchange.apply(.left(Self.bo), members: [])
        host.sending.open()
        #expect(await host.nextInstalled() == 1)
        time.advance(by: .nanoseconds(KeyLimits.sealingAfterLeave))
        #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        await host.exchange.stop()
    }

    @Test("a join while an epoch is being sent starts the next one in time")
    func joinWhileSending() async throws {
        host.sending.shut()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        await host.sending.someoneWaits()
        await host.exchange.apply(
            .joined(CallRoster.Member(address: Self.ana, name: "x")), members: [Self.bo, Self.ana])
        host.sending.open()
        var recipients: [UserID?] = []
        while !recipients.contains(1), let signal = await host.nextSent() {
            recipients.append(signal.participant)
        }
        #expect(recipients.contains(1))
    }

    /// A host with a clock that is moved by hand, and three who may join.
    func manualHost(_ time: ManualTime) async throws -> Device {
        let keys = [
            "\(Self.bo)": boPair.publicKey.text, "\(Self.eve)": try DeviceKeyPair.generate().publicKey.text,
        ]
        let host = Device(Self.ana, pair: anaPair, keys: keys, time: time)
        await host.exchange.start()
        await host.exchange.apply(.becameKeyHost, members: [])
        return host
    }

    func request(from address: DeviceAddress) -> Signal {
        let identity = Self.ana.identity
        let route = SignalRoute(call: Self.call, user: identity.user, device: identity.device)
        return Self.relayed(.requestAESKey(KeyRequest(route: route)), from: address)
    }

    @Test("an epoch that is sent for longer than the next one takes neither replaces nor bounds it")
    func slowEpoch() async throws {
        let time = ManualTime()
        let host = try await manualHost(time)
        let encryptor = host.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        host.sending.shut()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.eve, name: "Eve")), members: [])
        time.advance(by: .nanoseconds(EpochHost.gathering))
        await host.sending.someoneWaits()
        host.sending.letPass()
        await host.exchange.apply(.left(Self.eve), members: [Self.bo])
        #expect(await host.nextInstalled() == 2)
        host.sending.open()
        #expect(await host.nextInstalled() == 1)
        time.advance(by: .nanoseconds(KeyLimits.sealingAfterLeave))
        guard case .sealed = encryptor.seal([1]) else {
            Issue.record("the newest key was never sent to the leaver, and seals on")
            return
        }
        await host.exchange.stop()
        for await signal in host.sent {
            #expect(signal.participant == 2, "Eve left before anything was sent to her")
            if signal.epoch == 1 { break }
        }
    }

    @Test("devices whose public keys are known do not wait for one whose key is fetched")
    func fetchDelaysNobody() async throws {
        let time = ManualTime()
        let host = try await manualHost(time)
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        time.advance(by: .nanoseconds(EpochHost.gathering))
        #expect(await host.nextInstalled() == 1)
        host.fetching.shut()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.eve, name: "Eve")), members: [])
        time.advance(by: .nanoseconds(EpochHost.gathering))
        #expect(await host.nextInstalled() == 2)
        await host.fetching.someoneWaits()
        host.fetching.open()
        var sent: [Signal] = []
        while sent.count < 3, let signal = await host.nextSent() { sent.append(signal) }
        #expect(sent.map(\.participant) == [2, 2, 3] && sent.map(\.epoch) == [1, 2, 2])
        #expect(await host.exchange.epochs == 2)
    }

    @Test("who leaves while a request of theirs is being answered gets nothing")
    func leaveWhileAnswering() async throws {
        let time = ManualTime()
        let host = try await manualHost(time)
        host.failures.withLock { $0 = [3] }
        for address in [Self.bo, Self.eve] {
            await host.exchange.apply(.joined(CallRoster.Member(address: address, name: "x")), members: [])
        }
        time.advance(by: .nanoseconds(EpochHost.gathering))
        #expect(await host.nextInstalled() == 1)
        // Eve is to have this key, but hers could not be fetched; she asks, and leaves.
        host.failures.withLock { $0 = [] }
        host.fetching.shut()
        await host.exchange.received(request(from: Self.eve))
        await host.fetching.someoneWaits()
        await host.exchange.apply(.left(Self.eve), members: [Self.bo])
        #expect(await host.nextInstalled() == 2)
        host.fetching.open()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.eve, name: "Eve")), members: [])
        time.advance(by: .nanoseconds(EpochHost.gathering))
        while let signal = await host.nextSent() {
            // A late answer brings the key of her second time, which she may have.
            #expect(
                signal.kind == .keyRotation || signal.epoch == 3,
                "she is given the next key, and not the one of before she left")
            if signal.epoch == 3 { break }
        }
    }

    @Test("who is key host no longer while a public key is fetched sends nothing and uses nothing")
    func deposed() async throws {
        let time = ManualTime()
        let host = try await manualHost(time)
        host.fetching.shut()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        time.advance(by: .nanoseconds(EpochHost.gathering))
        await host.fetching.someoneWaits()
        await host.exchange.apply(.keyHostIs(Self.bo), members: [Self.bo])
        host.fetching.open()
        await host.exchange.apply(.becameKeyHost, members: [Self.bo])
        #expect(await host.nextInstalled() == 1)
        #expect(await host.nextSent()?.epoch == 1)
        #expect(await host.exchange.epochs == 1)
        await host.exchange.stop()
    }

    @Test("a request that is open when the key host leaves is asked of the next one")
    func requestOutlivesTheHost() async throws {
        let time = ManualTime()
        let member = Device(Self.bo, pair: boPair, keys: [:], time: time)
        await member.exchange.apply(.keyHostIs(Self.ana), members: [Self.ana])
        await member.exchange.joined()
        time.advance(by: .nanoseconds(KeyRequester.joinPatience))
        #expect(await member.nextSent()?.participant == 1)
        time.advance(by: .nanoseconds(KeyRequester.cooldown))
        await member.exchange.apply(.left(Self.ana), members: [Self.eve])
        await member.exchange.apply(.keyHostIs(Self.eve), members: [Self.eve])
        #expect(await member.nextSent()?.participant == 3)
    }

    @Test("what is told takes effect in order: a key of who leaves next is taken and bounded, one of who left is not")
    func order() async throws {
        let time = ManualTime()
        let rotation = Self.relayed(try await firstRotation(), from: Self.ana)
        let member = Device(Self.bo, pair: boPair, keys: [:], time: time)
        let encryptor = member.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        member.exchange.heard(.keyHostIs(Self.ana), members: [Self.ana])
        member.exchange.heard(rotation)
        member.exchange.heard(.left(Self.ana), members: [])
        var late = try Self.rotation(rotation)
        late.encryptedAESKey = try CallKeyEnvelope.wrap(CallKey(), for: boPair.publicKey).text
        late.epoch = 2
        member.exchange.heard(.keyRotation(late))
        // Told a second ago: the bound counts from then, not from when there was time for it.
        time.advance(by: .nanoseconds(KeyLimits.sealingAfterLeave))
        member.fetching.shut()
        await member.exchange.start()
        member.exchange.heard(.becameKeyHost, members: [Self.eve])
        await member.fetching.someoneWaits()
        #expect(await member.nextInstalled() == 1)
        #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        #expect(await member.exchange.epochs == 1)
    }

    @Test("a leave starts an epoch that the leaver does not get")
    func leave() async throws {
        _ = try await firstRotation()
        _ = await host.nextInstalled()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.ana, name: "x")), members: [Self.bo])
        await host.exchange.apply(.left(Self.bo), members: [])
        // Both ask; whoever asks later is answered later.
        for sender in [Self.bo, Self.ana] {
            await host.exchange.received(request(from: sender))
        }
        var told: [SignalKind] = []
        for await signal in host.sent where told.count < 2 {
            #expect(signal.participant != 2, "Bo has left and gets no key")
            told.append(signal.kind)
            if told.count == 2 { break }
        }
        #expect(told == [.keyRotation, .sendAESKey])
        await host.exchange.stop()
    }
}

@Suite("Pins of contacts' keys", .timeLimit(.minutes(1)))
struct KeyPinsTests {
    @Test("first seen, known, new device, changed key")
    func findings() throws {
        var pins = KeyPins()
        let first = try DeviceKeyPair.generate().publicKey
        let second = try DeviceKeyPair.generate().publicKey
        let address = DeviceAddress(userID: 1, deviceID: 11)
        #expect(pins.check(address, first) == .firstSeen)
        #expect(pins.check(address, first) == .known)
        #expect(pins.check(DeviceAddress(userID: 1, deviceID: 12), second) == .newDevice)
        #expect(pins.check(DeviceAddress(userID: 10, deviceID: 12), second) == .firstSeen)
        #expect(pins.check(address, second) == .changedKey)
        #expect(pins.check(address, second) == .known)
    }
}
