import Foundation
import Glibc
import ServerFoundation

/// The folders of the media servers inside the data directory; readable by the server's user alone.
package struct MediaDirectories: Sendable {
    package let run: String
    package let log: String

    /// The folders as they are, or would be; creates nothing.
    package init(existing data: String) {
        let absolute = URL(filePath: data).standardizedFileURL.path
        run = absolute + "/run"
        log = absolute + "/log"
    }

    package init(data: String) throws(SupervisionFailure) {
        self.init(existing: data)
        for path in [run, log] {
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            } catch {
                throw .configurationNotWritable(path)
            }
        }
    }

    /// Atomically writes a file of mode 0600, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws(SupervisionFailure) -> String {
        let path = run + "/" + name
        do {
            try OwnerOnlyFile.write(Data(text.utf8), to: path)
        } catch {
            throw .configurationNotWritable(path)
        }
        return path
    }

    /// Reads a file; returns nil if there is none.
    package func read(_ name: String) -> String? { try? String(contentsOfFile: run + "/" + name, encoding: .utf8) }
}
