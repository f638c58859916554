import Foundation
import Glibc
import ServerFoundation

/// Remembers a child, so that the next server finds what an earlier one left behind.
package struct PIDFile: Sendable {
    package let path: String

    package func write(_ process: ProcessIdentity) throws {
        try OwnerOnlyFile.write(Data(process.text.utf8), to: path)
    }

    package func remove() { unlink(path) }

    /// The process that was written down, if it runs still.
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
