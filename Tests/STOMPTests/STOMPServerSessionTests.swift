import STOMP
import Testing

private let second: UInt64 = 1_000_000_000
private let own = "/exchange/ecall.signal.out/77"
private let inbox = "/exchange/ecall.signal.in"

extension STOMPFrame {
    /// A frame with headers in short form.
    fileprivate init(_ command: STOMPCommand, _ headers: KeyValuePairs<String, String>, _ body: String = "") {
        self.init(command, headers: headers.map { STOMPHeader($0.key, $0.value) }, body: Array(body.utf8))
    }

    fileprivate static let connect = STOMPFrame(
        .connect,
        [
            "accept-version": "1.2", "host": "ecall", "login": "device-77", "passcode": "p",
            "heart-beat": "10000,10000",
        ])
}

extension STOMPServerSession {
    fileprivate mutating func received(_ frame: STOMPFrame, now: UInt64 = 0) -> [Action] {
        received(.frame(frame), now: now)
    }

    /// The bytes of a message.
    mutating func message(_ body: [UInt8], to destination: String, now: UInt64) throws -> [UInt8] {
        let head = try body.withUnsafeBytes { bytes throws(DeliveryError) in
            try deliver(body: bytes, to: destination, now: now)
        }
        var text = ""
        head.write { text += $0 }
        return Array(text.utf8) + body + [0]
    }

    fileprivate static var connected: STOMPServerSession {
        var session = STOMPServerSession(now: 0)
        _ = session.received(.connect)
        _ = session.authenticated(policy: .device(77), now: 0)
        return session
    }

    fileprivate static var subscribed: STOMPServerSession {
        var session = connected
        _ = session.received(STOMPFrame(.subscribe, ["id": "sub-77", "destination": own]))
        return session
    }
}

@Suite("STOMP server session", .timeLimit(.minutes(1)))
struct STOMPServerSessionTests {
    @Test("CONNECT asks for the passcode, then CONNECTED")
    func connects() {
        var session = STOMPServerSession(now: 0)
        let headers = STOMPFrame.connect.headers
        #expect(
            session.received(.connect) == [.checkPasscode(login: "device-77", passcode: "p", headers: headers)])
        #expect(!session.isConnected)
        let connected = STOMPFrame(.connected, ["version": "1.2", "heart-beat": "10000,10000"])
        #expect(session.authenticated(policy: .device(77), now: 0) == [.send(connected)])
        #expect(session.isConnected)
        #expect(session.authenticated(policy: .device(78), now: 0).isEmpty)
        #expect(session.refused().isEmpty)
    }

    @Test("a wrong passcode is a Bad CONNECT")
    func refuses() {
        var session = STOMPServerSession(now: 0)
        _ = session.received(.connect)
        #expect(session.refused() == [.send(STOMPFrame(.error, ["message": "Bad CONNECT"])), .close(.refused)])
        #expect(session.isClosed)
        #expect(session.received(.connect).isEmpty)
        #expect(session.authenticated(policy: .device(77), now: 0).isEmpty)
    }

    @Test(
        "an invalid CONNECT ends the session with Bad CONNECT",
        arguments: [
            STOMPFrame(.connect, ["host": "h", "login": "l", "passcode": "p"]),
            STOMPFrame(.connect, ["accept-version": "1.0,1.1", "host": "h", "login": "l", "passcode": "p"]),
            STOMPFrame(.connect, ["accept-version": "1.2", "login": "l", "passcode": "p"]),
            STOMPFrame(.connect, ["accept-version": "1.2", "host": "h", "passcode": "p"]),
            STOMPFrame(.connect, ["accept-version": "1.2", "host": "h", "login": "l"]),
            STOMPFrame(.connect, ["accept-version": "1.2", "host": "h", "login": "l", "passcode": ""]),
            STOMPFrame(
                .connect,
                ["accept-version": "1.2", "host": "h", "login": "l", "passcode": "p", "heart-beat": "-1,0"]),
            STOMPFrame(
                .connect,
                ["accept-version": "1.2", "host": "h", "login": "l", "passcode": "p", "heart-beat": "1"]),
            STOMPFrame(.subscribe, ["id": "a", "destination": own]),
            STOMPFrame(.unknown("FOO"), [:]),
        ])
    func badConnect(frame: STOMPFrame) {
        var session = STOMPServerSession(now: 0)
        let actions = session.received(frame)
        guard actions.count == 2, case .send(let error) = actions[0] else {
            Issue.record("expected ERROR and close, got \(actions)")
            return
        }
        #expect(error.command == .error)
        #expect(error["message"]?.hasPrefix("Bad CONNECT") == true)
        // The stock client knows no escapes (wire-protocol 3.2).
        #expect(error["message"]?.contains(":") == false)
        #expect(actions[1] == .close(.protocolViolation))
        #expect(session.isClosed)
    }

    @Test("frames during the passcode check end the session")
    func early() {
        var session = STOMPServerSession(now: 0)
        _ = session.received(.connect)
        #expect(session.received(.connect).last == .close(.protocolViolation))
    }

    @Test("the own destination can be subscribed to, once by id, and unsubscribed from")
    func subscribes() throws {
        var session = STOMPServerSession.connected
        let subscribe = STOMPFrame(.subscribe, ["id": "sub-77", "destination": own, "ack": "auto", "receipt": "r1"])
        #expect(
            session.received(subscribe) == [
                .subscribed(id: "sub-77", destination: own), .send(STOMPFrame(.receipt, ["receipt-id": "r1"])),
            ])
        #expect(session.isSubscribed(to: own))
        #expect(
            session.received(STOMPFrame(.unsubscribe, ["id": "sub-77"])) == [
                .unsubscribed(id: "sub-77", destination: own)
            ])
        #expect(throws: STOMPServerSession.DeliveryError.notSubscribed) {
            try session.message([1], to: own, now: 0)
        }
    }

    @Test(
        "violations of the policy and the protocol are answered with ERROR and end the session",
        arguments: [
            (
                STOMPFrame(.subscribe, ["id": "a", "destination": "/exchange/ecall.signal.out/78"]),
                "destination not allowed"
            ),
            (STOMPFrame(.subscribe, ["id": "a", "destination": own + "/"]), "destination not allowed"),
            (STOMPFrame(.subscribe, ["id": "a", "destination": inbox]), "destination not allowed"),
            (STOMPFrame(.subscribe, ["destination": own]), "SUBSCRIBE needs id and destination"),
            (STOMPFrame(.subscribe, ["id": "sub-77", "destination": own]), "subscription id in use"),
            (STOMPFrame(.subscribe, ["id": "b", "destination": own, "ack": "x"]), "unknown ack mode"),
            (STOMPFrame(.unsubscribe, ["id": "b"]), "unknown subscription"),
            (STOMPFrame(.send, ["destination": own]), "destination not allowed"),
            (STOMPFrame(.send, [:]), "SEND needs a destination"),
            (STOMPFrame(.send, ["destination": inbox, "transaction": "t"]), "transactions are not supported"),
            (
                STOMPFrame(.subscribe, ["id": "b", "destination": own, "ack": "client"]),
                "acknowledgements are not supported, subscribe with ack auto"
            ),
            (
                STOMPFrame(.subscribe, ["id": "b", "destination": own, "ack": "client-individual"]),
                "acknowledgements are not supported, subscribe with ack auto"
            ),
            (STOMPFrame(.ack, ["id": "m-1"]), "acknowledgements are not supported"),
            (STOMPFrame(.nack, ["id": "m-1"]), "acknowledgements are not supported"),
            (STOMPFrame(.begin, ["transaction": "t"]), "transactions are not supported"),
            (STOMPFrame(.commit, ["transaction": "t"]), "transactions are not supported"),
            (STOMPFrame(.abort, ["transaction": "t"]), "transactions are not supported"),
            (STOMPFrame.connect, "unexpected CONNECT"),
            (STOMPFrame(.message, [:]), "unexpected MESSAGE"),
            (STOMPFrame(.unknown("FOO"), [:]), "unexpected command"),
        ])
    func violations(frame: STOMPFrame, message: String) {
        var session = STOMPServerSession.subscribed
        var asking = frame
        asking.headers.append(STOMPHeader("receipt", "r9"))
        #expect(
            session.received(asking) == [
                .send(STOMPFrame(.error, ["message": message, "receipt-id": "r9"])), .close(.protocolViolation),
            ])
        #expect(session.isClosed)
    }

    @Test("subscriptions are limited")
    func subscriptionLimit() {
        var session = STOMPServerSession.connected
        for id in 0..<8 {
            #expect(session.received(STOMPFrame(.subscribe, ["id": "\(id)", "destination": own])).count == 1)
        }
        #expect(
            session.received(STOMPFrame(.subscribe, ["id": "8", "destination": own])).last
                == .close(.protocolViolation))
    }

    @Test("SEND reaches the server with its headers")
    func sends() {
        var session = STOMPServerSession.connected
        let send = STOMPFrame(.send, ["destination": inbox, "authorization": "Bearer x", "receipt": "r"], "{}")
        #expect(
            session.received(send) == [
                .sent(destination: inbox, body: Array("{}".utf8), headers: send.headers),
                .send(STOMPFrame(.receipt, ["receipt-id": "r"])),
            ])
    }

    @Test("messages are numbered, and one frame each")
    func delivers() throws {
        var session = STOMPServerSession.subscribed
        for number in 1...2 {
            let message = STOMPFrame(
                .message,
                [
                    "subscription": "sub-77", "message-id": "m-\(number)", "destination": own,
                    "content-type": "application/json",
                ], "{}")
            #expect(try session.message(Array("{}".utf8), to: own, now: 0) == message.encoded())
        }
        #expect(throws: STOMPServerSession.DeliveryError.bodyContainsNUL) {
            try session.message([0], to: own, now: 0)
        }
    }

    @Test("the pieces of a message are the frame, whatever the client calls its subscription")
    func pieces() throws {
        for id in ["s", "a:b", "a\\b\nc\rd", "ü"] {
            for body in ["", "{}", String(repeating: "x", count: 70_000)] {
                var session = STOMPServerSession.connected
                _ = session.received(STOMPFrame(.subscribe, ["id": id, "destination": own]))
                let headers: KeyValuePairs = [
                    "subscription": id, "message-id": "m-1", "destination": own, "content-type": "application/json",
                ]
                let frame = STOMPFrame(.message, headers, body)
                #expect(try session.message(Array(body.utf8), to: own, now: 0) == frame.encoded())
            }
        }
    }

    @Test("DISCONNECT is confirmed, then the socket closes")
    func disconnects() {
        var session = STOMPServerSession.subscribed
        #expect(
            session.received(STOMPFrame(.disconnect, ["receipt": "disconnect-receipt"])) == [
                .send(STOMPFrame(.receipt, ["receipt-id": "disconnect-receipt"])), .close(.disconnected),
            ])
        #expect(session.tick(now: 1000 * second).isEmpty)
        #expect(session.end(message: "late").isEmpty)
    }

    @Test("malformed input ends the session with ERROR")
    func junk() {
        var session = STOMPServerSession.connected
        #expect(
            session.failed(.headerTooLong) == [
                .send(STOMPFrame(.error, ["message": "malformed frame"])), .close(.malformed(.headerTooLong)),
            ])
        #expect(session.failed(.headerTooLong).isEmpty)
    }

    @Test("no CONNECT within ten seconds ends the session")
    func connectTimeout() {
        var session = STOMPServerSession(now: 5 * second)
        #expect(session.deadline == 15 * second)
        #expect(session.received(.heartBeat, now: 6 * second).isEmpty)
        #expect(session.tick(now: 15 * second - 1).isEmpty)
        #expect(session.tick(now: 15 * second) == [.close(.connectTimeout)])
    }

    @Test("heart-beats are sent a little early and postponed by every frame")
    func sendsHeartBeats() throws {
        var session = STOMPServerSession.subscribed
        #expect(session.deadline == 8 * second)
        #expect(session.tick(now: 8 * second - 1).isEmpty)
        #expect(session.tick(now: 8 * second) == [.sendHeartBeat])
        _ = session.received(.heartBeat, now: 10 * second)
        _ = try session.message([], to: own, now: 12 * second)
        #expect(session.tick(now: 16 * second).isEmpty)
        #expect(session.tick(now: 20 * second) == [.sendHeartBeat])
    }

    @Test("a silent client is dropped after twice its interval")
    func silence() {
        var session = STOMPServerSession.connected
        #expect(session.received(.heartBeat, now: 9 * second).isEmpty)
        #expect(session.tick(now: 29 * second - 1) == [.sendHeartBeat])
        #expect(session.tick(now: 29 * second) == [.close(.silent)])
    }

    @Test(
        "the larger interval applies, and none if one side wants none",
        arguments: [("0,0", nil), ("0,5000", 8), ("0,20000", 16), ("5000,0", 20), ("30000,0", 60)]
            as [(String, UInt64?)])
    func negotiates(header: String, deadline: UInt64?) {
        var session = STOMPServerSession(now: 0)
        var connect = STOMPFrame.connect
        connect.headers.removeLast()
        connect.headers.append(STOMPHeader("heart-beat", header))
        _ = session.received(connect)
        _ = session.authenticated(policy: .device(77), now: 0)
        #expect(session.deadline == deadline.map { $0 * second })
    }
}
