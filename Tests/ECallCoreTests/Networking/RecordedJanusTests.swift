import Janus
import TestSupport
import Testing

@Suite("Recorded messages of Janus")
struct RecordedJanusTests {
    @Test("every recorded message is read, and none is unknown")
    func isRead() throws {
        let values: [String: RecordedValue] = [
            "session": 1, "handle": 2, "room": 3, "feed": 4, "id": 5, "private": 6, "seconds": 2, "transaction": "t",
            "display": "7:Ana", "sdp": "v=0", "candidate": "candidate:1",
        ]
        let transcript = try JanusTranscript.read()
        #expect(transcript.entries.count > 40)
        for entry in transcript.entries {
            for answer in transcript.answers(entry.name, values) {
                let message = try JanusMessage(decoding: Array(answer.text.utf8))
                switch message.content {
                case .unknown, .event(.unknown, _), .pluginSuccess(.unknown): Issue.record("unknown: \(answer.text)")
                default: break
                }
            }
        }
    }
}
