import ECallAPI
import Foundation
import ServerFoundation

extension DataDirectory {
    /// When a server ran here last, or an operator accepted the clock; nil where nothing says it.
    var storedClock: Timestamp? {
        FileManager.default.contents(atPath: clock).flatMap {
            Timestamp(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    func storeClock(_ now: Timestamp) throws { try OwnerOnlyFile.write(Data("\(now)\n".utf8), to: clock) }

    /// When a server ran here last. Versions that did not write it down, and copies of a database alone, have the latest
    /// sign-in, refresh or connection; nil for a new server.
    func lastSeen(by database: any Database) async throws -> Timestamp? {
        if let stored = storedClock { return stored }
        return try await database.read { sql in
            try ["SELECT max(rotated_at) AS last FROM token_families", "SELECT max(updated_at) AS last FROM devices"]
                .compactMap { try sql.query($0, [:]).first?.optionalMoment("last") }.max()
        }
    }
}
