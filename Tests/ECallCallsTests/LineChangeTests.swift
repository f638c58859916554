import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

/// A network that disappears and returns, and a machine whose addresses change: the reports, and the connections that are
/// replaced.
@Suite("A call over an unstable network", .timeLimit(.minutes(1)))
struct LineChangeTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        // Sooner than Janus's session is given up.
        let times = CallTimes.manual.with {
            $0.unheard = .seconds(3)
            $0.silence = .seconds(20)
            $0.revival = .seconds(2)
        }
        ana = try await Person(1, server, janus, times: times)
        bo = try await Person(2, server, janus)
    }

    private func connect() async throws -> CallID {
        let id = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        await bo.isProtected()
        for person in [ana, bo] { await person.receives(2) }
        await janus.starts.wait { $0 >= 4 }
        for person in [ana, bo] { await person.isTold(server, "\(person.user) connected") }
        return id
    }

    private func connections(of person: Person) async -> [ConnectionState] {
        await person.events.all.compactMap { if case .connection(_, let state) = $0 { state } else { nil } }
    }

    private func tell(_ person: Person, that other: Person, is status: ParticipantStatus, in id: CallID) {
        let notice = ParticipantNotice(
            call: id, user: other.user, device: DeviceID(other.address.deviceID), name: "User \(other.user)")
        server.deliver(
            .participantUpdated(ParticipantUpdate(participant: notice, status: status)), to: [person.address])
    }

    @Test("a short silence towards Janus keeps the connection; a longer one replaces it")
    func pauseOfTheLine() async throws {
        let id = try await connect()
        janus.missesMedia(of: "1:User 1", "audio")
        await ana.time.someoneSleeps(for: .seconds(3))
        janus.getsMedia(of: "1:User 1", "audio")
        // In order after it: once this is seen, that was.
        janus.republish("2:User 2")
        await ana.receives(4)
        ana.time.advance(by: .seconds(3))
        #expect(await connections(of: ana) == [] && ana.engine.publishers.count == 1)
        janus.missesMedia(of: "1:User 1", "audio")
        await ana.time.someoneSleeps(for: .seconds(3))
        ana.time.advance(by: .seconds(3))
        await ana.happened { $0 == .connection(id, .connected) }
        #expect(await connections(of: ana) == [.reconnecting, .connected] && ana.engine.publishers.count == 2)
        try await ana.calls.hangUp()
    }

    @Test("silence in both directions counts as a broken media path sooner than in one")
    func silenceBothWays() async throws {
        let times = CallTimes.manual.with {
            $0.unheard = .seconds(1000)
            // No one else sleeps for a tenth of this.
            $0.silence = .seconds(110)
        }
        let cem = try await Person(3, server, janus, times: times)
        let id = try await cem.call(bo)
        await bo.rings()
        try await bo.answer()
        for person in [cem, bo] { await person.receives(2) }
        await cem.isTold(server, "3 connected")
        cem.hearsSounds()
        // Heard once, and silent since for half of the limit then.
        for _ in 0..<3 {
            await cem.time.someoneSleeps(for: .seconds(11))
            cem.time.advance(by: .seconds(11))
        }
        #expect(await connections(of: cem) == [])
        janus.missesMedia(of: "3:User 3", "audio")
        await cem.time.someoneSleeps(for: .seconds(1000))
        for _ in 0..<3 {
            await cem.time.someoneSleeps(for: .seconds(11))
            cem.time.advance(by: .seconds(11))
        }
        await cem.happened { $0 == .connection(id, .reconnecting) }
        await cem.happened { $0 == .connection(id, .connected) }
        try await cem.calls.hangUp()
    }

    @Test("a network that is back before another connection is made keeps the former one, in one gap")
    func revives() async throws {
        let id = try await connect()
        ana.hearsSounds()
        // A request for another connection gets no answer.
        janus.comeBackSilent()
        await ana.passingTime { await ana.happened { $0 == .connection(id, .reconnecting) } }
        await janus.ignored.wait { $0 >= 1 }
        for subscriber in ana.engine.subscribers { subscriber.came.withLock { $0 += 20 } }
        await ana.passingTime { await ana.happened { $0 == .connection(id, .connected) } }
        #expect(ana.engine.publishers.count == 1 && ana.engine.subscribers.count == 2)
        #expect(ana.engine.connections.allSatisfy { !$0.isClosed })
        #expect(await connections(of: ana) == [.reconnecting, .connected])
    }

    @Test("the silence of a participant whom the server calls reconnecting does not count as a loss")
    func silenceOfOneWhoReconnects() async throws {
        let id = try await connect()
        tell(ana, that: bo, is: .reconnecting, in: id)
        await ana.happened { $0 == .participantConnection(id, bo.user, name: "User 2", .reconnecting) }
        ana.hearsSounds()
        // One and a half times what silence may last.
        for _ in 0..<15 {
            await ana.time.someoneSleeps(for: .seconds(2))
            ana.time.advance(by: .seconds(2))
        }
        #expect(await connections(of: ana) == [] && ana.engine.publishers.count == 1)
        tell(ana, that: bo, is: .connected, in: id)
        await ana.happened { $0 == .participantConnection(id, bo.user, name: "User 2", .connected) }
        await ana.passingTime { await ana.happened { $0 == .connection(id, .reconnecting) } }
        try await ana.calls.hangUp()
    }

    @Test("a connection from a removed address is replaced at once; another address is ignored")
    func addressRemoved() async throws {
        let id = try await connect()
        ana.engine.publishers.last?.report(
            .localCandidate(
                ICECandidate(
                    candidate: "candidate:1 1 UDP 2015363327 192.0.2.1 50000 typ host", sdpMLineIndex: 0,
                    sdpMid: "audio0")))
        // The fifth that is sent: four receiving connections have gathered.
        await janus.starts.wait { $0 >= 5 }
        await ana.calls.networkChanged(.addressRemoved("192.0.2.2"))
        #expect(await connections(of: ana) == [])
        await ana.calls.networkChanged(.addressRemoved("192.0.2.1"))
        await ana.happened { $0 == .connection(id, .connected) }
        #expect(await connections(of: ana) == [.reconnecting, .connected] && ana.engine.publishers.count == 2)
        try await ana.calls.hangUp()
    }

    @Test("media whose relay ended the TCP connection get another path at once")
    func relayEnded() async throws {
        let id = try await connect()
        await ana.calls.relayEnded()
        await ana.happened { $0 == .connection(id, .connected) }
        #expect(await connections(of: ana) == [.reconnecting, .connected] && ana.engine.publishers.count == 2)
        try await ana.calls.hangUp()
    }
}
