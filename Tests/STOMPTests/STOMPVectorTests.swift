import Foundation
import Testing

@testable import STOMP

/// The vectors that the page's tests also read.
private struct Vectors: Decodable {
    struct Limits: Decodable {
        let command: Int
        let headerCount: Int
        let header: Int
        let body: Int
        let frame: Int

        var limits: STOMPLimits {
            STOMPLimits(command: command, headerCount: headerCount, header: header, body: body, frame: frame)
        }
    }
    struct Frame: Decodable {
        let command: String
        let headers: [[String]]
        let body: String

        var frame: STOMPFrame {
            STOMPFrame(
                STOMPCommand(command), headers: headers.map { STOMPHeader($0[0], $0[1]) }, body: Array(body.utf8))
        }
    }
    struct Encoded: Decodable {
        let name: String
        let command: String
        let headers: [[String]]
        let body: String
        let text: String?
        let error: String?

        var frame: STOMPFrame { Frame(command: command, headers: headers, body: body).frame }
    }
    /// A WebSocket message: text, or bytes in hex.
    struct Message: Decodable {
        let bytes: [UInt8]

        private struct Hex: Decodable {
            let hex: String
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                bytes = Array(text.utf8)
            } else {
                let digits = try Array(value.decode(Hex.self).hex)
                bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16)
                }
            }
        }
    }
    struct Output: Decodable {
        let output: STOMPDecoder.Output

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            output = if let frame = try? value.decode(Frame.self) { .frame(frame.frame) } else { .heartBeat }
        }
    }
    struct Decoded: Decodable {
        let name: String
        let messages: [Message]
        let outputs: [Output]
        let error: String?
    }
    struct HeartBeat: Decodable {
        let header: String
        let offer: [UInt32]?
    }
    struct Negotiated: Decodable {
        let own: [UInt32]
        let other: [UInt32]
        let intervals: [UInt32]
    }
    struct Session: Decodable {
        let name: String
        let steps: [Step]
    }
    struct Step: Decodable {
        enum Call: String, Decodable {
            case connect, subscribe, send, disconnect, tick, failed, receive, receiveHeartBeat
        }
        let now: UInt64
        let `do`: Call
        let id: String?
        let destination: String?
        let body: String?
        let receipt: String?
        let frame: Frame?
        let then: [Action]
        let deadline: UInt64?
    }
    struct Action: Decodable, Equatable {
        var send: String?
        var connected: Bool?
        var receipt: String?
        var subscription: String?
        var body: String?
        var close: String?
        var message: String?
    }
    let limits: Limits
    let decodeLimits: Limits
    let encode: [Encoded]
    let decode: [Decoded]
    let heartBeats: [HeartBeat]
    let negotiated: [Negotiated]
    let sessions: [Session]

    static func read() throws -> Self {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/stomp.json")
            .standardizedFileURL
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
}

extension Vectors.Action {
    fileprivate init(_ action: STOMPClientSession.Action) throws {
        switch action {
        case .send(let frame): send = String(decoding: try frame.encoded(), as: UTF8.self)
        case .sendHeartBeat: send = "\n"
        case .connected: connected = true
        case .message(let subscription, _, let body, _):
            (self.subscription, self.body) = (subscription, String(decoding: body, as: UTF8.self))
        case .receipt(let id): receipt = id
        case .close(let reason):
            switch reason {
            case .refused(let message): (close, self.message) = ("refused", message)
            case .malformed: close = "malformed"
            default: close = "\(reason)"
            }
        }
    }
}

extension Vectors.Step {
    /// The session's actions in this step; none if a method cannot be called now.
    fileprivate func taken(by session: inout STOMPClientSession) throws -> [STOMPClientSession.Action] {
        let now = now * 1_000_000
        do throws(STOMPClientSession.UsageError) {
            switch `do` {
            case .connect: return session.connect(now: now)
            case .subscribe:
                return try session.subscribe(
                    id: id ?? "", destination: destination ?? "", receipt: receipt, now: now)
            case .send:
                return try session.send(
                    Array((body ?? "").utf8), to: destination ?? "", receipt: receipt, now: now)
            case .disconnect: return session.disconnect(now: now)
            case .tick: return session.tick(now: now)
            case .failed: return session.failed(.malformedCommand)
            case .receive:
                guard let frame else { return [] }
                return session.received(.frame(frame.frame), now: now)
            case .receiveHeartBeat: return session.received(.heartBeat, now: now)
            }
        } catch {
            #expect(error == .notConnected)
            return []
        }
    }
}

/// The outputs of a fresh decoder for messages, each in pieces, and the first error.
private func decoded(
    _ messages: [[UInt8]], limits: STOMPLimits, pieces: ([UInt8]) -> [ArraySlice<UInt8>]
) -> (outputs: [STOMPDecoder.Output], error: String?) {
    var decoder = STOMPDecoder(limits: limits)
    var outputs: [STOMPDecoder.Output] = []
    var errors: [STOMPDecodingError] = []
    for message in messages {
        do throws(STOMPDecodingError) {
            for piece in pieces(message) { try decoder.decode(piece, into: &outputs) }
            try decoder.endOfMessage()
            #expect(errors.isEmpty, "an error stays")
        } catch {
            errors.append(error)
        }
    }
    #expect(Set(errors).count <= 1, "an error stays")
    return (outputs, errors.first.map { "\($0)" })
}

@Suite("STOMP vectors shared with the page", .timeLimit(.minutes(1)))
struct STOMPVectorTests {
    @Test("frames are written as in the vectors")
    func encode() throws {
        let rows = try Vectors.read().encode
        #expect(rows.count == 45)
        for row in rows {
            do throws(STOMPEncodingError) {
                let bytes = try row.frame.encoded()
                #expect(String(decoding: bytes, as: UTF8.self) == row.text, "\(row.name)")
            } catch {
                #expect("\(error)" == row.error, "\(row.name)")
            }
        }
    }

    @Test("messages are read as in the vectors, at once and byte by byte")
    func decode() throws {
        let vectors = try Vectors.read()
        #expect(vectors.decode.count == 106)
        for row in vectors.decode {
            let messages = row.messages.map(\.bytes)
            for pieces in [{ [$0[...]] }, { bytes in bytes.indices.map { bytes[$0...$0] } }]
                as [([UInt8]) -> [ArraySlice<UInt8>]]
            {
                let found = decoded(messages, limits: vectors.decodeLimits.limits, pieces: pieces)
                #expect(found.outputs == row.outputs.map(\.output), "\(row.name)")
                #expect(found.error == row.error, "\(row.name)")
            }
        }
    }

    @Test("the default limits are those of the vectors")
    func limits() throws {
        #expect(try Vectors.read().limits.limits == STOMPLimits())
    }

    @Test("heart-beats are read and negotiated as in the vectors")
    func heartBeats() throws {
        let vectors = try Vectors.read()
        #expect(vectors.heartBeats.count == 21)
        #expect(vectors.negotiated.count == 11)
        for row in vectors.heartBeats {
            let expected = row.offer.map { STOMPHeartBeat(sends: $0[0], expects: $0[1]) }
            #expect(STOMPHeartBeat(header: row.header) == expected, "\(row.header)")
        }
        for row in vectors.negotiated {
            let own = STOMPHeartBeat(sends: row.own[0], expects: row.own[1])
            let found = own.negotiated(with: STOMPHeartBeat(sends: row.other[0], expects: row.other[1]))
            #expect([found.sends, found.expects] == row.intervals, "\(row.own) with \(row.other)")
        }
    }

    @Test("sessions run as in the vectors")
    func sessions() throws {
        let sessions = try Vectors.read().sessions
        #expect(sessions.count == 44)
        for row in sessions {
            var session = STOMPClientSession(
                configuration: STOMPClientConfiguration(
                    login: "device-77", passcode: "p", headers: [STOMPHeader("ecall-signals", "2")]))
            for (index, step) in row.steps.enumerated() {
                let place = "\(row.name), step \(index + 1)"
                let actions = try step.taken(by: &session).map { try Vectors.Action($0) }
                #expect(actions == step.then, "\(place)")
                #expect(session.deadline == step.deadline.map { $0 * 1_000_000 }, "\(place)")
            }
        }
    }
}
