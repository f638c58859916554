import ECallAPI
import ECallCore
import ECallSecurity
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

/// KeyDistributionTests tests the rules; these test how they are carried out.
@Suite("Carrying out the decisions of the key distribution", .timeLimit(.minutes(1)))
struct KeyExchangeTests {
    static let ana = DeviceAddress(userID: 1, deviceID: 11)
    static let bo = DeviceAddress(userID: 2, deviceID: 22)
    static let call: CallID = 7
    static let room: RoomID = 70

    /// A device whose messages go where the test says.
    final class Device: Sendable {
        let address: DeviceAddress
        let exchange: KeyExchange
        let entry: OwnEntry
        let time = ManualTime()
        let tasks = SessionTasks()
        let sent: AsyncStream<E2EESignal>
        let news: AsyncStream<KeyExchange.News>
        let pins = LockedValue<DevicePins?>(nil)
        let secrets = LockedValue(0)
        /// Whether its messages are sent.
        let isOnline = LockedValue(true)
        /// The kinds of messages that it has tried to send.
        let tried = Recorder<MessageKind>()

        /// - Parameter secrets: of its entry; drawn where nil.
        init(_ address: DeviceAddress, isFounder: Bool, secrets given: JoinSecrets? = nil) throws {
            self.address = address
            var random = SystemRandomNumberGenerator()
            entry = try OwnEntry(
                try OwnDevice(at: address, keyPair: try DeviceKeyPair.generate()), room: KeyExchangeTests.room.rawValue,
                seq: 1, secrets: given ?? .draw(postQuantum: true, using: &random))
            let (sent, sentContinuation) = AsyncStream<E2EESignal>.makeStream()
            let (news, newsContinuation) = AsyncStream<KeyExchange.News>.makeStream()
            (self.sent, self.news) = (sent, news)
            let (pins, secrets, isOnline, tried) = (pins, secrets, isOnline, tried)
            exchange = KeyExchange(
                call: KeyExchangeTests.call, room: KeyExchangeTests.room, entry: entry, pins: DevicePins(),
                isFounder: isFounder, time: time, tasks: tasks,
                send: { signal in
                    guard case .e2ee(let signal) = signal else { return false }
                    let goesOut = isOnline.withLock { $0 }
                    await tried.append(signal.kind)
                    guard goesOut else { return false }
                    sentContinuation.yield(signal)
                    return true
                },
                savePins: { new in pins.withLock { $0 = new } }, tell: { newsContinuation.yield($0) },
                secretTaken: { _ in secrets.withLock { $0 += 1 } })
        }

        /// Passes on the messages of this device, as the server does.
        func relay(to other: Device) -> Task<Void, Never> {
            Task {
                for await signal in sent {
                    let text: String? =
                        switch signal.content {
                        case .body(let text): text
                        case .bodies(let texts):
                            texts[DeviceKey(other.address.description) ?? DeviceKey(user: 0, device: 0)]
                        }
                    if let text { other.exchange.heard(signal.passed(text, from: address.identity)) }
                }
            }
        }

        /// The next time that another device is heard and hears this one.
        func isConnected() async -> CallMember? {
            for await case .members(let members) in news {
                if let member = members.first(where: { $0.isHeard && $0.hasOurKey }) { return member }
            }
            return nil
        }
    }

    let ana: Device
    let bo: Device
    private let relays: [Task<Void, Never>]

    init() async throws {
        ana = try Device(Self.ana, isFounder: true)
        bo = try Device(Self.bo, isFounder: false)
        relays = [ana.relay(to: bo), bo.relay(to: ana)]
        for device in [ana, bo] { await device.exchange.start() }
        ana.exchange.heard(.invited("not looked at here", callees: [2]))
        ana.exchange.heard(.entered)
        bo.exchange.heard(.listed([Self.ana]))
        bo.exchange.heard(.entered)
        ana.exchange.heard(.listed([Self.bo]))
    }

    private func end() async {
        for device in [ana, bo] {
            await device.exchange.stop()
            await device.tasks.end()
        }
        for relay in relays { relay.cancel() }
    }

    /// 000-2
    @Test("two devices hear each other; frames of one open as its own, and as no one else's")
    func connects() async throws {
        #expect(await ana.isConnected()?.trust == .new)
        #expect(await bo.isConnected()?.isPostQuantum == true)
        let encryptor = ana.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        let decryptor = bo.exchange.keyring.makeDecryptor(sender: Self.ana, track: .audio, codec: .opus)
        let frame: [UInt8] = Array(repeating: 9, count: 80)
        guard case .sealed(let sealed) = encryptor.seal(frame) else {
            Issue.record("not sealed")
            return
        }
        #expect(decryptor.open(sealed) == .opened(frame, needsKeyFrame: false))
        let wrong = bo.exchange.keyring.makeDecryptor(
            sender: DeviceAddress(userID: 3, deviceID: 33), track: .audio, codec: .opus)
        #expect(wrong.open(sealed).isOpened == false)
        #expect(bo.pins.withLock { $0 }?.signingKey(of: Self.ana) == ana.entry.device.identity.sign)
        #expect(await bo.exchange.keysTaken == 1)
        #expect(ana.secrets.withLock { $0 } > 0)
        await end()
    }

    @Test("a recording is announced only once a status that says so was sent")
    func saysRecording() async throws {
        let alone = try Device(Self.ana, isFounder: true)
        await alone.exchange.start()
        alone.exchange.heard(.entered)
        var news = alone.news.makeAsyncIterator()
        func next() async -> Bool? {
            while let item = await news.next() { if case .saidRecording(let isOn) = item { return isOn } }
            return nil
        }
        #expect(await next() == false)
        alone.isOnline.withLock { $0 = false }
        alone.exchange.heard(.recording(true))
        await alone.tried.wait { $0.filter { $0 == .status }.count >= 2 }
        alone.isOnline.withLock { $0 = true }
        alone.exchange.heard(.recording(false))
        #expect(await next() == false, "not what did not go out")
        alone.exchange.heard(.recording(true))
        #expect(await next() == true)
        await alone.exchange.stop()
        await alone.tasks.end()
        await end()
    }

    /// 000-35, 002-10
    @Test("nothing is sealed before anyone has a key, or after a leave")
    func sealsForSomebody() async throws {
        let alone = try Device(Self.ana, isFounder: true)
        let encryptor = alone.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        alone.exchange.heard(.entered)
        #expect(encryptor.seal([1, 2, 3]) == .dropped(.noKey, needsKeyFrame: false))

        _ = await ana.isConnected()
        _ = await bo.isConnected()
        let his = bo.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        guard case .sealed = his.seal([1, 2, 3]) else {
            Issue.record("not sealed")
            return
        }
        await ana.exchange.leave()
        for await case .members(let members) in bo.news where members.isEmpty { break }
        #expect(his.seal([1, 2, 3]) == .dropped(.noKey, needsKeyFrame: false), "nobody else is there")
        await end()
    }

    @Test("after the end nothing is sealed or opened, and nothing is sent")
    func stops() async throws {
        _ = await ana.isConnected()
        let encryptor = ana.exchange.keyring.makeEncryptor(track: .audio, codec: .opus)
        await ana.exchange.stop()
        #expect(encryptor.seal([1]) == .dropped(.noKey, needsKeyFrame: false))
        ana.exchange.heard(.connected)
        await ana.exchange.leave()
        await end()
    }

    @Test(
        "texts for many devices take as many signals as 64 kB and 100 addressees need",
        arguments: [(2, 100, 1), (100, 100, 1), (101, 100, 2), (50, 2_000, 2), (20, 4_000, 2)])
    func cutting(count: Int, size: Int, signals: Int) throws {
        let texts = Dictionary(
            uniqueKeysWithValues: (1...count).map {
                (DeviceAddress(userID: UInt64($0), deviceID: 1), String(repeating: "x", count: size))
            })
        let cut = E2EESignal.cut(.open, texts, of: Self.call)
        #expect(cut.count == signals)
        var addressees: [DeviceKey] = []
        for signal in cut {
            #expect(Signal.e2ee(signal).json().count <= E2EESignal.largest)
            if case .bodies(let bodies) = signal.content { addressees += bodies.keys }
        }
        #expect(Set(addressees).count == count && addressees.count == count)
    }
}

extension OpenOutcome {
    fileprivate var isOpened: Bool { if case .opened = self { true } else { false } }
}
