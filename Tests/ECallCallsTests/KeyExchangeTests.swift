import ECallAPI
import ECallSecurity
import FrameCrypto
import Synchronization
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
        let sent: AsyncStream<SignalMessage>
        let installed: AsyncStream<UInt32>
        let sending = Gate()
        let fetching = Gate()

        init(
            _ own: DeviceAddress, pair: DeviceKeyPair, keys: [String: String],
            now: @escaping @Sendable () -> UInt64 = MonotonicClock.now
        ) {
            let (sent, sentContinuation) = AsyncStream<SignalMessage>.makeStream()
            let (installed, installedContinuation) = AsyncStream<UInt32>.makeStream()
            self.sent = sent
            self.installed = installed
            let (sending, fetching) = (sending, fetching)
            let peers = PeerKeys(
                pins: KeyPins(),
                fetch: { _ in
                    await fetching.pass()
                    return PublicKeysResponse(publicKeys: keys)
                }, savePins: { _ in }, notice: { _ in })
            exchange = KeyExchange(
                call: KeyExchangeTests.call, own: own, pair: pair, peers: peers, now: now,
                send: { signal in
                    await sending.pass()
                    sentContinuation.yield(signal)
                }, keyInstalled: { installedContinuation.yield($1) })
        }

        func nextSent() async -> SignalMessage? {
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
    static func relayed(_ signal: SignalMessage, from sender: DeviceAddress) -> SignalMessage {
        var signal = signal
        signal[id: .sender] = UserID(sender.userID)
        signal[id: .senderDevice] = DeviceID(sender.deviceID)
        return signal
    }

    func firstRotation() async throws -> SignalMessage {
        await host.exchange.apply(
            .joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        return try #require(await host.nextSent())
    }

    @Test("a join starts the first epoch: one key_rotation for the joiner, and both have the key")
    func firstEpoch() async throws {
        let rotation = try await firstRotation()
        #expect(rotation.kind == .keyRotation && rotation.epoch == 1)
        #expect(
            rotation[id: .participant] == 2 && rotation[id: .participantDevice] == 22
                && rotation[id: .call] == Self.call)
        #expect(await host.nextInstalled() == 1)
        await member.exchange.received(Self.relayed(rotation, from: Self.ana))
        #expect(await member.nextInstalled() == 1)

        let sealer = host.exchange.keyring.makeSealer(track: .audio, codec: .opus)
        let opener = member.exchange.keyring.makeOpener(sender: Self.ana, track: .audio, codec: .opus)
        let frame: [UInt8] = Array(repeating: 9, count: 80)
        guard case .sealed(let sealed) = sealer.seal(frame) else {
            Issue.record("not sealed")
            return
        }
        #expect(opener.open(sealed) == .opened(frame, needsKeyFrame: false))
        // A frame of Ana's does not open as Eve's.
        let wrong = member.exchange.keyring.makeOpener(sender: Self.eve, track: .audio, codec: .opus)
        #expect(wrong.open(sealed) == .dropped(.badTag, needsKeyFrame: false))
        await host.exchange.stop()
        #expect(sealer.seal(frame) == .dropped(.noKey, needsKeyFrame: false))
    }

    @Test(
        "a key signal is taken only from the key host, for this call, for this device",
        arguments: [
            "stranger", "other call", "other device", "other user", "no epoch", "not our envelope", "no sender",
        ])
    func refused(_ fault: String) async throws {
        var signal = Self.relayed(try await firstRotation(), from: Self.ana)
        switch fault {
        case "stranger": signal = Self.relayed(signal, from: Self.eve)
        case "other call": signal[id: .call] = 8
        case "other device": signal[id: .participantDevice] = 23
        case "other user": signal[id: .participant] = 3
        case "no epoch": signal.epoch = nil
        case "not our envelope":
            signal[text: .encryptedAESKey] = try CallKeyEnvelope.wrap(CallKey(), for: anaPair.publicKey).text
        default: signal[id: .sender] = nil
        }
        await member.exchange.received(signal)
        #expect(member.exchange.keyring.epoch == nil)
    }

    @Test("a member without a key asks the host after 2 s, and the answer is taken once it has asked")
    func request() async throws {
        let rotation = try await firstRotation()
        _ = await host.nextInstalled()
        var answer = Self.relayed(rotation, from: Self.ana)
        answer.kind = .sendAESKey
        await member.exchange.received(answer)
        #expect(member.exchange.keyring.epoch == nil, "nobody asked for it")

        await member.exchange.joined()
        let asked = try #require(await member.nextSent())
        #expect(asked.kind == .requestAESKey && asked[id: .participant] == 1 && asked[id: .senderDevice] == 22)
        await host.exchange.received(Self.relayed(asked, from: Self.bo))
        let given = try #require(await host.nextSent())
        #expect(given.kind == .sendAESKey && given.epoch == 1)
        await member.exchange.received(Self.relayed(given, from: Self.ana))
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
        #expect(signal[id: .participant] == 1)
        #expect(await host.exchange.epochs == 1)
    }

    @Test("a leave bounds the key that is being sent to the leaver: a second later nothing is sealed with it")
    func leaveWhileSending() async throws {
        let clock = Mutex<UInt64>(1_000_000_000)
        let keys = ["\(Self.bo)": boPair.publicKey.text]
        let host = Device(Self.ana, pair: anaPair, keys: keys, now: { clock.withLock { $0 } })
        await host.exchange.start()
        await host.exchange.apply(.becameKeyHost, members: [])
        let sealer = host.exchange.keyring.makeSealer(track: .audio, codec: .opus)
        host.sending.shut()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.bo, name: "Bo")), members: [Self.bo])
        clock.withLock { $0 += EpochHost.gathering }
        await host.sending.someoneWaits()
        await host.exchange.apply(.left(Self.bo), members: [])
        host.sending.open()
        #expect(await host.nextInstalled() == 1)
        clock.withLock { $0 += KeyLimits.sealingAfterLeave }
        #expect(sealer.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
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
            recipients.append(signal[id: .participant])
        }
        #expect(recipients.contains(1))
    }

    @Test("a leave starts an epoch that the leaver does not get")
    func leave() async throws {
        _ = try await firstRotation()
        _ = await host.nextInstalled()
        await host.exchange.apply(.joined(CallRoster.Member(address: Self.ana, name: "x")), members: [Self.bo])
        await host.exchange.apply(.left(Self.bo), members: [])
        await host.exchange.received(
            Self.relayed(
                {
                    var signal = SignalMessage(.requestAESKey)
                    signal[id: .call] = Self.call
                    signal[id: .participant] = 1
                    signal[id: .participantDevice] = 11
                    return signal
                }(), from: Self.bo))
        await host.exchange.stop()
        for await signal in host.sent {
            #expect(signal[id: .participant] != 2, "Bo has left and gets no key")
            if signal[id: .participant] == 1 { break }
        }
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
