import Foundation
import Janus
import Testing

/// `Tests/Vectors/janus-displays.json`, which the page passes as well.
@Suite("Displays in Janus", .timeLimit(.minutes(1)))
struct JanusDisplayTests {
    private struct Vectors: Decodable {
        let scripts: [Row]
        let others: [Row]
    }

    private struct Row: Decodable {
        let name: String
        let user: UInt64
        /// The name of the user.
        let display: String
        let janus: String
    }

    private static func vectors() throws -> Vectors {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/janus-displays.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }

    @Test("a name in any script is cut to Janus' limit, after a whole character")
    func cuts() throws {
        let vectors = try Self.vectors()
        #expect(vectors.scripts.count == 15)
        for row in vectors.scripts + vectors.others {
            let display = JanusDisplay.text(user: row.user, name: row.display)
            #expect(Array(display.utf8) == Array(row.janus.utf8), "\(row.name)")
            #expect(display.utf8.count <= JanusDisplay.largest && display.hasPrefix("\(row.user):"), "\(row.name)")
            #expect(JanusDisplay.cut(display) == display, "\(row.name)")
        }
    }

    @Test("a client that does not cut joins nevertheless, and Janus gets the cut name")
    func proxyCuts() throws {
        for row in try Self.vectors().scripts {
            let rooms = OpenRooms([5: JanusRoomAccess(participants: [row.user])])
            var policy = JanusProxyPolicy(
                .user(row.user), rooms, credentials: JanusCredentials(token: "core"), opaqueID: "\(row.user).70")
            _ = policy.fromClient(Array(#"{"janus":"create","transaction":"a"}"#.utf8))
            _ = policy.fromJanus(Array(#"{"janus":"success","transaction":"a","data":{"id":1}}"#.utf8))
            let attach = #"{"janus":"attach","session_id":1,"plugin":"janus.plugin.videoroom","transaction":"b"}"#
            _ = policy.fromClient(Array(attach.utf8))
            _ = policy.fromJanus(Array(#"{"janus":"success","session_id":1,"transaction":"b","data":{"id":2}}"#.utf8))
            let join: [String: Any] = [
                "janus": "message", "session_id": 1, "handle_id": 2, "transaction": "t",
                "body": [
                    "request": "join", "room": 5, "ptype": "publisher", "display": "\(row.user):\(row.display)",
                ],
            ]
            let decision = policy.fromClient(Array(try JSONSerialization.data(withJSONObject: join)))
            guard case .forward(let bytes) = decision else {
                Issue.record("\(row.name): \(decision)")
                continue
            }
            let passed = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            #expect((passed?["body"] as? [String: Any])?["display"] as? String == row.janus, "\(row.name)")
        }
    }
}
