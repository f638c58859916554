package import ECallAPI
import Foundation
import ServerFoundation

/// The log of a program that runs for months: two files of limited size and age, the current and the previous one.
///
/// Janus and coturn log addresses of clients beside the numbers of their devices (threat model, what the server stores).
package struct ProgramLog: Sendable {
    package let path: String
    /// The size in bytes at which the log is rotated.
    package var limit = 16 * 1024 * 1024
    /// The retention of the log, in seconds; each of the two files is written for half of it.
    package var age = 7 * 86_400

    package var earlier: String { path + ".1" }
    /// An empty file created when the current log was begun.
    private var began: String { path + ".began" }

    package init(path: String, limit: Int = 16 * 1024 * 1024, age: Int = 7 * 86_400) {
        self.path = path
        self.limit = limit
        self.age = age
    }

    /// Rotates the log if it is too long or too old. The program need not know: it appends to the file.
    ///
    /// Lines written at that moment may be lost. If the disk is full, all lines are lost, which is better than a disk that stays full.
    package func rotate(at now: Timestamp) {
        let files = FileManager.default
        guard let size = try? files.attributesOfItem(atPath: path)[.size] as? Int else { return }
        guard size >= limit || isOld(at: now) else { return }
        try? files.removeItem(atPath: earlier)
        if size > 0 {
            do { try files.copyItem(atPath: path, toPath: earlier) } catch { try? files.removeItem(atPath: earlier) }
        }
        _ = truncate(path, 0)
        begin(at: now)
    }

    /// The age of a log without a recorded beginning counts from now.
    private func isOld(at now: Timestamp) -> Bool {
        let modified = try? FileManager.default.attributesOfItem(atPath: began)[.modificationDate] as? Date
        guard let modified else {
            begin(at: now)
            return false
        }
        let passed = now.milliseconds - Timestamp(modified).milliseconds
        // A clock that was set back tells nothing about age.
        return passed >= Int64(age) * 1_000 / 2 || passed < -1_000
    }

    private func begin(at now: Timestamp) {
        let moment = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
        let files = FileManager.default
        try? files.removeItem(atPath: began)
        _ = files.createFile(
            atPath: began, contents: nil, attributes: [.modificationDate: moment, .posixPermissions: 0o600])
        try? files.setAttributes([.modificationDate: moment], ofItemAtPath: began)
    }
}
