package import Foundation

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
        guard faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) == 0, let status = FileStatus(path) else {
            return switch errno {
            case ENOENT, ENOTDIR: "is missing"
            case EACCES: "cannot be reached by \(user(geteuid())): a folder above it is closed to this user"
            default: "cannot be read (\(String(cString: strerror(errno))))"
            }
        }
        let wanted = R_OK | (writing ? W_OK : 0) | (status.isFolder ? X_OK : 0)
        // By the user that counts: not the one who typed sudo.
        guard faccessat(AT_FDCWD, path, wanted, AT_EACCESS) != 0 else { return nil }
        let (reason, me) = (errno, user(geteuid()))
        guard reason == EACCES else { return "cannot be read (\(String(cString: strerror(reason))))" }
        let mode = String(status.mode, radix: 8)
        return
            "cannot be \(writing ? "read and written" : "read") by \(me): it belongs to \(user(status.user)) and has mode "
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
        guard geteuid() == 0, let status = FileStatus(folder), status.user != 0 else { return nil }
        return (status.user, status.group)
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

/// Whose a file is, that of a link the one it leads to. Not by `stat`: which module declares that depends on how this one is
/// compiled, whole or file by file.
private struct FileStatus {
    let user: uid_t
    let group: gid_t
    /// The bits of owner, group and others.
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
