package import Foundation
import GRDB
import Glibc

/// The space on the disk of a file, and failures for want of it.
package enum DiskSpace {
    /// With less than this, in bytes, SQLite cannot even open a database.
    private static let least: UInt64 = 256 << 10

    /// The free space for this user, in bytes; nil if it is unknown.
    package static func free(at path: String) -> UInt64? { number(.systemFreeSize, at: path) }

    /// Whether nothing can be stored: no space, or no further file. Some file systems do not count files.
    package static func isFull(at path: String) -> Bool {
        let hasNoFile = number(.systemFreeNodes, at: path) == 0 && number(.systemNodes, at: path) ?? 0 > 0
        return hasNoFile || free(at: path).map { $0 < least } ?? false
    }

    private static func isReadOnly(at path: String) -> Bool {
        faccessat(AT_FDCWD, nearest(path), W_OK, AT_EACCESS) != 0 && errno == EROFS
    }

    private static func number(_ key: FileAttributeKey, at path: String) -> UInt64? {
        let all = try? FileManager.default.attributesOfFileSystem(forPath: nearest(path))
        return (all?[key] as? NSNumber)?.uint64Value
    }

    /// The mount point of the disk that holds the path.
    package static func mountPoint(of path: String) -> String {
        var folder = URL(filePath: nearest(path)).resolvingSymlinksInPath().standardizedFileURL
        let device = device(of: folder.path)
        while folder.path != "/" {
            let above = folder.deletingLastPathComponent()
            guard self.device(of: above.path) == device else { break }
            folder = above
        }
        return folder.path
    }

    /// The reason why a path could not be written if it is the disk's; nil for any other.
    package static func failure(_ error: any Error, at path: String) -> StartFailure? {
        switch code(of: error) {
        case ENOSPC, EDQUOT: return .diskFull(path, disk: mountPoint(of: path))
        case EROFS: return .diskReadOnly(path, disk: mountPoint(of: path))
        default: break
        }
        // SQLite reports both in several ways, according to the file that it could not write.
        if isFull(at: path) { return .diskFull(path, disk: mountPoint(of: path)) }
        return isReadOnly(at: path) ? .diskReadOnly(path, disk: mountPoint(of: path)) : nil
    }

    /// The `errno` of an error, as far as it has one.
    private static func code(of error: any Error) -> Int32? {
        switch error {
        case let error as POSIXError: return error.code.rawValue
        case StorageFailure.full: return ENOSPC
        case let error as DatabaseError:
            return error.resultCode.primaryResultCode == .SQLITE_FULL ? ENOSPC : nil
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: return ENOSPC
        case let error as CocoaError where error.code == .fileWriteVolumeReadOnly: return EROFS
        case let error as CocoaError: return (error.underlying as? POSIXError)?.code.rawValue
        default: return nil
        }
    }

    private static func device(of path: String) -> UInt64? {
        let all = try? FileManager.default.attributesOfItem(atPath: path)
        return (all?[.systemNumber] as? NSNumber)?.uint64Value
    }

    /// The path, or the nearest folder above it that exists.
    private static func nearest(_ path: String) -> String {
        var url = URL(filePath: path).standardizedFileURL
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }
}

extension StartFailure {
    /// The data directory could not be written: because of its disk, or for another reason.
    package static func notWritable(_ path: String, _ error: any Error) -> StartFailure {
        DiskSpace.failure(error, at: path) ?? .dataDirectoryNotWritable(path)
    }
}

extension POSIXError {
    /// The failure of the last call, by `errno`.
    package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
