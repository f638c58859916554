public import Foundation
import Synchronization

/// Secrets as files of mode 0600 in a directory of mode 0700, each written to a temporary file and moved into place, so that a
/// crash leaves the old or the new one.
public final class FileKeyStorage: KeyStorage {
    /// The largest secret, in bytes.
    public static let largest = 1024 * 1024

    private static let suffix = ".secret"
    private static let magic = Data("ECS1".utf8)

    private let directory: URL
    private let sealing: any SecretSealing
    /// One writer at a time; the lock of many processes is the profile's.
    private let lock = Mutex<Void>(())

    /// Whether the secrets are stored without protection by a passphrase or key file.
    public var isPlain: Bool { sealing.isPlain }

    /// Makes the directory if need be.
    public init(directory: URL, sealing: any SecretSealing = PlainSealing()) throws(KeyStorageError) {
        self.directory = directory
        self.sealing = sealing
        try PrivateFile.makeDirectory(directory)
    }

    public func read(_ name: SecretName) throws(KeyStorageError) -> Data? {
        guard let file = try PrivateFile.read(url(name), limit: 2 * Self.largest) else { return nil }
        // Four magic bytes, one that tells whether it is sealed, then the secret.
        guard file.prefix(4) == Self.magic, file.count >= 5 else { throw .damaged(name: name.text) }
        let content = Data(file.dropFirst(5))
        switch file[file.startIndex + 4] {
        case 0: return content
        case 1:
            guard !sealing.isPlain else { throw .locked }
            return try sealing.open(content, name: name.text)
        default: throw .damaged(name: name.text)
        }
    }

    public func write(_ secret: Data, as name: SecretName) throws(KeyStorageError) {
        guard secret.count <= Self.largest else { throw .tooLarge }
        let content = try sealing.seal(secret, name: name.text)
        let file = Self.magic + [sealing.isPlain ? 0 : 1] + content
        try locked { () throws(KeyStorageError) in
            try PrivateFile.write(file, to: self.url(name))
        }
    }

    public func remove(_ name: SecretName) throws(KeyStorageError) {
        try locked { () throws(KeyStorageError) in
            try PrivateFile.wipe(self.url(name))
            try PrivateFile.synchronize(self.directory)
        }
    }

    public func removeAll() throws(KeyStorageError) {
        try locked { () throws(KeyStorageError) in
            let names = try PrivateFile.names(in: self.directory)
            for name in names where name.hasSuffix(Self.suffix) || name.hasSuffix(PrivateFile.temporarySuffix) {
                try PrivateFile.wipe(self.directory.appendingPathComponent(name))
            }
            try PrivateFile.synchronize(self.directory)
        }
    }

    private func url(_ name: SecretName) -> URL { directory.appendingPathComponent(name.text + Self.suffix) }

    private func locked(_ work: () throws(KeyStorageError) -> Void) throws(KeyStorageError) {
        try lock.withLock { _ throws(KeyStorageError) in try work() }
    }
}
