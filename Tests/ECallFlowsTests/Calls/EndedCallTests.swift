import ECallAPI
import ECallCalls
import ECallSecurity
import Foundation
import Testing

@testable import ECallFlows
@testable import ECallLanguage

@Suite("The end of a call", .timeLimit(.minutes(1)))
struct EndedCallTests {
    private struct Vectors: Decodable {
        struct Row: Decodable {
            let reason: CallEndReason
            let origin: String?
            let hasBegun: Bool?
            let isOfSeveral: Bool?
            let goesOn: Bool?
            let minutes: UInt8?
            let title: String
            let sentence: String?
            let again: String?
            let isWell: Bool
        }
        let rows: [Row]
    }

    private static let origins: [String: CallSubject.Origin] = [
        "outgoing": .outgoing, "incoming": .incoming, "returned": .returned,
    ]

    private static func key(_ text: Text?) -> String? {
        if case .catalogued(let key, _) = text?.content { key.rawValue } else { nil }
    }

    /// A flag that a row does not name may be either.
    private static func calls(_ row: Vectors.Row) -> [EndedCall.Known] {
        origins.filter { row.origin == nil || row.origin == $0.key }.values.flatMap { origin in
            [false, true].filter { row.hasBegun == nil || row.hasBegun == $0 }.flatMap { hasBegun in
                [false, true].filter { row.isOfSeveral == nil || row.isOfSeveral == $0 }.map { isOfSeveral in
                    EndedCall.Known(
                        subject: CallSubject(origin, isVideo: true, peer: CallSamples.bo, hasBegun: hasBegun),
                        isOfSeveral: isOfSeveral, goesOn: row.goesOn ?? false)
                }
            }
        }
    }

    @Test("each end is told in the words of the page")
    func words() throws {
        let vectors = try CallVectors.load("call-ends", as: Vectors.self)
        var count = 0
        for row in vectors.rows {
            for known in Self.calls(row) {
                let labels = EndedCallLabels(row.reason, reply: row.minutes.map { .cannotTalkNow(minutes: $0) }, known)
                #expect(
                    Self.key(labels.title) == row.title && Self.key(labels.sentence) == row.sentence, "\(row) \(known)")
                #expect(Self.key(labels.again) == row.again && labels.isWell == row.isWell, "\(row) \(known)")
                count += 1
            }
        }
        #expect(count == (12 + 1 + 2) * 12)
    }

    @Test("a problem that the library names is the sentence")
    func problems() {
        let known = EndedCall.Known(subject: CallSubject(.outgoing, isVideo: true, peer: CallSamples.bo))
        for reason in [CallEndReason.failed, .connectionLost, .removed] {
            let end = EndedCall(reason, problem: .callFailureNoRoom, known, at: .zero)
            #expect(end.sentence == .callFailureNoRoom && end.closesAt == nil)
        }
        // A person without a name is called somebody.
        let nameless = CallSubject(.outgoing, isVideo: true, peer: .init(id: 2, name: ""))
        #expect(
            EndedCall(.busy, .init(subject: nameless), at: .zero).sentence
                == .callEndBusyText(name: Text.commonSomebody))
    }

    @Test("how long people talked is said, but not of a call that was given up")
    func duration() {
        let known = EndedCall.Known(subject: CallSubject(.outgoing, isVideo: true, peer: CallSamples.bo), seconds: 5)
        #expect(EndedCall(.remoteHungUp, known, at: .zero).seconds == 5)
        #expect(EndedCall(.cancelled, known, at: .zero).seconds == nil)
    }
}

/// Vectors that the page reads too.
enum CallVectors {
    static func load<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/\(name).json")
        return try JSONDecoder().decode(type, from: Data(contentsOf: url.standardizedFileURL))
    }
}
