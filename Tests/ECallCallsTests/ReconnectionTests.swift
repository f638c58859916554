import ECallAPI
import ECallCore
import Foundation
import FrameCrypto
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Rings and a connection that passes nothing", .timeLimit(.minutes(1)))
struct ReconnectionTests {
    private let server = TestServer()
    private let janus = JanusDouble()
    private let ana: Person
    private let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private struct Vectors: Decodable {
        struct Case: Decodable {
            let name: String
            let ringing: [CallID]
            let listed: [CallID]?
            let sent: [SentEnd]
            let missed: Set<CallID>
            let start: [CallID]
            let `continue`: [CallID]
            let ends: [End]
        }
        struct End: Decodable {
            let type: String
            let id: CallID
            let reason: EndReason?
            var event: CallStateMachine.Event { type == "ended" ? .ended(id, reason) : .cancelled(id, reason) }
        }
        let cases: [Case]
    }

    @Test("calls ring, ring on and end after a reconnection as in the vectors")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/rings-after-reconnection.json").standardizedFileURL
        let cases = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).cases
        #expect(cases.count >= 10)
        for item in cases {
            let change = RingsAfterReconnection(ringing: item.ringing, listed: item.listed)
            #expect(change.start == item.start, "\(item.name)")
            #expect(change.going == item.continue, "\(item.name)")
            let ends = change.over.map { RingsAfterReconnection.end(of: $0, sent: item.sent, missed: item.missed) }
            #expect(ends == item.ends.map(\.event), "\(item.name)")
        }
    }

    /// The server still believes that its messages arrive.
    private func loseSignals(of person: Person) { server.change(for: person.address) { _ in [] } }

    private func reconnect(_ person: Person) async throws {
        server.change(for: person.address) { [$0] }
        try await server.cutFor(person.address)
        try await server.allow(person.address)
    }

    @Test("a call whose signal was lost rings after the reconnection, and can be answered")
    func ringsLate() async throws {
        loseSignals(of: bo)
        let id = try await ana.call(bo)
        #expect(await bo.calls.lifecycle.isIdle)
        try await reconnect(bo)
        await bo.rings()
        guard case .ringingIn(let call) = await bo.calls.lifecycle.state else {
            Issue.record("it does not ring")
            return
        }
        #expect(call.id == id && call.isVerified, "with the caller's signed opening")
        try await bo.answer()
        await ana.isProtected()
        await bo.isProtected()
    }

    @Test("a call that was cancelled during the outage ends, as missed")
    func cancelled() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        loseSignals(of: bo)
        try await ana.calls.hangUp()
        #expect(await !bo.calls.lifecycle.isIdle)
        try await reconnect(bo)
        #expect(await bo.ends().map(\.reason) == [.cancelled])
    }

    @Test(
        "a call that another device has answered or declined meanwhile ends, and is not missed",
        arguments: [true, false])
    func elsewhere(isAnswered: Bool) async throws {
        let other = try await Person(2, server, janus, device: 23)
        _ = try await ana.call(bo)
        await bo.rings()
        await other.rings()
        loseSignals(of: bo)
        if isAnswered {
            try await other.answer()
            await ana.isProtected()
        } else {
            try await other.calls.decline()
            _ = await ana.ends()
        }
        try await reconnect(bo)
        #expect(await bo.ends().map(\.reason) == [isAnswered ? .answeredElsewhere : .declinedElsewhere])
        #expect(server.log.allSatisfy { $0 != "2 GET /calls" }, "the server has kept how it ended")
    }

    @Test("a server without stored ends is asked again until it says how a ring ended; nothing is guessed")
    func askedAgain() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        server.forgetEnds()
        loseSignals(of: bo)
        try await ana.calls.hangUp()
        server.failOnce("calls", with: 501)
        try await reconnect(bo)
        #expect(await bo.ends().map(\.reason) == [.cancelled])
        #expect(server.log.count { $0 == "2 GET /calls" } == 2)
    }

    @Test("a server that refuses the question is not asked again, and the call rings on", arguments: [404, 403])
    func refused(status: Int) async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        let asked = server.log.count { $0 == "2 GET /call/active" }
        server.failOnce("active", with: status)
        try await reconnect(bo)
        await server.requests.wait { $0.count { $0 == "2 GET /call/active" } > asked }
        while await bo.calls.isCatchingUp { try await pause() }
        #expect(server.log.count { $0 == "2 GET /call/active" } == asked + 1)
        try await bo.answer()
        await bo.isProtected()
    }

    @Test("a call that still rings rings on, and rings once")
    func goesOn() async throws {
        _ = try await ana.call(bo)
        await bo.rings()
        try await reconnect(bo)
        await server.requests.wait { $0.contains("2 GET /call/active") }
        try await bo.answer()
        await bo.isProtected()
        #expect(await bo.events.all.count { if case .incoming = $0 { true } else { false } } == 1)
    }

    @Test("a call that a signal ends while the server's answer is on its way does not begin to ring")
    func overtaken() async throws {
        let gate = try #require(server.after["active"])
        loseSignals(of: bo)
        _ = try await ana.call(bo)
        gate.shut()
        try await reconnect(bo)
        await gate.someoneWaits()
        try await ana.calls.hangUp()
        while await bo.calls.overSinceAsked.isEmpty { try await pause() }
        gate.open()
        while await bo.calls.isCatchingUp { try await pause() }
        #expect(await bo.calls.lifecycle.isIdle)
        #expect(await !bo.events.all.contains { if case .incoming = $0 { true } else { false } })
    }

    @Test(
        "a wrong clock delays no one: the ring is judged by the server's time, and reported once",
        arguments: [-4, 180])
    func clocks(minutes: Int) async throws {
        // The clocks of the devices stand at 15 January 2027, 08:00.
        server.clock.withLock { $0 = Date(timeIntervalSince1970: 1_800_000_000 + Double(minutes) * 60) }
        try await reconnect(bo)
        await bo.happened { if case .clockOff = $0 { true } else { false } }
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.calls.decline()
        try await reconnect(bo)
        await server.requests.wait { $0.filter { $0 == "2 GET /call/active" }.count >= 3 }
        #expect(await bo.events.all.count { if case .clockOff = $0 { true } else { false } } == 1)
    }

    @Test("an invitation that came too late to ring is a missed call, once")
    func tooLate() async throws {
        server.holdBack(bo.address)
        server.clock.withLock { $0 = Date(timeIntervalSince1970: 1_800_000_000) }
        _ = try await ana.call(bo)
        server.clock.withLock { $0 = Date(timeIntervalSince1970: 1_800_000_091) }
        _ = try await bo.api.serverDate()
        server.letGo(bo.address)
        await bo.happened { if case .missed = $0 { true } else { false } }
        #expect(await bo.calls.lifecycle.isIdle)
    }
}
