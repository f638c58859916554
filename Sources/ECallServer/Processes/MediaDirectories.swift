import Foundation
import Glibc

/// Where the media servers' files are, inside the data directory; readable by the server's user alone.
struct MediaDirectories: Sendable {
    let run: String
    let log: String
    /// Two servers with the same files would end each other's children.
    private let lock: DirectoryLock

    init(data: String) throws(SupervisionFailure) {
        let absolute = URL(filePath: data).standardizedFileURL.path
        run = absolute + "/run"
        log = absolute + "/log"
        for path in [run, log] {
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw .configurationNotWritable(path)
            }
        }
        lock = try DirectoryLock(path: run + "/lock", of: absolute)
    }

    /// Writes a file of mode 0600 and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws(SupervisionFailure) -> String {
        let path = run + "/" + name
        let created = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard created else { throw .configurationNotWritable(path) }
        return path
    }
}

/// Held as long as the object lives, and never longer than the process.
private final class DirectoryLock: Sendable {
    private let descriptor: Int32

    init(path: String, of directory: String) throws(SupervisionFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .configurationNotWritable(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .dataInUse(directory)
        }
    }

    deinit { close(descriptor) }
}
