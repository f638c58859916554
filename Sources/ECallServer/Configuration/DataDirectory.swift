import Crypto
import Foundation
import ServerFoundation

/// The folder with all of the server's data. Its files are readable by the server's user alone.
struct DataDirectory: Sendable {
    let path: String

    var database: String { path + "/ecall.sqlite" }
    var outbox: String { path + "/outbox" }
    var secret: String { path + "/secret" }
    /// The time at which a server last ran here.
    var clock: String { path + "/clock" }
    /// A marker that exists until the first start has created everything here.
    var beginning: String { path + "/beginning" }

    /// The folder as it is, without creating or checking anything.
    init(existing path: String) { self.path = path }

    /// Creates the folder if it is missing, and checks that it can be written to.
    init(preparing path: String) throws(StartFailure) {
        self.path = path
        do {
            try FolderOwner.make(path)
            let probe = path + "/.probe-" + UUID().uuidString
            try OwnerOnlyFile.write(Data(), to: probe)
            try FileManager.default.removeItem(atPath: probe)
            try tighten()
        } catch {
            throw .notWritable(path, error)
        }
    }

    /// Removes others' read access to files that were copied here, restored, or made by hand with a wider mode. A folder
    /// with foreign files keeps its own mode; the server's files in it are closed.
    private func tighten() throws {
        let own: Set = ["secret", "beginning", "clock", "lock", "outbox", "run", "log"]
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        let ours = names.filter { own.contains($0) || $0.hasPrefix("ecall.sqlite") }
        if ours.count == names.count { try set(0o700, on: path) }
        for name in ours {
            let folders: Set = ["outbox", "run", "log"]
            try set(folders.contains(name) ? 0o700 : 0o600, on: path + "/" + name)
        }
    }

    private func set(_ mode: Int, on path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Keeps a second server out as long as the returned handle lives: two servers do not know each other's limits and
    /// sessions, and each would end the other's Janus and coturn.
    func lock() throws(StartFailure) -> FileHandle {
        let descriptor = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = POSIXError.last
            guard reason.code == .EACCES, FileManager.default.fileExists(atPath: path + "/lock"),
                let problem = FileAccess.problem(path + "/lock", writing: true, repair: repair)
            else { throw .notWritable(path, reason) }
            throw .fileUnavailable("The file", path + "/lock", problem)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Root may have created the file just now.
        do { try FolderOwner.give(descriptor, in: path) } catch { throw .notWritable(path, error) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .dataDirectoryInUse(path) }
        return file
    }

    /// Opens the database. Its log inherits the mode of the file, which is created here for the server's user alone.
    func openDatabase() throws(StartFailure) -> any Database {
        do {
            if !FileManager.default.fileExists(atPath: database) { try OwnerOnlyFile.write(Data(), to: database) }
            return try SQLiteDatabase(path: database)
        } catch is SQLiteDatabase.Newer {
            throw .databaseNewer(database)
        } catch {
            throw DiskSpace.failure(error, at: database) ?? .databaseUnusable(database)
        }
    }

    /// Reads the server's secret, which `load` creates at the first start.
    func loadSecrets() throws(StartFailure) -> ServerSecrets {
        let text = String(decoding: try readSecret(), as: UTF8.self)
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Data(base64Encoded: trimmed), bytes.count == 32 else { throw .secretDamaged(secret) }
        return ServerSecrets(root: SymmetricKey(data: bytes))
    }

    /// Reads the file of the secret, without checking its content.
    func readSecret() throws(StartFailure) -> Data {
        if let problem = FileAccess.problem(secret, repair: repair) {
            throw .fileUnavailable("The server's secret", secret, problem)
        }
        guard let data = FileManager.default.contents(atPath: secret) else { throw .secretDamaged(secret) }
        return data
    }

    /// Checks this user's access to the folder and the files of the database, which may have been created by root.
    ///
    /// - Parameter writing: whether write access is required as well.
    func requireAccess(writing: Bool = true) throws(StartFailure) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        for (kind, file) in [("The data directory", path)]
            + ["", "-wal", "-shm"].map({ ("The database's file", database + $0) })
        where file == path || FileManager.default.fileExists(atPath: file) {
            if let problem = FileAccess.problem(file, writing: writing, repair: repair) {
                throw .fileUnavailable(kind, file, problem)
            }
        }
    }

    /// The command that gives the files to this user.
    private var repair: String {
        "sudo chown -R \(FileAccess.user(geteuid())): \(URL(filePath: path).standardizedFileURL.path)"
    }

    /// Checks the user of a serving process, to whom Janus, coturn and their files belong too. Refuses root in another
    /// user's folder; a folder that root must create stays root's.
    func requireServingUser() throws(StartFailure) {
        if let owner = FolderOwner.other(of: path) {
            throw .folderOfAnotherUser(path, owner: FileAccess.user(owner.user))
        }
        guard geteuid() == 0, !FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notWritable(path, error)
        }
    }
}
