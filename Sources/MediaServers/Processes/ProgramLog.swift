package import ECallAPI
import Foundation
import ServerFoundation

/// The log of a program that runs for months: two files of a limited size and age, the one of now and the one before.
///
/// Janus and coturn write addresses of clients beside the numbers of their devices (threat model, what the server stores).
package struct ProgramLog: Sendable {
    package let path: String
    /// Bytes after which it is started over.
    package var limit = 16 * 1024 * 1024
    /// For how long what is written is kept, in seconds; each of the two files is written for half of it.
    package var age = 7 * 86_400

    package var earlier: String { path + ".1" }
    /// An empty file that was made when the one of now was begun.
    private var began: String { path + ".began" }

    package init(path: String, limit: Int = 16 * 1024 * 1024, age: Int = 7 * 86_400) {
        self.path = path
        self.limit = limit
        self.age = age
    }

    /// Starts it over where it has grown too long or too old. The program need not know: it appends to what is there.
    ///
    /// What it says in that moment may be lost. On a full disk all of it is: better than a disk that stays full.
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

    /// Of one whose beginning nobody has noted it counts from now, and what it has by then is as old as that.
    private func isOld(at now: Timestamp) -> Bool {
        let modified = try? FileManager.default.attributesOfItem(atPath: began)[.modificationDate] as? Date
        guard let modified else {
            begin(at: now)
            return false
        }
        let passed = now.milliseconds - Timestamp(modified).milliseconds
        // A clock that was set back says nothing about age.
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
