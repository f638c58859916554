import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import Foundation
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport

@testable import ECallCalls

/// A person with a device that is online, and everything that happened there.
struct Person: Sendable {
    let address: DeviceAddress
    let server: TestServer
    let janus: JanusDouble
    let engine = MediaDouble()
    /// Stands still, except for short pauses: these pass by themselves, longer waits do not.
    let time: ManualTime
    let keyTime = ManualTime(skipping: .seconds(1))
    let calls: CallController
    let api: APIClient
    let signaling: SignalingClient
    let events = Recorder<CallEvent>()
    let news = Recorder<AccountNews>()
    let storage: MemoryStorage
    let device: OwnDevice
    private let access: String
    /// The server no longer knows the device.
    let isRevoked = LockedValue(false)
    /// The suspension of the account, with the server's message.
    let suspension = LockedValue<APIClientError?>(nil)

    init(
        _ user: UInt64, _ server: TestServer, _ janus: JanusDouble, times: CallTimes = .manual,
        device number: UInt64? = nil, hasIdentity: Bool = true, as former: Person? = nil,
        secretTaken: (@Sendable (CallSecret) -> Void)? = nil, capacity: ProcessCapacity? = nil
    ) async throws {
        storage = former?.storage ?? MemoryStorage()
        let address = DeviceAddress(userID: user, deviceID: number ?? user * 11)
        let time = ManualTime(skipping: .seconds(1))
        self.address = address
        self.time = time
        self.server = server
        self.janus = janus
        let pair = try Self.keyPair(of: number ?? user)
        if let former {
            access = former.access
        } else {
            access = try await server.signIn(address, key: pair.publicKey.text)
        }
        let tokens = FixedTokens(access: access)
        janus.onJoin { display, feed in
            guard let user = display.split(separator: ":").first.flatMap({ UInt64($0) }) else { return }
            Task { try await server.published(user, as: UInt64(feed)) }
        }
        let at = try ServerAddress("https://calls.example.org")
        let connections = DeviceConnections(server: server, device: address)
        let api = APIClient(server: at, tokens: tokens, transport: connections, time: time)
        self.api = api
        let credentials = CredentialStorage(clock: api.clock) { () async throws(APIClientError) in
            try await api.send(.credentials)
        }
        let (isRevoked, suspension, told) = (isRevoked, suspension, news)
        let device = try former?.device ?? OwnDevice(at: address, keyPair: pair)
        self.device = device
        if hasIdentity {
            _ = try await api.send(
                .registerDevice, body: RegisterDeviceRequest(identity: device.identity.text), as: StatusResponse.self)
        }
        signaling = SignalingClient(
            server: at,
            credentials: { (_) async throws(APIClientError) in
                if isRevoked.withLock({ $0 }) { throw .signedOut(.deviceNotRegistered) }
                if let refusal = suspension.withLock({ $0 }) { throw refusal }
                let passcode = try await credentials.credentials().rabbitmqToken ?? ""
                return SignalingCredentials(device: DeviceID(address.deviceID), passcode: passcode)
            }, dialer: connections, time: time,
            backoff: Backoff(first: .milliseconds(1), longest: .milliseconds(1)))
        var environment = CallEnvironment(
            account: Account(
                userId: UserID(user), deviceId: DeviceID(address.deviceID), displayName: "User \(user)",
                email: "", phoneNumber: "", server: at),
            api: api, signaling: signaling, credentials: credentials, storage: storage, device: device,
            engine: engine,
            makeJanus: {
                JanusClient(
                    server: at, accessToken: { () async throws(APIClientError) in "token" }, dialer: janus, time: time)
            })
        (environment.time, environment.keyTime, environment.random) = (time, keyTime, { 0 })
        environment.news = { item in Task { await told.append(item) } }
        environment.capacity = { capacity }
        environment.secretTaken = secretTaken
        calls = CallController(environment, times: times)
        let (stream, record) = (calls.events, events)
        Task { for await event in stream { await record.append(event) } }
        await calls.start()
        await signaling.start()
        _ = await signaling.waitUntilOnline(timeout: .seconds(10))
        try await server.isOnline(address)
    }

    /// Its program has ended without a word, and runs anew.
    func restarted() async throws -> Person {
        await signaling.stop()
        return try await Person(address.userID, server, janus, device: address.deviceID, as: self)
    }

    private static let keyPairs = Mutex<[UInt64: DeviceKeyPair]>([:])

    /// Made once for all tests, because it takes long.
    static func keyPair(of user: UInt64) throws -> DeviceKeyPair {
        try keyPairs.withLock { pairs in
            if let pair = pairs[user] { return pair }
            let pair = try DeviceKeyPair.generate()
            pairs[user] = pair
            return pair
        }
    }

    var trust: TrustService {
        let calls = calls
        return TrustService(
            api: api, storage: storage, device: device,
            write: { note throws(CallFailure) in try await calls.note(note) })
    }

    /// The vouch of another device of the person for this one.
    var vouch: OwnVouch { OwnVouch(storage: storage, device: device) }

    var identity: SignedIdentity { device.identity }

    /// The number of others' keys here.
    var keys: Int { get async { await calls.statistics()?.keys ?? 0 } }

    /// Returns once this many keys of others have arrived.
    func hasKeys(_ count: Int) async {
        while await keys < count, (try? await pause()) != nil {}
    }

    var user: UserID { UserID(address.userID) }

    func call(_ other: Person) async throws(CallFailure) -> CallID {
        try await calls.call([other.user], options: CallOptions(video: true, source: .test(sender: 1)))
    }

    func answer() async throws(CallFailure) {
        try await calls.answer(options: CallOptions(video: true, source: .test(sender: 1)))
    }

    /// Returns once as many such events have come.
    func happened(_ count: Int = 1, _ isMeant: @escaping @Sendable (CallEvent) -> Bool) async {
        await events.wait { $0.filter(isMeant).count >= count }
    }

    /// Advances time until the work is done, however much it takes.
    func passingTime<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
        try await passing(time, work)
    }

    /// The same for the keys' time, on which retransmissions wait.
    func passingKeyTime<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
        try await passing(keyTime, work)
    }

    private func passing<Value: Sendable>(
        _ time: ManualTime, _ work: () async throws -> Value
    ) async rethrows -> Value {
        let passing = Task {
            while !Task.isCancelled {
                await time.someoneSleeps()
                time.advance(by: .seconds(1))
                // Leaves the processor to those whom this woke.
                try? await pause()
            }
        }
        defer { passing.cancel() }
        return try await work()
    }

    func rings(_ count: Int = 1) async {
        await happened(count) { if case .incoming = $0 { true } else { false } }
    }

    func isProtected(_ count: Int = 1) async {
        await happened(count) { if case .encryption(_, .protected) = $0 { true } else { false } }
        // This device seals then; frames of the others open with their keys.
        await hasKeys(1)
    }

    /// Returns once as many connections that receive were made.
    func receives(_ count: Int) async {
        await engine.changes.wait { $0.filter { $0.subscriber != nil }.count >= count }
    }

    /// Some audio arrives on all connections, and then no more.
    func hearsSounds() {
        for subscriber in engine.subscribers { subscriber.came.withLock { $0 = 3 } }
    }

    /// Returns once the server received a status.
    func isTold(_ server: TestServer, _ status: String) async {
        await server.told.wait { $0.contains(status) }
    }

    /// Hears of a device of a call, as the server would tell it.
    func hears(_ kind: SignalKind, of other: Person, in call: CallID) {
        server.deliver(TestServer.about(other.address, kind, call), to: [address])
    }

    /// The ends of calls so far, once there are as many.
    func ends(_ count: Int = 1) async -> [CallSummary] {
        await happened(count) { if case .ended = $0 { true } else { false } }
        return await events.all.compactMap { if case .ended(let summary) = $0 { summary } else { nil } }
    }
}

extension OwnDevice {
    /// A device with a signing key of its own.
    init(at address: DeviceAddress, keyPair: DeviceKeyPair, serial: UInt64 = 1) throws {
        let signing = SigningKeyPair.generate()
        self.init(
            identity: try SignedIdentity.make(
                address: address, serial: serial, rsa: keyPair.publicKey, signingKey: signing,
                createdAt: address.deviceID),
            signingKey: signing, keyPair: keyPair)
    }
}

/// Tokens that stay valid.
private struct FixedTokens: TokenStore {
    let access: String

    func tokens() -> SessionTokens? {
        SessionTokens(
            access: access, refresh: "refresh", accessExpiry: .distantFuture, refreshExpiry: .distantFuture)
    }
    func store(_ tokens: SessionTokens) {}
    func clear() {}
}

extension CallTimes {
    /// A proper end is judged by its order: nothing times out before a test advances the clock.
    static let manual = CallTimes(
        teardown: .seconds(10_000), connection: .seconds(10_000), recovery: .seconds(100_000),
        attempt: .seconds(10_000),
        grace: .milliseconds(20), silence: .seconds(100), endReason: .seconds(40), counting: .seconds(30),
        reception: .seconds(10), unheard: .milliseconds(20), revival: .seconds(10))

    /// Returns these times, except those that `change` sets.
    func with(_ change: (inout CallTimes) -> Void) -> CallTimes {
        var times = self
        change(&times)
        return times
    }
}
