package import Foundation

/// Atomically writes files of mode 0600.
package enum OwnerOnlyFile {
    /// Writes to a temporary file and renames it over the target.
    ///
    /// - Parameter ofFolder: whether files that root writes belong to the owner of the folder.
    package static func write(_ data: Data, to path: String, ofFolder: Bool = true) throws {
        let temporary = path + ".part-" + UUID().uuidString
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            if ofFolder { try FolderOwner.give(descriptor, in: URL(filePath: path).deletingLastPathComponent().path) }
            try file.write(contentsOf: data)
            try file.synchronize()
            guard rename(temporary, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            unlink(temporary)
            throw error
        }
    }
}
