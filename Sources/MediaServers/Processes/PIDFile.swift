import Foundation
import Glibc
import ServerFoundation

/// A file that records a child process, so that the next server finds it.
package struct PIDFile: Sendable {
    package let path: String

    package func write(_ process: ProcessIdentity) throws {
        try OwnerOnlyFile.write(Data(process.text.utf8), to: path)
    }

    package func remove() { unlink(path) }

    /// The recorded process, if it still runs.
    package var running: ProcessIdentity? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let process = ProcessIdentity(text: text), process.isRunning
        else { return nil }
        return process
    }

    package init(path: String) {
        self.path = path
    }
}
