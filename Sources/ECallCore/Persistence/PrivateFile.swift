import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system calls below the key storage: files that only their owner reads, safely written and wiped.
enum PrivateFile {
    /// The suffix of a file while it is written.
    static let temporarySuffix = ".writing"

    /// Creates a directory of mode 0700, with its parents; removes all rights of others from an existing one.
    static func makeDirectory(_ url: URL) throws(KeyStorageError) {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .system(errno)
        }
        var information = stat()
        guard lstat(url.path, &information) == 0 else { throw .system(errno) }
        guard information.st_mode & S_IFMT == S_IFDIR, information.st_uid == geteuid() else { throw .unsafeDirectory }
        guard information.st_mode & 0o777 != 0o700 else { return }
        guard chmod(url.path, 0o700) == 0 else { throw .system(errno) }
    }

    /// Leaves a directory out of backups, and lets it be read from the first unlock after a restart on.
    static func protectForApp(_ directory: URL) throws(KeyStorageError) {
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var directory = directory
        do {
            try directory.setResourceValues(values)
            try FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                ofItemAtPath: directory.path)
        } catch {
            throw .system(errno)
        }
    }

    /// Whether there is such a file, even while its content is protected. Follows no symbolic link.
    static func exists(_ url: URL) throws(KeyStorageError) -> Bool {
        var information = stat()
        if lstat(url.path, &information) == 0 { return true }
        guard errno == ENOENT else { throw .system(errno) }
        return false
    }

    /// The whole file; nil when there is none. Follows no symbolic link.
    static func read(_ url: URL, limit: Int) throws(KeyStorageError) -> Data? {
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .system(errno) }
            return nil
        }
        defer { close(descriptor) }
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = Self.retried { unsafeRead(descriptor, &chunk) }
            guard count >= 0 else { throw .system(errno) }
            guard count > 0 else { return data }
            data.append(contentsOf: chunk[0..<count])
            guard data.count <= limit else { throw .tooLarge }
        }
    }

    /// Writes a temporary file, makes it durable, and moves it into place.
    static func write(_ data: Data, to url: URL) throws(KeyStorageError) {
        let temporary = url.path + temporarySuffix
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        try writeAll(Array(data), to: descriptor)
        guard fsync(descriptor) == 0 else { throw .system(errno) }
        guard rename(temporary, url.path) == 0 else { throw .system(errno) }
        try synchronize(url.deletingLastPathComponent())
    }

    /// Overwrites a file with zeros, durably, and deletes it. On file systems that copy on write the old blocks may
    /// stay; protection against that is the sealing.
    static func wipe(_ url: URL) throws(KeyStorageError) {
        let descriptor = open(url.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0 {
            defer { close(descriptor) }
            var information = stat()
            guard fstat(descriptor, &information) == 0 else { throw .system(errno) }
            try writeAll([UInt8](repeating: 0, count: Int(information.st_size)), to: descriptor)
            guard fsync(descriptor) == 0 else { throw .system(errno) }
        } else if errno == ENOENT {
            return
        } else if errno != ELOOP {
            throw .system(errno)
        }
        guard unlink(url.path) == 0 else { throw .system(errno) }
    }

    /// Makes files created, moved and deleted in a directory durable.
    static func synchronize(_ directory: URL) throws(KeyStorageError) {
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(errno) }
    }

    static func names(in directory: URL) throws(KeyStorageError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        } catch {
            throw .system(errno)
        }
    }

    // MARK: - Parts

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(KeyStorageError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = retried { rest.withUnsafeBytes { unsafeWrite(descriptor, $0) } }
            guard count > 0 else { throw .system(errno) }
            rest = rest.dropFirst(count)
        }
    }

    private static func retried(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }
}

private func unsafeRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

private func unsafeWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
