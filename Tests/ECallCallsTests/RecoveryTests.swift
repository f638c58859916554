import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("A call whose media connection breaks", .timeLimit(.minutes(1)))
struct RecoveryTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    static let frame = [UInt8](repeating: 9, count: 80)

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    /// Both are in the call, send, and receive both tracks of each other.
    private func connect() async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await bo.isProtected()
        await receive(2)
        await janus.starts.wait { $0 >= 4 }
        for person in [ana, bo] { await person.isTold(server, "\(person.user) connected") }
        return id
    }

    private func receive(_ count: Int) async {
        for person in [ana, bo] { await person.receives(count) }
    }

    private func seal(_ sender: Person) throws -> [UInt8] {
        let sealer = try #require(sender.engine.publishers.last?.publisher?.audio)
        guard case .sealed(let sealed) = sealer.seal(Self.frame) else {
            throw CallFailure.encryption(.callFailureCannotSign)
        }
        return sealed
    }

    private func open(_ frame: [UInt8], at receiver: Person) throws -> OpenOutcome {
        let subscriber = try #require(receiver.engine.subscribers.last { $0.subscriber?.track == .audio }?.subscriber)
        return subscriber.decryptor.open(frame)
    }

    private func connections(of person: Person) async -> [ConnectionState] {
        await person.events.all.compactMap { if case .connection(_, let state) = $0 { state } else { nil } }
    }

    @Test("a restart of Janus makes a new session in the same room, and nothing opens twice")
    func janusDies() async throws {
        let id = try await connect()
        let before = try seal(bo)
        #expect(try open(before, at: ana) == .opened(Self.frame, needsKeyFrame: false))
        for person in [ana, bo] { person.hearsSounds() }
        janus.crash()
        for person in [ana, bo] { await person.happened { $0 == .connection(id, .reconnecting) } }
        janus.comeBack()
        for person in [ana, bo] { await person.happened { $0 == .connection(id, .connected) } }
        await receive(4)
        #expect(try open(before, at: ana) == .dropped(.replay, needsKeyFrame: false))
        #expect(try open(try seal(bo), at: ana) == .opened(Self.frame, needsKeyFrame: false))
        #expect(try open(try seal(ana), at: bo) == .opened(Self.frame, needsKeyFrame: false))
        for person in [ana, bo] {
            await person.engine.closings.wait { $0 >= 3 }
            #expect(person.engine.connections.filter { !$0.isClosed }.count == 3)
            #expect(await connections(of: person) == [.reconnecting, .connected])
            await server.told.wait { $0.filter { $0.hasPrefix("\(person.user) ") }.count >= 3 }
            let told = server.statuses.filter { $0.hasPrefix("\(person.user) ") }
            #expect(told == ["connected", "reconnecting", "connected"].map { "\(person.user) \($0)" })
        }
        #expect(await !ana.events.all.contains { if case .participantLeft = $0 { true } else { false } })
        #expect(await ana.calls.statistics()?.keys == 1, "the keys stay")
        try await ana.calls.hangUp()
        #expect(ana.engine.allAreClosed)
        #expect(await bo.ends().map(\.reason) == [.remoteHungUp])
        #expect(janus.openSockets == 0 && janus.displays.isEmpty)
    }

    @Test(
        "a restart of Janus during the setup does not prevent the call",
        arguments: [
            ("create", 1), ("attach", 1), ("create", 2), ("create", 3), ("join", 1), ("publish", 1), ("join", 2),
            ("publish", 2),
        ])
    func janusDiesEarly(request: String, nth: Int) async throws {
        janus.crash(at: request, nth: nth)
        let id = try await connect()
        // A device that was already in the room is told; one that enters is connecting anyway.
        for person in [ana, bo] where await !connections(of: person).isEmpty {
            await person.happened { $0 == .connection(id, .connected) }
            #expect(await connections(of: person) == [.reconnecting, .connected])
        }
        try await ana.calls.hangUp()
        #expect(await bo.ends().map(\.id) == [id])
        #expect(ana.engine.allAreClosed && bo.engine.allAreClosed && janus.openSockets == 0)
    }

    @Test("rooms that come back later than Janus are awaited")
    func roomsComeLater() async throws {
        let id = try await connect()
        janus.roomsAreGone(true)
        janus.crash()
        janus.comeBack()
        let dialed = janus.dialed
        await ana.happened { $0 == .connection(id, .reconnecting) }
        await janus.tries.wait { $0 >= dialed + 6 }
        #expect(await connections(of: ana) == [.reconnecting])
        janus.roomsAreGone(false)
        await ana.happened { $0 == .connection(id, .connected) }
        await receive(4)
        try await ana.calls.hangUp()
    }

    @Test("a session is claimed after its sockets close: media continues, and no one is notified")
    func socketsClose() async throws {
        _ = try await connect()
        let sockets = janus.dialed
        janus.cut()
        await janus.claims.wait { $0 >= 2 }
        #expect(janus.dialed == sockets + 2)
        // Events of the claimed session are handled.
        janus.republish("2:User 2")
        await ana.receives(4)
        #expect(ana.engine.publishers.count == 1 && ana.engine.publishers.last?.isClosed == false)
        #expect(await connections(of: ana) == [])
        #expect(!server.statuses.contains { $0.hasSuffix("reconnecting") })
        try await ana.calls.hangUp()
    }

    @Test("a feed announced while the socket was lost is found: the server knows it")
    func missesFeed() async throws {
        let id = try await connect()
        janus.renumber("2:User 2", to: 99)
        server.name(feed: 99, of: bo.address)
        janus.cut()
        await ana.happened { $0 == .connection(id, .connected) }
        await ana.receives(4)
        #expect(ana.engine.publishers.count == 2)
        try await ana.calls.hangUp()
    }

    @Test("a connection that never comes back ends the call with a sentence in time, and the server is told")
    func neverComesBack() async throws {
        let carl = try await Person(3, server, janus, times: .manual.with { $0.recovery = .seconds(2) })
        _ = try await carl.call(bo)
        await bo.rings()
        try await bo.answer()
        await carl.receives(2)
        await janus.starts.wait { $0 >= 4 }
        carl.hearsSounds()
        janus.crash()
        let end = try #require(await carl.ends().first)
        #expect(end.reason == .connectionLost && end.problem == nil)
        #expect(carl.engine.allAreClosed && server.log.contains("3 POST /call/end 7"))
    }

    @Test("a hang-up while Janus does not answer a new connection leaves nothing open")
    func hangUpWhileComingBack() async throws {
        _ = try await connect()
        janus.crash()
        janus.comeBackSilent()
        await janus.ignored.wait { $0 >= 2 }
        try await ana.passingTime { try await ana.calls.hangUp() }
        #expect(await bo.passingTime { await bo.ends() }.map(\.reason) == [.remoteHungUp])
        #expect(ana.engine.allAreClosed && bo.engine.allAreClosed && janus.openSockets == 0)
    }

    @Test("a broken sending connection is replaced in a new session, and the former one is left in order")
    func sendingBreaks() async throws {
        let id = try await connect()
        await ana.engine.publishers.last?.setMuted(false)
        try await ana.calls.carryOut(.muted(true))
        ana.engine.publishers.last?.report(.disconnected)
        await ana.happened { $0 == .connection(id, .connected) }
        // Bo's connections were never broken; Ana's feed is another one, of which he receives no sound.
        await ana.receives(4)
        await bo.receives(3)
        #expect(ana.engine.publishers.count == 2 && bo.engine.publishers.count == 1)
        #expect(ana.engine.publishers.last?.isMuted == true, "who muted stays muted")
        await ana.engine.closings.wait { $0 >= 3 }
        #expect(ana.engine.connections.filter { !$0.isClosed }.count == 3)
        await janus.departures.wait { $0 >= 1 }
        #expect(janus.displays.sorted() == ["1:User 1", "2:User 2"])
        try await ana.calls.hangUp()
        #expect(ana.engine.allAreClosed)
        _ = await bo.ends()
        #expect(janus.displays.isEmpty)
    }

    @Test("missing sound at Janus replaces the connection; missing pictures do not")
    func mediaMissing() async throws {
        let id = try await connect()
        janus.missesMedia(of: "1:User 1", "video")
        janus.missesMedia(of: "2:User 2", "audio")
        await bo.happened { $0 == .connection(id, .connected) }
        await receive(4)
        #expect(ana.engine.publishers.count == 1 && bo.engine.publishers.count == 2)
        #expect(await connections(of: ana) == [])
        try await ana.calls.hangUp()
    }

    @Test("silence of everyone replaces the connection, once")
    func silence() async throws {
        let id = try await connect()
        ana.hearsSounds()
        await ana.passingTime { await ana.happened { $0 == .connection(id, .reconnecting) } }
        await ana.happened { $0 == .connection(id, .connected) }
        await ana.receives(4)
        #expect(ana.engine.publishers.count == 2)
        #expect(await connections(of: ana) == [.reconnecting, .connected])
        try await ana.calls.hangUp()
    }

    @Test("a broken receiving connection is replaced for its track, and the rest is not touched")
    func receivingBreaks() async throws {
        _ = try await connect()
        let broken = try #require(ana.engine.subscribers.first)
        await ana.isTold(server, "1 connected")
        broken.report(.disconnected)
        await ana.receives(3)
        await ana.engine.closings.wait { $0 >= 1 }
        #expect(broken.isClosed && ana.engine.connections.filter { !$0.isClosed }.count == 3)
        #expect(ana.engine.subscribers.last?.subscriber?.track == broken.subscriber?.track)
        #expect(await connections(of: ana) == [])
        try await ana.calls.hangUp()
    }

    @Test("a camera that only one can use is released by the former connection first")
    func oneCamera() async throws {
        let id = try await connect()
        ana.engine.isCameraShared.withLock { $0 = false }
        janus.crash()
        janus.comeBack()
        await ana.happened { $0 == .connection(id, .connected) }
        #expect(ana.engine.publishers.filter { !$0.isClosed }.count == 1)
        try await ana.calls.hangUp()
    }

    @Test("a device that was cut off says that it is back, and the keys stay")
    func missedKeys() async throws {
        _ = try await connect()
        let sent = server.signals.count
        for person in [bo, ana] { try await server.cutFor(person.address) }
        for person in [ana, bo] { try await server.allow(person.address) }
        for line in ["1 e2ee", "2 e2ee"] { await server.received.wait { $0.dropFirst(sent).contains(line) } }
        #expect(try open(try seal(bo), at: ana) == .opened(Self.frame, needsKeyFrame: false))
        #expect(await bo.keys == 1, "it is the key that is known")
        try await ana.calls.hangUp()
    }
}
