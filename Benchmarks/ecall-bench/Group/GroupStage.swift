import ECallCore
import Foundation
import GRDB

/// The people of all measured calls, signed in once: the first real one makes the calls, the last real one joins last.
struct GroupStage: Sendable {
    let real: [RealParticipant]
    let light: [LightParticipant]
    /// The ids of all users, by name.
    let users: [String: UInt64]
    let home: String
    let server: Int32
    private let transport: AsyncHTTPTransport

    static func make(
        people: Int, real: Int, url: String, data: String, home: String, ecall: String, server: Int32
    ) async throws -> GroupStage {
        let transport = AsyncHTTPTransport()
        let code: (String) throws -> String = { try Self.code(for: $0, data) }
        let reals = (1...real).map {
            RealParticipant(name: "real\($0)", number: $0, program: ecall, home: home, server: url)
        }
        for person in reals { try await person.signIn(code: code) }
        var lights: [LightParticipant] = []
        for number in 0..<max(0, people - 2) {
            lights.append(
                try await LightParticipant.make(
                    "light\(number)", server: url, home: home, transport: transport, code: code))
        }
        let users = try Self.befriend(data)
        return GroupStage(
            real: reals, light: lights, users: users, home: home, server: server, transport: transport)
    }

    /// Everyone is a friend of the first; written into the database, since asking and accepting isn't measured.
    private static func befriend(_ data: String) throws -> [String: UInt64] {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let database = try DatabaseQueue(path: data + "/ecall.sqlite", configuration: configuration)
        defer { try? database.close() }
        return try database.write { database in
            var users: [String: UInt64] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT id, display_name FROM users") {
                users[row["display_name"]] = UInt64(row["id"] as Int64)
            }
            guard let first = users["real1"] else { throw Program.Failed(description: "nobody is signed in") }
            let now = Int64(Date().timeIntervalSince1970 * 1000)
            for other in users.values where other != first {
                for (owner, contact) in [(first, other), (other, first)] {
                    try database.execute(
                        sql: """
                            INSERT INTO contacts (owner_id, contact_id, is_favorite, is_blocked, created_at)
                            VALUES (?, ?, 0, 0, ?) ON CONFLICT DO NOTHING
                            """, arguments: [Int64(owner), Int64(contact), now])
                }
            }
            return users
        }
    }

    /// The newest code that was sent to an address, from the outbox of the development mode.
    private static func code(for address: String, _ data: String) throws -> String {
        struct Message: Decodable {
            let to: String?
            let code: String?
        }
        let outbox = URL(fileURLWithPath: data + "/outbox")
        let files = try FileManager.default.contentsOfDirectory(at: outbox, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        for file in files.sorted(by: { $0.lastPathComponent > $1.lastPathComponent }) {
            let message = try JSONDecoder().decode(Message.self, from: Data(contentsOf: file))
            if message.to == address, let code = message.code { return code }
        }
        throw Program.Failed(description: "no code for \(address)")
    }

    func user(_ person: RealParticipant) throws -> String {
        guard let id = users[person.name] else { throw Program.Failed(description: "\(person.name) is unknown") }
        return "\(id)"
    }

    func end() async {
        for person in light { await person.end() }
        let agents = RealParticipant.agents(home: home)
        for id in agents.values { kill(id, SIGTERM) }
        await transport.shutdown()
    }
}
