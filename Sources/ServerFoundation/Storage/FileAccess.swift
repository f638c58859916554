package import Foundation

/// Checks access to a file before it is read: it may be missing, or closed to this user. Damage is reported by its reader.
package enum FileAccess {
    /// The problem, phrased to follow the name of the file: "is missing", or why it cannot be read and the command to type.
    /// nil if this process can read it.
    ///
    /// - Parameters:
    ///   - writing: whether write access is required as well.
    ///   - repair: the command if it belongs to another user; nil for one that gives the file to this user.
    package static func problem(_ path: String, writing: Bool = false, repair: String? = nil) -> String? {
        guard faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) == 0, let status = FileStatus(path) else {
            return switch errno {
            case ENOENT, ENOTDIR: "is missing"
            case EACCES: "cannot be reached by \(user(geteuid())): a folder above it is closed to this user"
            default: "cannot be read (\(String(cString: strerror(errno))))"
            }
        }
        let wanted = R_OK | (writing ? W_OK : 0) | (status.isFolder ? X_OK : 0)
        // Checked for the effective user, not the one who typed sudo.
        guard faccessat(AT_FDCWD, path, wanted, AT_EACCESS) != 0 else { return nil }
        let (reason, me) = (errno, user(geteuid()))
        guard reason == EACCES else { return "cannot be read (\(String(cString: strerror(reason))))" }
        let mode = String(status.mode, radix: 8)
        return
            "cannot be \(writing ? "read and written" : "read") by \(me): it belongs to \(user(status.user)) and has mode "
            + "\(mode); type: \(repair ?? "sudo chown \(me): \(path)")"
    }

    /// The owner and the mode of a file; nil if it cannot be examined.
    package static func permissions(of path: String) -> FilePermissions? {
        FileStatus(path).map { FilePermissions(user: $0.user, group: $0.group, mode: $0.mode) }
    }

    /// The name of a group, or the number of one without.
    package static func group(_ id: gid_t) -> String {
        getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
    }

    /// The name of a user, or the number of one without.
    package static func user(_ id: uid_t) -> String {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "\(id)"
    }
}

/// The owner, the group and the permission bits of a file.
package struct FilePermissions: Sendable, Equatable {
    package let user: uid_t
    package let group: gid_t
    package let mode: Int

    package init(user: uid_t, group: gid_t, mode: Int) { (self.user, self.group, self.mode) = (user, group, mode) }
}

/// Gives files that root writes in another user's folder to that user, who could not read them otherwise.
package enum FolderOwner {
    /// The owner of another user's folder, if this process runs as root; nil if ownership need not be changed.
    package static func other(of folder: String) -> (user: uid_t, group: gid_t)? {
        guard geteuid() == 0, let status = FileStatus(folder), status.user != 0 else { return nil }
        return (status.user, status.group)
    }

    /// Gives a new file by its descriptor, because a name could lead elsewhere by now.
    package static func give(_ descriptor: Int32, in folder: String) throws {
        guard let owner = other(of: folder) else { return }
        guard fchown(descriptor, owner.user, owner.group) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
        }
    }

    /// Creates a folder and its missing parents, for their owner alone; root's are given to the owner of the nearest
    /// existing one.
    package static func make(_ path: String) throws {
        let url = URL(filePath: path).standardizedFileURL
        if FileManager.default.fileExists(atPath: url.path) {
            // Throws if a file is in the way.
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

/// The owner of a file, following links. Not by `stat`: the module that declares it depends on how this one is compiled,
/// whole or file by file.
private struct FileStatus {
    let user: uid_t
    let group: gid_t
    /// The permission bits of owner, group and others.
    let mode: Int
    let isFolder: Bool

    init?(_ path: String) {
        let real = URL(filePath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: real) else { return nil }
        func number(_ key: FileAttributeKey) -> Int? { (attributes[key] as? NSNumber)?.intValue }
        guard let user = number(.ownerAccountID), let group = number(.groupOwnerAccountID),
            let mode = number(.posixPermissions)
        else { return nil }
        (self.user, self.group, self.mode) = (uid_t(user), gid_t(group), mode & 0o777)
        isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
    }
}
