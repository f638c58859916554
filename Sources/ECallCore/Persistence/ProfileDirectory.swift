public import Foundation

/// Where one profile (one device) keeps what it has: a directory of mode 0700.
public struct ProfileDirectory: Sendable, Equatable {
    /// The name of the profile, or the last part of the given path.
    public let name: String
    public let url: URL

    /// The secrets.
    public var secrets: URL { url.appendingPathComponent("secrets") }
    /// The socket of the agent.
    public var agentSocket: URL { url.appendingPathComponent("agent.sock") }

    /// `$XDG_DATA_HOME/ecall/<profile>`, else `~/.local/share/ecall/<profile>`; made if need be.
    public init(
        profile: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(KeyStorageError) {
        guard Self.isName(profile) else { throw .invalidProfileName }
        let base: URL
        // A relative path is to be ignored (XDG Base Directory Specification).
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            base = URL(fileURLWithPath: data)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            base = URL(fileURLWithPath: home).appendingPathComponent(".local/share")
        } else {
            base = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        }
        try self.init(at: base.appendingPathComponent("ecall").appendingPathComponent(profile))
    }

    /// The given directory; made if need be.
    public init(at url: URL) throws(KeyStorageError) {
        self.url = url
        name = url.lastPathComponent
        try PrivateFile.makeDirectory(url)
    }

    /// 1 to 64 letters, digits, `-`, `_` and dots, not beginning with a dot.
    public static func isName(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), !text.hasPrefix(".") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
