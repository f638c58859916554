import Crypto
import ECallAPI
import Foundation
import ServerFoundation

extension Maintenance {
    struct Restored: Sendable, Equatable {
        let database: String
        /// The new locations of the replaced files.
        let replaced: [String]
        let graceEnd: Timestamp
    }

    /// Puts a backup in place: its migrated database and its secret. Keeps the replaced files.
    ///
    /// - Parameter grace: seconds during which devices known to the backup are let back in with tokens that it does not know.
    func restore(from file: String, grace: Int) throws -> Restored {
        let secret = try checkBackup(file)
        do {
            try FolderOwner.make(data.path)
        } catch {
            throw StartFailure.notWritable(data.path, error)
        }
        let lock = try data.lock()
        defer { withExtendedLifetime(lock) {} }
        let part = data.database + ".restored-" + UUID().uuidString
        defer { Self.remove(part) }
        let restoration = try prepare(part, from: file, grace: grace)
        // From here on a server finds the old pair, no database, or the new pair, but never half of each.
        let replaced = try setAside(secret)
        do {
            try OwnerOnlyFile.write(secret, to: data.secret)
        } catch {
            throw CommandFailure("The secret could not be written to \(data.secret); restore again.")
        }
        guard rename(part, data.database) == 0 else {
            throw CommandFailure("The database could not be written to \(data.database); restore again.")
        }
        return Restored(database: data.database, replaced: replaced, graceEnd: restoration.graceEnd)
    }

    /// Checks both files and returns the backup's secret.
    private func checkBackup(_ file: String) throws -> Data {
        guard FileManager.default.fileExists(atPath: file) else { throw CommandFailure("There is no backup \(file).") }
        guard URL(filePath: file).standardizedFileURL != URL(filePath: data.database).standardizedFileURL else {
            throw CommandFailure("\(file) is the database itself; name a backup.")
        }
        let secretFile = file + ".secret"
        if let problem = FileAccess.problem(file) { throw CommandFailure("The backup \(file) \(problem).") }
        if let problem = FileAccess.problem(secretFile) {
            throw CommandFailure(
                "The backup's secret \(secretFile) \(problem). Without it the backup's tokens are worthless.")
        }
        guard let secret = FileManager.default.contents(atPath: secretFile),
            let bytes = Data(
                base64Encoded: String(decoding: secret, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)),
            bytes.count == 32
        else {
            throw CommandFailure(
                "\(secretFile) is damaged, it must be 32 bytes in Base64: without it the backup's tokens are worthless."
            )
        }
        let state: MigrationState
        do {
            state = try SQLiteDatabase.migrationState(of: file)
        } catch {
            throw CommandFailure(StartFailure.databaseUnusable(file).description)
        }
        guard state.unknown.isEmpty else { throw CommandFailure(StartFailure.databaseNewer(file).description) }
        guard !state.applied.isEmpty else { throw CommandFailure("\(file) is no backup of this server.") }
        guard try isOwn(ServerSecrets(root: SymmetricKey(data: bytes)), of: file) else {
            throw CommandFailure(
                """
                \(secretFile) is not the secret of \(file): put the two files of one backup beside each other, FILE and \
                FILE.secret. Nothing was changed. Where the backup's own secret is lost for good: copy \(file) to \
                \(data.database) while no server runs, then ecall-server init --new-secret; every device then signs in again.
                """)
        }
        return secret
    }

    /// Whether the backup belongs to this secret, or to a version that did not record it.
    private func isOwn(_ secrets: ServerSecrets, of file: String) throws -> Bool {
        let proof: String?
        do {
            proof = try SQLiteDatabase.installationProof(of: file)
        } catch {
            throw CommandFailure(StartFailure.databaseUnusable(file).description)
        }
        return proof.map { HexDigest.areEqual($0, secrets.installationProof) } ?? true
    }

    /// Prepares the database that will be put in place.
    private func prepare(_ part: String, from file: String, grace: Int) throws -> Restoration {
        let (now, work) = (clock.now(), part + "-work")
        // The backup does not undo what operators did since it was made.
        let replaced = SQLiteDatabase.auditLog(of: data.database)
        defer { Self.remove(work) }
        do {
            for path in [part, work] { try OwnerOnlyFile.write(Data(), to: path) }
            try SQLiteDatabase.copy(file, to: work)
            let database = try SQLiteDatabase(path: work)
            let restoration = try database.writeNow { sql in
                let repository = RestorationRepository(sql)
                let restoration = Restoration(
                    knownUntil: try repository.knownUntil(), graceEnd: now.advanced(bySeconds: grace))
                try repository.store(restoration)
                try AuditLog(sql).append(missing: replaced)
                try AuditLog(sql).append(entry(.restore(knownUntil: restoration.knownUntil)))
                // They may have been used since the backup was made and must not be valid again.
                try sql.execute("DELETE FROM one_time_codes")
                try sql.execute("DELETE FROM address_proofs")
                try sql.execute(
                    "UPDATE share_tokens SET revoked_at = :now WHERE revoked_at IS NULL AND used_count < max_uses",
                    ["now": .moment(now)])
                return restoration
            }
            // Copied again: a single file that includes the write-ahead log.
            try SQLiteDatabase.copy(work, to: part)
            try database.close()
            return restoration
        } catch {
            throw CommandFailure(
                DiskSpace.failure(error, at: data.path)?.description
                    ?? "The backup \(file) could not be copied to \(data.path).")
        }
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Moves the current database aside, and copies its secret if that differs.
    private func setAside(_ secret: Data) throws -> [String] {
        let name = data.database + ".replaced-" + String(clock.now().milliseconds)
        var replaced: [String] = []
        if let present = FileManager.default.contents(atPath: data.secret), present != secret {
            try OwnerOnlyFile.write(present, to: name + ".secret")
            replaced.append(name + ".secret")
        }
        // The log is moved first: without its database it would be taken for the next one's.
        for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: data.database + suffix) {
            guard rename(data.database + suffix, name + suffix) == 0 else {
                throw CommandFailure("\(data.database + suffix) could not be moved out of the way; restore again.")
            }
            replaced.append(name + suffix)
        }
        return replaced
    }
}
