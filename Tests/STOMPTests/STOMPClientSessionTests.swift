import STOMP
import Testing

private let second: UInt64 = 1_000_000_000
private let own = "/exchange/ecall.signal.out/77"

private func frame(
    _ command: STOMPCommand, _ headers: KeyValuePairs<String, String>, _ body: String = ""
) -> STOMPDecoder.Output {
    .frame(STOMPFrame(command, headers: headers.map { STOMPHeader($0.key, $0.value) }, body: Array(body.utf8)))
}

private let configuration = STOMPClientConfiguration(
    login: "device-77", passcode: "p", headers: [STOMPHeader("ecall-signals", "2")])

extension STOMPClientSession {
    fileprivate static var connected: STOMPClientSession {
        var session = STOMPClientSession(configuration: configuration)
        _ = session.connect(now: 0)
        _ = session.received(frame(.connected, ["version": "1.2", "heart-beat": "10000,10000"]), now: 0)
        return session
    }
}

@Suite("STOMP client session", .timeLimit(.minutes(1)))
struct STOMPClientSessionTests {
    @Test("CONNECT carries the credentials, CONNECTED opens the session")
    func connects() throws {
        var session = STOMPClientSession(configuration: configuration)
        guard case .send(let connect) = try #require(session.connect(now: 0).first) else {
            Issue.record("no frame")
            return
        }
        let expected =
            "CONNECT\naccept-version:1.2\nhost:ecall\nlogin:device-77\npasscode:p\nheart-beat:10000,10000\necall-signals:2\n\n\0"
        #expect(String(decoding: try connect.encoded(), as: UTF8.self) == expected)
        #expect(session.connect(now: 0).isEmpty)
        #expect(session.received(frame(.connected, ["version": "1.2"]), now: 0) == [.connected])
        #expect(session.deadline == nil)
    }

    @Test(
        "any answer other than CONNECTED ends the session",
        arguments: [
            (frame(.error, ["message": "Bad CONNECT"]), .refused(message: "Bad CONNECT")),
            (frame(.error, [:]), .refused(message: "")),
            (frame(.connected, ["version": "1.1"]), .protocolViolation),
            (frame(.connected, [:]), .protocolViolation),
            (frame(.connected, ["version": "1.2", "heart-beat": "x"]), .protocolViolation),
            (frame(.message, [:]), .protocolViolation),
        ] as [(STOMPDecoder.Output, STOMPClientSession.CloseReason)])
    func refused(output: STOMPDecoder.Output, reason: STOMPClientSession.CloseReason) {
        var session = STOMPClientSession(configuration: configuration)
        _ = session.connect(now: 0)
        #expect(session.received(output, now: 0) == [.close(reason)])
        #expect(session.received(frame(.connected, ["version": "1.2"]), now: 0).isEmpty)
    }

    @Test("without CONNECTED in time the session ends")
    func connectTimeout() {
        var session = STOMPClientSession(configuration: configuration)
        _ = session.connect(now: 0)
        #expect(session.deadline == 10 * second)
        #expect(session.tick(now: 10 * second - 1).isEmpty)
        #expect(session.tick(now: 10 * second) == [.close(.connectTimeout)])
    }

    @Test("nothing can be requested before CONNECTED")
    func early() {
        var session = STOMPClientSession(configuration: configuration)
        #expect(throws: STOMPClientSession.UsageError.notConnected) {
            try session.subscribe(id: "a", destination: own, now: 0)
        }
        #expect(throws: STOMPClientSession.UsageError.notConnected) { try session.send([], to: own, now: 0) }
        #expect(throws: STOMPClientSession.UsageError.notConnected) { try session.unsubscribe(id: "a", now: 0) }
    }

    @Test("messages of a subscription are passed on, others not")
    func subscribes() throws {
        var session = STOMPClientSession.connected
        let message = frame(.message, ["subscription": "sub-77", "message-id": "m-1", "destination": own], "{}")
        #expect(session.received(message, now: 0).isEmpty)
        let subscribe = STOMPFrame(
            .subscribe,
            headers: [STOMPHeader("id", "sub-77"), STOMPHeader("destination", own), STOMPHeader("ack", "auto")])
        #expect(try session.subscribe(id: "sub-77", destination: own, now: 0) == [.send(subscribe)])
        #expect(throws: STOMPClientSession.UsageError.duplicateSubscription) {
            try session.subscribe(id: "sub-77", destination: own, now: 0)
        }
        guard case .frame(let received) = message else { return }
        #expect(
            session.received(message, now: 0) == [
                .message(subscription: "sub-77", destination: own, body: received.body, headers: received.headers)
            ])
        _ = try session.unsubscribe(id: "sub-77", now: 0)
        #expect(session.received(message, now: 0).isEmpty)
        #expect(throws: STOMPClientSession.UsageError.unknownSubscription) {
            try session.unsubscribe(id: "sub-77", now: 0)
        }
    }

    @Test("SEND carries the authorization only if there is one", arguments: [nil, "Bearer t"] as [String?])
    func sends(authorization: String?) throws {
        var session = STOMPClientSession.connected
        let actions = try session.send([1], to: "/in", authorization: authorization, receipt: "r", now: 0)
        guard case .send(let send) = try #require(actions.first) else { return }
        #expect(send["authorization"] == authorization)
        #expect(send["destination"] == "/in")
        #expect(send["content-type"] == "application/json")
        #expect(session.received(frame(.receipt, ["receipt-id": "r"]), now: 0) == [.receipt(id: "r")])
    }

    @Test("DISCONNECT closes when it is confirmed")
    func disconnects() {
        var session = STOMPClientSession.connected
        #expect(session.disconnect(now: 0).count == 1)
        #expect(session.disconnect(now: 0).isEmpty)
        #expect(session.received(frame(.receipt, ["receipt-id": "earlier"]), now: 0) == [.receipt(id: "earlier")])
        #expect(
            session.received(frame(.receipt, ["receipt-id": "disconnect-receipt"]), now: 0) == [
                .receipt(id: "disconnect-receipt"), .close(.disconnected),
            ])
    }

    @Test("DISCONNECT without an answer closes after its timeout")
    func disconnectTimeout() {
        var session = STOMPClientSession.connected
        _ = session.disconnect(now: 0)
        #expect(session.tick(now: 10 * second - 1).isEmpty)
        #expect(session.tick(now: 10 * second) == [.close(.disconnectedUnconfirmed)])
    }

    @Test("heart-beats are sent, and a silent server ends the session")
    func heartBeats() throws {
        var session = STOMPClientSession.connected
        #expect(session.tick(now: 8 * second) == [.sendHeartBeat])
        _ = try session.send([], to: "/in", now: 15 * second)
        #expect(session.tick(now: 16 * second).isEmpty)
        #expect(session.received(.heartBeat, now: 19 * second).isEmpty)
        #expect(session.tick(now: 23 * second) == [.sendHeartBeat])
        #expect(session.tick(now: 39 * second) == [.close(.silent)])
        #expect(session.deadline == nil)
    }

    @Test("client and server understand each other byte by byte")
    func transcript() throws {
        var client = STOMPClientSession(configuration: configuration)
        var server = STOMPServerSession(now: 0)
        var toServer = Link()
        var toClient = Link()
        func pass(_ actions: [STOMPClientSession.Action]) throws -> [STOMPServerSession.Action] {
            var results: [STOMPServerSession.Action] = []
            for case .send(let frame) in actions {
                for output in try toServer.carry(frame) { results += server.received(output, now: 0) }
            }
            return results
        }
        func pass(_ actions: [STOMPServerSession.Action]) throws -> [STOMPClientSession.Action] {
            var results: [STOMPClientSession.Action] = []
            for case .send(let frame) in actions {
                for output in try toClient.carry(frame) { results += client.received(output, now: 0) }
            }
            return results
        }

        guard case .checkPasscode("device-77", "p", _)? = try pass(client.connect(now: 0)).first else {
            Issue.record("no passcode check")
            return
        }
        #expect(try pass(server.authenticated(policy: .device(77), now: 0)) == [.connected])
        let subscribed = try pass(client.subscribe(id: "s", destination: own, receipt: "r", now: 0))
        #expect(subscribed.first == .subscribed(id: "s", destination: own))
        #expect(try pass(subscribed) == [.receipt(id: "r")])
        let body = Array("{\"type\":\"x\"}".utf8)
        var outputs: [STOMPDecoder.Output] = []
        var decoder = STOMPDecoder()
        try decoder.decode(server.message(body, to: own, now: 0)[...], into: &outputs)
        guard case .message("s", own, body, _)? = outputs.flatMap({ client.received($0, now: 0) }).first else {
            Issue.record("no message")
            return
        }
        let sent = try pass(client.send(body, to: "/exchange/ecall.signal.in", now: 0))
        guard case .sent("/exchange/ecall.signal.in", body, _)? = sent.first else {
            Issue.record("nothing arrived")
            return
        }
        let disconnected = try pass(client.disconnect(now: 0))
        #expect(disconnected.last == .close(.disconnected))
        #expect(try pass(disconnected) == [.receipt(id: "disconnect-receipt"), .close(.disconnected)])
    }
}

/// Passes frames on in single bytes.
private struct Link {
    private var decoder = STOMPDecoder()

    mutating func carry(_ frame: STOMPFrame) throws -> [STOMPDecoder.Output] {
        var outputs: [STOMPDecoder.Output] = []
        for byte in try frame.encoded() { try decoder.decode([byte], into: &outputs) }
        try decoder.endOfMessage()
        return outputs
    }
}
