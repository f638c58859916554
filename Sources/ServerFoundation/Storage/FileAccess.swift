package import Foundation

#if canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// Why a file is of no use before anything is read of it: it is not there, or this user may not read it. What is damaged is
/// said by those who read it.
package enum FileAccess {
    /// What is wrong, to be said behind the name of the file: "is missing", or why it cannot be read and the line to type.
    /// nil where nothing keeps this process from it.
    ///
    /// - Parameters:
    ///   - writing: whether it has to be written to as well.
    ///   - repair: what to type where it belongs to another user; nil for a line that gives the file to this one.
    package static func problem(_ path: String, writing: Bool = false, repair: String? = nil) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return switch errno {
            case ENOENT, ENOTDIR: "is missing"
            case EACCES: "cannot be reached by \(user(geteuid())): a folder above it is closed to this user"
            default: "cannot be read (\(String(cString: strerror(errno))))"
            }
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let wanted = R_OK | (writing ? W_OK : 0) | (isFolder ? X_OK : 0)
        // By the user that counts: not the one who typed sudo.
        guard faccessat(AT_FDCWD, path, wanted, AT_EACCESS) != 0 else { return nil }
        let (reason, me) = (errno, user(geteuid()))
        guard reason == EACCES else { return "cannot be read (\(String(cString: strerror(reason))))" }
        let mode = String(status.st_mode & 0o777, radix: 8)
        return
            "cannot be \(writing ? "read and written" : "read") by \(me): it belongs to \(user(status.st_uid)) and has mode "
            + "\(mode); type: \(repair ?? "sudo chown \(me): \(path)")"
    }

    /// The name of a user, or the number of one without.
    package static func user(_ id: uid_t) -> String {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "\(id)"
    }
}

/// Gives what root writes in a folder of another user to that user, who could not read it otherwise.
package enum FolderOwner {
    /// The owner of a folder of somebody else, where this process is root's; nil where nothing has to be given away.
    package static func other(of folder: String) -> (user: uid_t, group: gid_t)? {
        var status = stat()
        guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return nil }
        return (status.st_uid, status.st_gid)
    }

    /// A new file, by its descriptor: a name could lead elsewhere by now.
    package static func give(_ descriptor: Int32, in folder: String) throws {
        guard let owner = other(of: folder) else { return }
        guard fchown(descriptor, owner.user, owner.group) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
        }
    }

    /// Makes a folder and those above it that are missing, for their owner alone; root's are given to the owner of the
    /// nearest one that is there.
    package static func make(_ path: String) throws {
        let url = URL(filePath: path).standardizedFileURL
        if FileManager.default.fileExists(atPath: url.path) {
            // Says what stands in the way.
            return try FileManager.default.createDirectory(atPath: url.path, withIntermediateDirectories: true)
        }
        let above = url.deletingLastPathComponent().path
        if above != url.path { try make(above) }
        guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        try give(descriptor, in: above)
    }
}
