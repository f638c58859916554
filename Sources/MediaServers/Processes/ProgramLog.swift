import Foundation

/// The log of a program that runs for months: two files of a limited size, the one of now and the one before.
package struct ProgramLog: Sendable {
    package let path: String
    /// Bytes after which it is started over.
    package var limit = 16 * 1024 * 1024

    package var earlier: String { path + ".1" }

    /// Starts it over where it has grown too long. The program need not know: it appends to what is there.
    ///
    /// What it says in that moment may be lost. On a full disk all of it is: better than a disk that stays full.
    package func rotate() {
        let files = FileManager.default
        guard let size = try? files.attributesOfItem(atPath: path)[.size] as? Int, size >= limit else { return }
        try? files.removeItem(atPath: earlier)
        do { try files.copyItem(atPath: path, toPath: earlier) } catch { try? files.removeItem(atPath: earlier) }
        _ = truncate(path, 0)
    }

    package init(path: String, limit: Int = 16 * 1024 * 1024) {
        self.path = path
        self.limit = limit
    }
}
