import ECallAPI
import Foundation
import ServerFoundation

extension DataDirectory {
    /// The time at which a server last ran here or an operator accepted the clock; nil if unknown.
    var storedClock: Timestamp? {
        FileManager.default.contents(atPath: clock).flatMap {
            Timestamp(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    func storeClock(_ now: Timestamp) throws { try OwnerOnlyFile.write(Data("\(now)\n".utf8), to: clock) }

    /// The time at which a server last ran here. Versions that did not store it, and copies of a database alone, fall back
    /// to the latest sign-in, refresh or connection; nil for a new server.
    func lastSeen(by database: any Database) async throws -> Timestamp? {
        if let stored = storedClock { return stored }
        return try await database.read { sql in
            try ["SELECT max(rotated_at) AS last FROM token_families", "SELECT max(updated_at) AS last FROM devices"]
                .compactMap { try sql.query($0, [:]).first?.optionalMoment("last") }.max()
        }
    }
}
