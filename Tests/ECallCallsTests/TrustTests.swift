import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Trust in a call", .timeLimit(.minutes(1)))
struct TrustTests {
    private static let frame = [UInt8](repeating: 9, count: 80)
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func trust(at person: Person) async -> [DeviceTrust] {
        await person.events.all.compactMap { if case .trust(_, _, _, let trust) = $0 { trust } else { nil } }
    }

    private func isTold(_ person: Person, _ trust: DeviceTrust) async {
        await person.happened { if case .trust(_, _, _, trust) = $0 { true } else { false } }
    }

    private func opens(from sender: Person, at receiver: Person) throws -> Bool {
        let sealer = try #require(sender.engine.publishers.last?.publisher?.audio)
        let subscriber = try #require(receiver.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
        guard case .sealed(let sealed) = sealer.seal(Self.frame) else { return false }
        return subscriber.decryptor.open(sealed) == .opened(Self.frame, needsKeyFrame: false)
    }

    /// 000-40
    @Test("people are new in their first call and known in the next; what rings is signed")
    func newThenKnown() async throws {
        for number in 1...2 {
            _ = try await ana.call(bo)
            await bo.rings(number)
            try await bo.answer()
            for person in [ana, bo] { await person.isProtected(number) }
            try await ana.calls.hangUp()
            for person in [ana, bo] { _ = await person.ends(number) }
        }
        for person in [ana, bo] { #expect(await trust(at: person) == [.new, .known]) }
        for case .incoming(let call) in await bo.events.all { #expect(call.isVerified) }
    }

    @Test("a call is counted once for each device that was heard in it, and its person has the name of the first")
    func counted() async throws {
        for number in 1...2 {
            _ = try await ana.call(bo)
            await bo.rings(number)
            try await bo.answer()
            for person in [ana, bo] { await person.isProtected(number) }
            while calls(of: bo, at: ana) < number, (try? await pause()) != nil {}
            let past = try #require(await ana.calls.status()).devices.first?.past
            #expect(past?.since != nil || number == 1)
            let isCounted = if case .calls(2, _) = past?.word { true } else { false }
            #expect(number == 1 ? past?.word == .first : isCounted)
            try await ana.calls.hangUp()
            for person in [ana, bo] { _ = await person.ends(number) }
        }
        let kept = KeptPeopleStore(ana.storage, now: { 0 }).read()
        let device = try #require(kept.people[2]?.devices[bo.address])
        #expect(device.how == .met && device.calls == 2 && device.since != nil && device.at == device.since)
        #expect(kept.name(of: 2)?.isEmpty == false)
    }

    private func calls(of other: Person, at person: Person) -> Int {
        let kept = KeptPeopleStore(person.storage, now: { 0 }).read()
        return kept.people[other.address.userID]?.devices[other.address]?.calls ?? 0
    }

    @Test("a person with another key than before is held: neither hears the other until they confirm")
    func held() async throws {
        var pins = DevicePins()
        pins.verify(try OwnDevice(at: bo.address, keyPair: try DeviceKeyPair.generate()).identity)
        try ana.storage.store(pins, as: .devicePins)
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await isTold(ana, .held(.changedKey))
        for person in [ana, bo] { await person.receives(2) }
        #expect(try !opens(from: ana, at: bo) && !opens(from: bo, at: ana))
        let held = try #require(await ana.calls.status()?.devices.first)
        #expect(held.offer == .anyway, "the person is verified")
        #expect(try await ana.calls.note(DeviceNote(.letIn, of: try #require(held.identity))))
        await isTold(ana, .known)
        for person in [ana, bo] { await person.hasKeys(1) }
        #expect(try opens(from: ana, at: bo))
        #expect(try opens(from: bo, at: ana))
        try await ana.calls.hangUp()
    }

    /// 000-32
    @Test("a person whose app makes no identity is not rung, and the caller hears why")
    func olderApp() async throws {
        let cy = try await Person(3, server, janus, hasIdentity: false)
        await #expect(throws: CallFailure.self) { _ = try await ana.call(cy) }
        let end = try #require(await ana.ends().last)
        #expect(end.says("their app is too old"))
        #expect(!server.log.contains { $0.hasPrefix("1 POST /call/start") })
    }

    @Test("an invitation that no one has signed rings as unverified, once")
    func unsigned() async throws {
        let plain = CallInvitation(
            call: 99, room: 77, caller: ana.address.identity, callerName: "Ana", isVideo: false, encryptedAESKey: "x")
        server.deliver(.callInvitation(plain), to: [bo.address])
        await bo.rings()
        guard case .incoming(let call) = await bo.events.all.last else {
            Issue.record("it does not ring")
            return
        }
        #expect(!call.isVerified)
        try await bo.calls.decline()
    }

    @Test("numbers of joins and invites only rise, whatever the clock says")
    func numbers() throws {
        let (storage, time) = (MemoryStorage(), ManualTime())
        let numbers = try (0..<3).map { _ in try EntrySequence(storage: storage, time: time).next() }
        #expect(
            numbers[0] == time.date().unixMilliseconds && numbers[1] == numbers[0] + 1 && numbers[2] == numbers[0] + 2)
        try storage.store(UInt64(1) << 50, as: .entrySequence)
        #expect(try EntrySequence(storage: storage, time: time).next() == (UInt64(1) << 50) + 1)
    }
}
