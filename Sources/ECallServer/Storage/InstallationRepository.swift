import GRDB
import ServerFoundation

/// The one row by which a database knows its secret.
struct InstallationRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Writes the proof where there is none: at the first start, and at the first one of a version that looks at it.
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
    /// What a database file says of its secret; nil where a version that did not keep it wrote the file. Changes nothing.
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
