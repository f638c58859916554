import Foundation
import GRDBSQLite
import Synchronization

/// A folder of database files that knows what a power failure leaves of them: what was synced, and perhaps a part of what
/// was written since.
///
/// SQLite opens files through its own VFS, the system's with two functions replaced: they note syncs and writes.
struct PowerFailureFiles: Sendable {
    /// The part of what was written since the last sync that has reached the disk nevertheless.
    enum Rest: Sendable, Equatable {
        case nothing, first(Int), all
        /// The file up to there, also of what has been synced by now: the power failed before that.
        case upTo(Int)
    }

    let folder: URL

    init(_ folder: URL) {
        self.folder = folder
        NotingVFS.watch(folder)
    }

    /// The numbers of syncs and of writes so far.
    var counts: (syncs: Int, writes: Int) { NotingVFS.state.withLock { $0.counts[folder.path] ?? (0, 0) } }

    /// The number of bytes that were appended to a file since its last sync.
    func unsynced(in name: String) -> Int {
        let (synced, now) = contents(name)
        return max(0, (now?.count ?? 0) - (synced?.count ?? 0))
    }

    func size(of name: String) -> Int { contents(name).now?.count ?? 0 }

    /// Writes what a power failure leaves now into an empty folder.
    func fail(into other: URL, _ rests: [String: Rest]) throws {
        try? FileManager.default.removeItem(at: other)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        for (name, rest) in rests {
            let (synced, now) = contents(name)
            let left: Data? =
                switch rest {
                case .nothing: synced
                case .all: now
                case .upTo(let count): now?.prefix(count)
                case .first(let count): now.flatMap { Self.extended(synced ?? Data(), by: count, of: $0) }
                }
            try left?.write(to: other.appending(component: name))
        }
    }

    /// A log that begins anew overwrites the old one: then nothing is added.
    private static func extended(_ synced: Data, by count: Int, of now: Data) -> Data {
        now.starts(with: synced) ? now.prefix(synced.count + count) : synced
    }

    private func contents(_ name: String) -> (synced: Data?, now: Data?) {
        let path = folder.appending(component: name).path
        return (NotingVFS.state.withLock { $0.synced[path] }, FileManager.default.contents(atPath: path))
    }
}

/// The VFS. C passes no context to its functions, so what they know is here.
private enum NotingVFS {
    struct File {
        let path: String
        let folder: String
        /// The address of the system's functions for it.
        let methods: UInt
    }

    struct State {
        var isRegistered = false
        var folders: Set<String> = []
        /// The open files of these folders, by address.
        var files: [UInt: File] = [:]
        var synced: [String: Data] = [:]
        var counts: [String: (syncs: Int, writes: Int)] = [:]
    }

    static let state = Mutex(State())

    /// Files of other folders remain the system's alone.
    static func watch(_ folder: URL) {
        state.withLock { state in
            state.folders.insert(folder.path)
            guard !state.isRegistered, let system = sqlite3_vfs_find("unix") else { return }
            state.isRegistered = true
            let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
            own.initialize(to: system.pointee)
            own.pointee.zName = UnsafePointer(strdup("noting"))
            own.pointee.xOpen = openNoted
            sqlite3_vfs_register(own, 1)
        }
    }

    static func opened(_ file: UnsafeMutablePointer<sqlite3_file>, at path: String) {
        guard let methods = file.pointee.pMethods else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let isWatched = state.withLock { state in
            guard state.folders.contains(folder) else { return false }
            state.files[UInt(bitPattern: file)] = File(path: path, folder: folder, methods: UInt(bitPattern: methods))
            return true
        }
        guard isWatched else { return }
        let noted = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        noted.initialize(to: methods.pointee)
        noted.pointee.xSync = syncNoted
        noted.pointee.xWrite = writeNoted
        file.pointee.pMethods = UnsafePointer(noted)
    }

    static func file(_ file: UnsafeMutablePointer<sqlite3_file>?) -> File? {
        state.withLock { $0.files[UInt(bitPattern: file)] }
    }
}

extension NotingVFS.File {
    var system: sqlite3_io_methods? { UnsafePointer<sqlite3_io_methods>(bitPattern: methods)?.pointee }
}

private func openNoted(
    _: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ flags: Int32, _ opened: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let system = sqlite3_vfs_find("unix"), let result = system.pointee.xOpen?(system, name, file, flags, opened)
    else { return SQLITE_CANTOPEN }
    if result == SQLITE_OK, let name, let file { NotingVFS.opened(file, at: String(cString: name)) }
    return result
}

private func syncNoted(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
    guard let noted = NotingVFS.file(file), let result = noted.system?.xSync?(file, flags) else { return SQLITE_IOERR }
    let contents = FileManager.default.contents(atPath: noted.path)
    NotingVFS.state.withLock { state in
        state.synced[noted.path] = contents
        state.counts[noted.folder, default: (0, 0)].syncs += 1
    }
    return result
}

private func writeNoted(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: sqlite3_int64
) -> Int32 {
    guard let noted = NotingVFS.file(file), let result = noted.system?.xWrite?(file, bytes, count, offset) else {
        return SQLITE_IOERR
    }
    NotingVFS.state.withLock { $0.counts[noted.folder, default: (0, 0)].writes += 1 }
    return result
}
