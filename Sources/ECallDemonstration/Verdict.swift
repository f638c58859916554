import ECallCalls
import Foundation
import MediaServers

/// The last line of the demonstration.
struct Verdict: Encodable, Sendable {
    var ok = false
    var setup_ms = 0
    var relay_setup_ms = 0
    var picture_delay_ms = 0.0
    var content_verified = false
    var video_frames_decoded = 0
    var audio_frames_decoded = 0
    var frames_dropped_bad = 0
    var eavesdropper_frames_received = 0
    var eavesdropper_frames_decoded = 0
    var relay_ok = false
    /// Unmet expectations; empty when all is well.
    var problems: [String] = []

    /// The smallest counts that make the demonstration a proof.
    static let pictures = 200
    static let sounds = 400
    static let relayedBytes = 100_000

    static func judge(
        direct: CallRun.Outcome, relayed: CallRun.Outcome, relayedBytes: [String: Int],
        numbers: (caller: Int, callee: Int),
        left: JanusAdmin.Counts
    ) -> Verdict {
        var verdict = Verdict()
        verdict.setup_ms = direct.setupMilliseconds
        verdict.relay_setup_ms = relayed.setupMilliseconds
        let sides = [direct.caller, direct.callee]
        verdict.video_frames_decoded = sides.map(\.videoFramesDecoded).min() ?? 0
        verdict.audio_frames_decoded = sides.map(\.audioFramesDecoded).min() ?? 0
        verdict.frames_dropped_bad = (sides + [relayed.caller, relayed.callee]).map(\.framesDroppedBad).reduce(0, +)
        verdict.picture_delay_ms = sides.compactMap(\.pictureDelayMilliseconds).max() ?? 0
        verdict.eavesdropper_frames_received = direct.caught.videoFrames + direct.caught.audioFrames
        verdict.eavesdropper_frames_decoded = direct.caught.understood + direct.caught.opened

        func expect(_ condition: Bool, _ problem: String) {
            if !condition { verdict.problems.append(problem) }
        }
        let seen: [(String, CallStatistics, Int)] = [
            ("direct call, caller", direct.caller, numbers.callee),
            ("direct call, callee", direct.callee, numbers.caller),
            ("relayed call, caller", relayed.caller, numbers.callee),
            ("relayed call, callee", relayed.callee, numbers.caller),
        ]
        let misread = seen.flatMap { contentProblems($0, $1, from: $2) }
        verdict.problems += misread
        verdict.content_verified = misread.isEmpty
        for (name, statistics, _) in seen {
            expect(statistics.videoFramesDecoded >= pictures, "\(name): \(statistics.videoFramesDecoded) pictures")
            expect(statistics.audioFramesDecoded >= sounds, "\(name): \(statistics.audioFramesDecoded) sounds")
        }
        expect(verdict.frames_dropped_bad == 0, "\(verdict.frames_dropped_bad) bad frames after the first good one")
        expect(direct.caught.videoFrames >= pictures, "the eavesdropper got \(direct.caught.videoFrames) pictures")
        expect(direct.caught.audioFrames >= sounds, "the eavesdropper got \(direct.caught.audioFrames) sounds")
        expect(verdict.eavesdropper_frames_decoded == 0, "the eavesdropper understood something")
        for (name, run) in [("direct", direct), ("relayed", relayed)] {
            expect(run.keyCopies.during > 0, "\(name) call: the search did not find the key while it was in use")
            expect(
                run.keyCopies.after == 0,
                "\(name) call: the key is in memory \(run.keyCopies.after) times after the call")
        }
        expect(left == JanusAdmin.Counts(sessions: 0, handles: 0), "Janus still has \(left)")

        let unrelayed = relayProblems(relayed, relayedBytes)
        verdict.problems += unrelayed
        verdict.relay_ok = unrelayed.isEmpty
        verdict.ok = verdict.problems.isEmpty
        return verdict
    }

    /// Pictures and tones of exactly the other person were read back, nearly all of them.
    private static func contentProblems(_ name: String, _ statistics: CallStatistics, from number: Int) -> [String] {
        var problems: [String] = []
        let pictures = statistics.picturesRead["\(number)", default: 0]
        let tones = statistics.tonesHeard["\(number)", default: 0]
        let strangers =
            statistics.picturesRead.count + statistics.tonesHeard.count - (pictures > 0 ? 1 : 0) - (tones > 0 ? 1 : 0)
        if pictures < Self.pictures {
            problems.append("\(name): \(pictures) pictures of number \(number) were readable")
        }
        if statistics.picturesUnreadable * 20 > pictures {
            problems.append("\(name): \(statistics.picturesUnreadable) pictures were unreadable")
        }
        if tones < sounds / 10 {
            problems.append("\(name): the tone of number \(number) was heard for \(tones) tenths of a second")
        }
        if statistics.tonesUnreadable * 5 > tones {
            problems.append("\(name): \(statistics.tonesUnreadable) tenths of a second without a clear tone")
        }
        if strangers > 0 { problems.append("\(name): pictures or tones of somebody else") }
        return problems
    }

    private static func relayProblems(_ relayed: CallRun.Outcome, _ bytes: [String: Int]) -> [String] {
        var problems: [String] = []
        for (name, statistics) in [("caller", relayed.caller), ("callee", relayed.callee)] {
            let pairs = statistics.candidatePairs
            if pairs.isEmpty || !pairs.allSatisfy({ $0.hasPrefix("relay/") }) {
                problems.append("relayed call, \(name): the selected pairs are \(pairs)")
            }
        }
        let carried = bytes.values.filter { $0 >= relayedBytes }.count
        if carried < 2 { problems.append("coturn says it carried \(bytes)") }
        return problems
    }

    /// One line of JSON with members in a fixed order.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
