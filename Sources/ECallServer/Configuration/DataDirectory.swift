import Crypto
import Foundation
import ServerFoundation

/// The folder with everything the server keeps. Its files are readable by the server's user alone.
struct DataDirectory: Sendable {
    let path: String

    var database: String { path + "/ecall.sqlite" }
    var outbox: String { path + "/outbox" }
    var secret: String { path + "/secret" }
    /// When a server ran here last.
    var clock: String { path + "/clock" }
    /// There while the first start makes what belongs here.
    var beginning: String { path + "/beginning" }

    /// The folder as it is: nothing is made, nothing is looked at.
    init(existing path: String) { self.path = path }

    /// Makes the folder where it is missing and checks that it can be written to.
    init(preparing path: String) throws(StartFailure) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let probe = path + "/.probe-" + UUID().uuidString
            try OwnerOnlyFile.write(Data(), to: probe)
            try FileManager.default.removeItem(atPath: probe)
            try tighten()
        } catch {
            throw .dataDirectoryNotWritable(path)
        }
    }

    /// Takes from others what they could read: what was copied here, restored, or made by hand with a wider mode. A folder
    /// that holds anything but our own is not the server's to close; its own files in there are.
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

    /// Keeps a second server out for as long as the answer lives: the limits and sessions of one are unknown to the
    /// other, and each would end the other's Janus and coturn.
    func lock() throws(StartFailure) -> FileHandle {
        let descriptor = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .dataDirectoryNotWritable(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .dataDirectoryInUse(path) }
        return file
    }

    /// Opens the database; its log gets the mode of the file, which is made here for the server's user alone.
    func openDatabase() throws(StartFailure) -> any Database {
        do {
            if !FileManager.default.fileExists(atPath: database) { try OwnerOnlyFile.write(Data(), to: database) }
            return try SQLiteDatabase(path: database)
        } catch is SQLiteDatabase.Newer {
            throw .databaseNewer(database)
        } catch {
            throw .databaseUnusable(database)
        }
    }

    /// Reads the server's secret, which `load` makes at the first start.
    func loadSecrets() throws(StartFailure) -> ServerSecrets {
        do {
            let text = String(decoding: try Data(contentsOf: URL(filePath: secret)), as: UTF8.self)
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let bytes = Data(base64Encoded: trimmed), bytes.count == 32 else {
                throw StartFailure.secretUnreadable(secret)
            }
            return ServerSecrets(root: SymmetricKey(data: bytes))
        } catch {
            throw .secretUnreadable(secret)
        }
    }
}
