import Crypto
import Foundation
import Glibc
import MediaServers
import ServerFoundation

/// Whether a start may create a server where there is none.
enum FirstStart: Sendable {
    /// A folder without a server may be one whose disk is not mounted: a new server there would sign every device out.
    case refused
    /// Development: a server is created in an empty folder.
    case allowed
    /// Requested explicitly: there must be no server yet.
    case required
}

extension DataDirectory {
    /// The contents of the directory, judged by its files.
    enum Content: Sendable, Equatable {
        case nothing
        /// An unfinished first start; no one was served yet.
        case begun
        case server
        case databaseWithoutSecret
        case secretWithoutDatabase
    }

    var content: Content {
        let files = FileManager.default
        if files.fileExists(atPath: beginning) { return .begun }
        // An empty file is what a failed disk leaves of a database, and so is a log alone.
        let hasDatabase = [database, database + "-wal"].contains { size(of: $0) > 0 }
        switch (hasDatabase, files.fileExists(atPath: secret)) {
        case (true, true): return .server
        case (true, false): return .databaseWithoutSecret
        case (false, true): return .secretWithoutDatabase
        case (false, false): return .nothing
        }
    }

    /// Whether a server runs here. Creates nothing.
    var isInUse: Bool {
        let descriptor = Glibc.open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }

    /// Whether the process is a coturn left by a server that ran here.
    func hasLeft(_ holder: PortHolder?) -> Bool {
        guard let holder else { return false }
        let directories = MediaDirectories(existing: path)
        return HostNetwork.executable("turnserver").map { program in
            ProcessTable.processes(of: program, withArgument: TURNPorts.file(in: directories)).contains {
                $0.pid == holder.pid
            }
        } ?? false
    }

    /// Checks, without changing anything, whether a start may continue.
    func require(_ first: FirstStart) throws(StartFailure) {
        try requireAccess()
        switch (content, first) {
        case (.nothing, .refused): throw .noServer(path)
        case (.server, .required): throw .serverExists(path)
        case (.databaseWithoutSecret, _): throw .secretMissing(database: database, secret: secret)
        case (.secretWithoutDatabase, _): throw .databaseMissing(database: database, secret: secret)
        // SQLite would create a new database and delete the log of the old one.
        case (.server, _) where !FileManager.default.fileExists(atPath: database):
            throw .databaseMissing(database: database, secret: secret)
        case (.nothing, _), (.begun, _), (.server, _): break
        }
    }

    /// Loads the matching secret and database; creates both if `first` allows it.
    ///
    /// A first start that is interrupted at any moment is continued by the next one: until both exist, `beginning` exists too.
    func load(_ first: FirstStart) async throws -> (secrets: ServerSecrets, database: any Database) {
        try require(first)
        let isFirst = content != .server
        if isFirst { try begin() }
        let secrets = try loadSecrets()
        let proof = secrets.installationProof
        // Checked before the tables of another server's database are migrated.
        guard try isOwn(proof: proof) else {
            throw StartFailure.secretOfAnotherDatabase(database: database, secret: secret)
        }
        let opened = try openDatabase()
        let entry = AuditLog.Entry(.initialize, by: Operator(), at: WallClock.system.now())
        do {
            try await opened.write { sql in
                try InstallationRepository(sql).keep(proof: proof)
                if isFirst, try AuditLog(sql).last(1).isEmpty { try AuditLog(sql).append(entry) }
            }
        } catch let failure as StorageFailure {
            throw DiskSpace.failure(failure, at: database) ?? .databaseUnusable(database)
        }
        if isFirst { try finish() }
        return (secrets, opened)
    }

    /// Makes a secret for a database whose own is lost: all tokens and links end, and everyone must sign in again.
    func replaceSecret() async throws {
        guard [.server, .databaseWithoutSecret].contains(content) else { throw StartFailure.noServer(path) }
        let secrets: ServerSecrets
        do {
            secrets = try makeSecret()
        } catch {
            throw StartFailure.notWritable(path, error)
        }
        let proof = secrets.installationProof
        let entry = AuditLog.Entry(.newSecret, by: Operator(), at: WallClock.system.now())
        try await openDatabase().write { sql in
            try InstallationRepository(sql).replace(proof: proof)
            try AuditLog(sql).append(entry)
        }
    }

    private func size(of path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    /// Whether the database belongs to this secret, or to none yet.
    func isOwn(proof: String) throws(StartFailure) -> Bool {
        guard size(of: database) > 0 else { return true }
        do {
            let stored = try SQLiteDatabase.installationProof(of: database)
            return stored.map { HexDigest.areEqual($0, proof) } ?? true
        } catch {
            throw .databaseUnusable(database)
        }
    }

    // MARK: - The first start

    private func begin() throws(StartFailure) {
        do {
            if !FileManager.default.fileExists(atPath: beginning) { try OwnerOnlyFile.write(Data(), to: beginning) }
            if !FileManager.default.fileExists(atPath: secret) { _ = try makeSecret() }
        } catch {
            throw .notWritable(path, error)
        }
    }

    private func finish() throws(StartFailure) {
        guard unlink(beginning) == 0 else { throw .notWritable(path, POSIXError.last) }
        // A marker that came back after a power failure would excuse a lost file.
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func makeSecret() throws -> ServerSecrets {
        let fresh = SymmetricKey(size: .bits256)
        try OwnerOnlyFile.write(Data(fresh.withUnsafeBytes { Data($0) }.base64EncodedString().utf8), to: secret)
        return ServerSecrets(root: fresh)
    }
}
