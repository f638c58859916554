import STOMP
import Testing

private let own = "/exchange/ecall.signal.out/77"
private let inbox = "/exchange/ecall.signal.in"

/// The client's input and the server's answer, for one rule of STOMP 1.2.
struct Rule: Sendable, CustomTestStringConvertible {
    let section: String
    let rule: String
    /// Sent after CONNECTED, unless `isFresh`.
    let input: String
    /// All frames, in order.
    let answers: [String]
    /// Whether the server closes.
    let isEnd: Bool
    var isFresh = false

    init(
        _ section: String, _ rule: String, _ input: String, _ answers: [String], end: Bool = false, fresh: Bool = false
    ) {
        (self.section, self.rule, self.input, self.answers) = (section, rule, input, answers)
        (isEnd, isFresh) = (end, fresh)
    }

    var testDescription: String { "\(section): \(rule)" }
}

/// A server's decoder and session combined, as on a socket.
private struct Peer {
    var decoder = STOMPDecoder()
    var session = STOMPServerSession(now: 0)
    private(set) var answers: [String] = []
    private(set) var isClosed = false
    private(set) var sent: [String] = []

    mutating func take(_ text: String) throws {
        var outputs: [STOMPDecoder.Output] = []
        do throws(STOMPDecodingError) {
            try decoder.decode(Array(text.utf8)[...], into: &outputs)
        } catch {
            for output in outputs { try perform(session.received(output, now: 0)) }
            return try perform(session.failed(error))
        }
        for output in outputs { try perform(session.received(output, now: 0)) }
    }

    private mutating func perform(_ actions: [STOMPServerSession.Action]) throws {
        for action in actions {
            switch action {
            case .checkPasscode(_, let passcode, _):
                try perform(passcode == "p" ? session.authenticated(policy: .device(77), now: 0) : session.refused())
            case .send(let frame): answers.append(String(decoding: try frame.encoded(), as: UTF8.self))
            case .close: isClosed = true
            case .sent(_, let body, _): sent.append(String(decoding: body, as: UTF8.self))
            case .sendHeartBeat, .subscribed, .unsubscribed: break
            }
        }
    }

    mutating func forget() { answers = [] }
}

private let connect = "CONNECT\naccept-version:1.2\nhost:ecall\nlogin:device-77\npasscode:p\n\n\0"
private let connected = "CONNECTED\nversion:1.2\nheart-beat:10000,10000\n\n\0"

private func error(_ message: String, _ more: String = "") -> String { "ERROR\nmessage:\(message)\n\(more)\n\0" }

extension Rule {
    static let connecting: [Rule] = [
        Rule("CONNECT or STOMP Frame", "CONNECT opens", connect, [connected], fresh: true),
        Rule(
            "CONNECT or STOMP Frame", "STOMP opens as well", "STOMP" + connect.dropFirst(7), [connected], fresh: true),
        Rule(
            "CONNECT or STOMP Frame", "what is no heart-beat or CONNECT first", "SEND\ndestination:\(inbox)\n\n{}\0",
            [error("Bad CONNECT, unexpected SEND")], end: true, fresh: true),
        Rule(
            "Protocol Negotiation", "the version both know", connect.replacing("1.2", with: "1.0,1.1,1.2"),
            [connected], fresh: true),
        Rule(
            "Protocol Negotiation", "a later version is not asked for", connect.replacing("1.2", with: "1.2,2.0"),
            [connected], fresh: true),
        Rule(
            "Protocol Negotiation", "no common version: ERROR names those of the server",
            connect.replacing("1.2", with: "1.0,1.1"),
            [
                "ERROR\nmessage:Bad CONNECT, only version 1.2\nversion:1.2\ncontent-type:text/plain\ncontent-length:35\n\nSupported protocol versions are 1.2\0"
            ], end: true, fresh: true),
        Rule(
            "Value Encoding", "CONNECT is not escaped", connect.replacing("passcode:p", with: "passcode:\\p"),
            [error("Bad CONNECT")], end: true, fresh: true),
        Rule(
            "Repeated Header Entries", "the first passcode counts",
            connect.replacing("passcode:p", with: "passcode:p\npasscode:q"), [connected], fresh: true),
        Rule(
            "Augmented BNF", "CR LF ends a line as well", connect.replacing("\n", with: "\r\n"), [connected],
            fresh: true),
        Rule("Connecting", "once only", connect, [error("unexpected CONNECT")], end: true),
    ]

    static let frames: [Rule] = [
        Rule(
            "Standard Headers, receipt", "SUBSCRIBE is confirmed",
            "SUBSCRIBE\nid:0\ndestination:\(own)\nreceipt:7\n\n\0",
            ["RECEIPT\nreceipt-id:7\n\n\0"]),
        Rule(
            "Standard Headers, receipt", "SEND is confirmed", "SEND\ndestination:\(inbox)\nreceipt:a\\cb\n\n{}\0",
            ["RECEIPT\nreceipt-id:a\\cb\n\n\0"]),
        Rule(
            "Standard Headers, receipt", "UNSUBSCRIBE is confirmed",
            "SUBSCRIBE\nid:0\ndestination:\(own)\n\n\0UNSUBSCRIBE\nid:0\nreceipt:u\n\n\0",
            ["RECEIPT\nreceipt-id:u\n\n\0"]),
        Rule(
            "DISCONNECT", "is confirmed, then the connection ends", "DISCONNECT\nreceipt:77\n\n\0",
            ["RECEIPT\nreceipt-id:77\n\n\0"], end: true),
        Rule(
            "ERROR", "names the receipt that was asked for", "BEGIN\ntransaction:t\nreceipt:b\n\n\0",
            [error("transactions are not supported", "receipt-id:b\n")], end: true),
        Rule(
            "BEGIN", "is answered", "BEGIN\ntransaction:t\n\n\0", [error("transactions are not supported")], end: true),
        Rule(
            "COMMIT", "is answered", "COMMIT\ntransaction:t\n\n\0", [error("transactions are not supported")], end: true
        ),
        Rule(
            "ABORT", "is answered", "ABORT\ntransaction:t\n\n\0", [error("transactions are not supported")], end: true),
        Rule("ACK", "is answered", "ACK\nid:1\n\n\0", [error("acknowledgements are not supported")], end: true),
        Rule("NACK", "is answered", "NACK\nid:1\n\n\0", [error("acknowledgements are not supported")], end: true),
        Rule("SEND", "needs a destination", "SEND\n\n{}\0", [error("SEND needs a destination")], end: true),
        Rule(
            "SUBSCRIBE", "needs an id", "SUBSCRIBE\ndestination:\(own)\n\n\0",
            [error("SUBSCRIBE needs id and destination")], end: true),
        Rule(
            "UNSUBSCRIBE", "needs the id of a subscription", "UNSUBSCRIBE\nid:9\n\n\0",
            [error("unknown subscription")], end: true),
        Rule(
            "ERROR", "ends the connection: what follows is not answered",
            "FOO\n\n\0SEND\ndestination:\(inbox)\nreceipt:1\n\n{}\0", [error("unexpected command")], end: true),
        Rule("Server Frames", "are not for clients", "MESSAGE\n\n\0", [error("unexpected MESSAGE")], end: true),
    ]

    static let coding: [Rule] = [
        Rule(
            "Value Encoding", "all four escapes are undone and done",
            "SEND\ndestination:\(inbox)\nreceipt:\\r\\n\\c\\\\\n\n{}\0", ["RECEIPT\nreceipt-id:\\r\\n\\c\\\\\n\n\0"]),
        Rule(
            "Value Encoding", "an undefined escape is fatal", "SEND\ndestination:\(inbox)\nx:\\t\n\n{}\0",
            [error("malformed frame")], end: true),
        Rule(
            "Value Encoding", "an escape that ends the line is fatal", "SEND\ndestination:\(inbox)\nx:\\\n\n{}\0",
            [error("malformed frame")], end: true),
        Rule(
            "Repeated Header Entries", "the first receipt counts",
            "SEND\ndestination:\(inbox)\nreceipt:1\nreceipt:2\n\n{}\0", ["RECEIPT\nreceipt-id:1\n\n\0"]),
        Rule(
            "STOMP Frames", "headers are neither trimmed nor padded",
            "SEND\ndestination:\(inbox)\nreceipt: a \n\n{}\0", ["RECEIPT\nreceipt-id: a \n\n\0"]),
        Rule(
            "STOMP Frames", "a padded destination is another one", "SEND\ndestination: \(inbox)\n\n{}\0",
            [error("destination not allowed")], end: true),
        Rule(
            "Header content-length", "says where the body ends",
            "SEND\ndestination:\(inbox)\ncontent-length:2\nreceipt:1\n\n{}\0", ["RECEIPT\nreceipt-id:1\n\n\0"]),
        Rule(
            "Header content-length", "too short is fatal", "SEND\ndestination:\(inbox)\ncontent-length:1\n\n{}\0",
            [error("malformed frame")], end: true),
        Rule(
            "Header content-length", "is a number", "SEND\ndestination:\(inbox)\ncontent-length:0x2\n\n{}\0",
            [error("malformed frame")], end: true),
        Rule(
            "Body", "only SEND, MESSAGE and ERROR have one", "SUBSCRIBE\nid:0\ndestination:\(own)\n\nx\0",
            [error("malformed frame")], end: true),
        Rule(
            "Size Limits", "a header line", "SEND\nx:\(String(repeating: "y", count: 9000))\n\n\0",
            [error("malformed frame")], end: true),
        Rule(
            "Size Limits", "the number of headers", "SEND\n\(String(repeating: "x:y\n", count: 40))\n\0",
            [error("malformed frame")], end: true),
        Rule("Size Limits", "the body", "SEND\ncontent-length:999999999\n\n", [error("malformed frame")], end: true),
        Rule(
            "STOMP Frames", "ends of line between frames mean nothing",
            "\n\n\r\nSEND\ndestination:\(inbox)\nreceipt:1\n\n{}\0\n\n", ["RECEIPT\nreceipt-id:1\n\n\0"]),
    ]
}

@Suite("STOMP 1.2, section by section", .timeLimit(.minutes(1)))
struct STOMPSpecificationTests {
    @Test("the server follows each rule", arguments: Rule.connecting + Rule.frames + Rule.coding)
    func follows(rule: Rule) throws {
        var peer = Peer()
        if !rule.isFresh {
            try peer.take(connect)
            peer.forget()
        }
        try peer.take(rule.input)
        #expect(peer.answers == rule.answers)
        #expect(peer.isClosed == rule.isEnd)
    }

    @Test("the server follows each rule byte by byte", arguments: Rule.connecting + Rule.frames + Rule.coding)
    func drips(rule: Rule) throws {
        var peer = Peer()
        if !rule.isFresh {
            try peer.take(connect)
            peer.forget()
        }
        for byte in rule.input.utf8 {
            try peer.take(String(decoding: [byte], as: UTF8.self))
            if peer.isClosed { break }
        }
        #expect(peer.answers == rule.answers)
        #expect(peer.isClosed == rule.isEnd)
    }

    /// "Heart-beating": the larger of the two, or none if either is 0. Server: 10 000, 10 000. In seconds: the next beat of
    /// the server (four fifths), and the silence that ends the session (twice).
    @Test(
        "heart-beats are negotiated in every case",
        arguments: [
            (nil, nil, nil), ("0,0", nil, nil), ("0,10000", 8, nil), ("10000,0", nil, 20), ("10000,10000", 8, 20),
            ("1,1", 8, 20), ("9999,9999", 8, 20), ("30000,20000", 16, 60), ("1000,60000", 48, 20),
            ("999999999,999999999", 799_999, 1_999_999),
        ] as [(String?, UInt64?, UInt64?)])
    func heartBeats(offer: String?, beat: UInt64?, silence: UInt64?) {
        let second: UInt64 = 1_000_000_000
        var session = STOMPServerSession(now: 0)
        var headers = ["accept-version": "1.2", "host": "h", "login": "l", "passcode": "p"]
            .map { STOMPHeader($0.key, $0.value) }
        if let offer { headers.append(STOMPHeader("heart-beat", offer)) }
        _ = session.received(.frame(STOMPFrame(.connect, headers: headers)), now: 0)
        _ = session.authenticated(policy: .device(77), now: 0)
        #expect(session.deadline.map { $0 / second } == [beat, silence].compactMap(\.self).min())
        if let beat {
            var beating = session
            _ = beating.received(.heartBeat, now: (beat - 1) * second)
            #expect(beating.tick(now: beat * second - second / 2).isEmpty)
            #expect(beating.tick(now: (beat + 1) * second) == [.sendHeartBeat])
        }
        if let silence {
            #expect(session.tick(now: (silence + 1) * second) == [.close(.silent)])
        } else {
            let actions = session.tick(now: 4_000_000 * second)
            #expect(actions == (beat == nil ? [] : [.sendHeartBeat]))
        }
    }

    @Test(
        "an invalid heart-beat header", arguments: ["", "1", "1,", ",1", "-1,0", "1,2,3", "a,b", "1, 2", "1e3,0"])
    func badHeartBeat(header: String) throws {
        var peer = Peer()
        try peer.take(connect.replacing("passcode:p", with: "passcode:p\nheart-beat:\(header)"))
        #expect(peer.answers == [error("Bad CONNECT, heart-beat")])
        #expect(peer.isClosed)
    }

    @Test("a body with content-length may contain NUL, and arrives complete")
    func bodyWithNUL() throws {
        var peer = Peer()
        try peer.take(connect)
        try peer.take("SEND\ndestination:\(inbox)\ncontent-length:3\n\na\0b\0SEND\ndestination:\(inbox)\n\nc\0")
        #expect(peer.sent == ["a\0b", "c"])
    }
}
