import ECallAPI
import Foundation
import Testing

/// `Tests/Vectors/signals.json`, which the page's decoder passes as well.
@Suite("Signals", .timeLimit(.minutes(1)))
struct SignalVectorTests {
    private struct Vectors: Decodable {
        let signals: [Row]
        let dropped: [Row]
        let strict: [Row]
    }

    private struct Row: Decodable {
        let name: String
        let text: String
        let encoded: String?
        let padding: Int?

        var json: [UInt8] { Array(padded(text).utf8) }
        var written: String? { encoded.map(padded) }

        private func padded(_ text: String) -> String {
            text.replacing("%", with: padding.map { String(repeating: "x", count: $0) } ?? "%")
        }
    }

    private func vectors() throws -> Vectors {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try JSONDecoder().decode(
            Vectors.self, from: Data(contentsOf: folder.appending(path: "Vectors/signals.json")))
    }

    @Test("a signal is written as it was read, by the type and the names of the members")
    func codec() throws {
        let rows = try vectors().signals
        for row in rows {
            let signal = try #require(Signal(json: row.json), "\(row.name)")
            #expect(String(decoding: signal.json(), as: UTF8.self) == row.written, "\(row.name)")
            #expect(Signal(json: signal.json()) == signal, "\(row.name)")
            #expect((signal.route != nil || signal.kind == .e2ee) == signal.kind.isRelayed, "\(row.name)")
        }
        #expect(Set(rows.compactMap { Signal(json: $0.json)?.kind }) == Set(SignalKind.allCases))
    }

    @Test("a relayed signal says the same, and keeps every unknown member")
    func passedOn() throws {
        for row in try vectors().signals {
            let received = try #require(ReceivedSignal(json: row.json), "\(row.name)")
            let passed = received.json(as: received.signal)
            #expect(Signal(json: passed) == received.signal, "\(row.name)")
            let before = try JSONDecoder().decode([String: Anything].self, from: Data(row.json))
            let after = try JSONDecoder().decode([String: Anything].self, from: Data(passed))
            #expect(before.keys.sorted() == after.keys.sorted(), "\(row.name)")
        }
    }

    /// A value that is ignored: no type of ours holds every number.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    @Test("a text that is not a signal is dropped")
    func dropped() throws {
        let vectors = try vectors()
        for row in vectors.dropped + vectors.strict {
            #expect(Signal(json: row.json) == nil, "\(row.name)")
            #expect(ReceivedSignal(json: row.json) == nil, "\(row.name)")
        }
    }

    @Test("a participant of an earlier version, or with an unknown reason, is still read")
    func participants() throws {
        let text =
            #"{"userId":1,"deviceId":0,"displayName":"","isHost":false,"callId":2,"isHostKey":false,"#
            + #""isMuted":false,"isVideoEnabled":true,"status":"rejected""#
        let read = { (end: String) in try JSONDecoder().decode(Participant.self, from: Data((text + end).utf8)) }
        #expect(try read("}").endReason == nil)
        #expect(try read(#","endReason":"no_answer"}"#).endReason == .noAnswer)
        #expect(try read(#","endReason":"eclipse"}"#).endReason == .other)
    }
}
