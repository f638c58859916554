import Foundation
import Glibc

/// Remembers a child, so that the next server finds what an earlier one left behind.
struct PIDFile: Sendable {
    let path: String

    func write(_ process: ProcessIdentity) throws {
        try OwnerOnlyFile.write(Data(process.text.utf8), to: path)
    }

    func remove() { unlink(path) }

    /// The process that was written down, if it runs still.
    var running: ProcessIdentity? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let process = ProcessIdentity(text: text), process.isRunning
        else { return nil }
        return process
    }
}
