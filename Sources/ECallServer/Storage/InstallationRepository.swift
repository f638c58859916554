import GRDB
import ServerFoundation

/// The row that ties a database to its secret.
struct InstallationRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Stores the proof if there is none: at the first start, and at the first start of a version that checks it.
    func keep(proof: String) throws {
        try sql.execute(
            "INSERT INTO installation (id, proof) VALUES (1, :proof) ON CONFLICT (id) DO NOTHING",
            ["proof": .text(proof)])
    }

    func replace(proof: String) throws {
        try sql.execute(
            """
            INSERT INTO installation (id, proof) VALUES (1, :proof)
            ON CONFLICT (id) DO UPDATE SET proof = excluded.proof
            """, ["proof": .text(proof)])
    }
}

extension SQLiteDatabase {
    /// Reads the proof of a database file's secret; nil if the version that wrote the file did not store it. Changes nothing.
    static func installationProof(of path: String) throws -> String? {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { database in
            guard try database.tableExists("installation") else { return nil }
            return try String.fetchOne(database, sql: "SELECT proof FROM installation WHERE id = 1")
        }
    }
}
