import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers

@Suite("Names of every script in Janus", .timeLimit(.minutes(1)), .serialized)
struct LongNamesTests {
    private struct Names: Decodable {
        struct Row: Decodable {
            let name: String
            let display: String
        }
        let scripts: [Row]
    }

    @Test("a person with a name of fifty characters in any script gets into their call, and is known by their id")
    func joins() async throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Vectors/janus-displays.json")
        let rows = try JSONDecoder().decode(Names.self, from: Data(contentsOf: url)).scripts
        try await CallServer.run { server in
            let (alice, bob) = try await server.friends("alice", "bob")
            let (_, room, first) = try await server.ringing(alice, bob)
            for row in rows {
                try await server.app.call(.updateUser, UpdateUserRequest(displayName: row.display), as: alice)
                    .expectOK()
                let janus = try await TestJanus.connect(server.port, bearer: alice.accessToken)
                // As sent by a client that does not truncate it.
                let answer = try await janus.ask(
                    "{\"request\":\"join\",\"room\":\(room),\"ptype\":\"publisher\",\"display\":\"\(alice.id):\(row.display)\"}"
                )
                #expect(answer.contains("\"videoroom\":\"joined\""), "\(row.name): \(answer.prefix(200))")
                let found = try await server.calls.media.admin.sessions().flatMap(\.handles).compactMap(
                    \.publisher?.user)
                #expect(Set(found) == [alice.id], "\(row.name)")
                try await janus.socket.close()
            }
            try await first.socket.close()
        }
    }
}
