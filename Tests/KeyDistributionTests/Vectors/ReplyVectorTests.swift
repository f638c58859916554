import ECallSecurity
import TestSupport
import Testing

@testable import KeyDistribution

/// Replies of ringing people: made by them, and heard by the inviter (`Tests/Vectors/e2ee2-replies.json`).
struct ReplyVectors: Codable, Equatable, Sendable {
    /// A reply that a device makes. The seed of `x` and s2 are drawn from `random`.
    struct Made: Codable, Equatable, Sendable {
        let device: FlowVectors.Device
        let identity: String
        let random: String
        let call: UInt64
        let seq: UInt64
        let vouch: String
        /// The join of the invitation.
        let join: String
        let reply: CallReply
        /// The results of RSA-OAEP, and of ML-KEM if the join contains m: no library lets its randomness be set.
        let wrapped: [String]
        let encapsulated: [[String]]
        let text: String
    }

    var made: [Made]
    var flows: FlowVectors
}

@Suite("Recorded replies")
struct ReplyVectorTests {
    private static let cases: [(minutes: UInt8, isPostQuantum: Bool, vouch: Bool)] = [
        (10, false, false), (0, true, false), (255, true, true),
    ]

    @Test("replies are written and read byte for byte", .timeLimit(.minutes(1)))
    func repeated() async throws {
        let file = VectorFile(name: "e2ee2-replies")
        if VectorFile.isWriting {
            let made = try Self.cases.enumerated().map { try Self.make($1, seed: UInt64(900 + $0)) }
            try file.write(ReplyVectors(made: made, flows: .recording(Flow.replies)))
        }
        let vectors: ReplyVectors = try file.read()
        #expect(vectors.made.count == Self.cases.count)
        for made in vectors.made { #expect(try Self.repeated(made) == made.text) }
        #expect(vectors.flows.flows.map(\.number) == Array(53...58))
        #expect(try await vectors.flows.differences() == [])
    }

    private static func make(
        _ wanted: (minutes: UInt8, isPostQuantum: Bool, vouch: Bool), seed: UInt64
    ) throws -> ReplyVectors.Made {
        let cast = SceneCast.plain
        var random = SeededGenerator(seed: seed + 1_000)
        let entry = try OwnEntry(
            cast.device("ana"), room: Scene.room, seq: 5,
            secrets: .draw(postQuantum: wanted.isPostQuantum, using: &random))
        let device = cast.device("bo")
        let vouch = try wanted.vouch ? Vouch(text: SceneCast.vouch(by: "bo2", for: "bo")) : nil
        let wrapping = RecordedWrapping()
        let reply = CallReply.cannotTalkNow(minutes: wanted.minutes)
        var own = SeededGenerator(seed: seed)
        let message = try ReplyMessage.make(
            reply, by: device, call: Scene.call, to: entry.join, seq: 9, vouch: vouch, wrapping: wrapping,
            random: &own)
        var table = TextTable()
        return ReplyVectors.Made(
            device: .init(device, &table), identity: device.identity.text, random: String(seed), call: Scene.call,
            seq: 9, vouch: vouch?.text ?? "", join: entry.join.text, reply: reply,
            wrapped: wrapping.results.wrapped.map { Base64URLText.encode($0) },
            encapsulated: wrapping.results.encapsulated.map {
                [Base64URLText.encode($0.secret), Base64URLText.encode($0.ciphertext)]
            }, text: try #require(message).text)
    }

    private static func repeated(_ made: ReplyVectors.Made) throws -> String? {
        let signingKey = try #require(SigningKeyPair(seed: try Base64URLText.secret(made.device.seed)))
        let device = OwnDevice(
            identity: try SignedIdentity(verifying: made.identity), signingKey: signingKey,
            keyPair: try DeviceKeyPair(der: try Base64URLText.secret(made.device.rsa)))
        var random = SeededGenerator(seed: try #require(UInt64(made.random)))
        return try ReplyMessage.make(
            made.reply, by: device, call: made.call, to: try Join(verifying: made.join), seq: made.seq,
            vouch: made.vouch.isEmpty ? nil : try Vouch(text: made.vouch),
            wrapping: RecordedWrapping(try .init(wrapped: made.wrapped, encapsulated: made.encapsulated)),
            random: &random)?.text
    }
}
