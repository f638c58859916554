import Foundation
import Glibc
import ServerFoundation

/// The person who runs a command, as far as the system knows.
struct Operator: Sendable, Equatable {
    /// The effective user of the process, and its name.
    let user: uid_t
    let name: String
    /// The user who logged in, if that is another one, as with sudo; "" if it is the same or unknown.
    let login: String

    /// - Parameters:
    ///   - loginUser: the kernel's record of who logged in, which sudo and su do not change (pam_loginuid(8)).
    ///   - environment: has `SUDO_USER` where the kernel has no record. Root can set it to anything.
    init(
        user: uid_t = geteuid(),
        loginUser: String? = try? String(contentsOfFile: "/proc/self/loginuid", encoding: .utf8),
        environment: [String: String] = ProcessInfo.processInfo.environment, nameOf: (uid_t) -> String = FileAccess.user
    ) {
        self.user = user
        name = Self.short(nameOf(user))
        let number = loginUser.flatMap { uid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        if let number, number != uid_t.max {
            login = number == user ? "" : Self.short(nameOf(number))
        } else {
            login = user == 0 ? Self.short(environment["SUDO_USER"] ?? "") : ""
        }
    }

    /// Names are at most 32 characters long on Linux (useradd(8)).
    private static func short(_ name: String) -> String { String(name.prefix(32)) }
}
