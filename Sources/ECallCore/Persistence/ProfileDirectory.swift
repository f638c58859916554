public import Foundation

/// The directory of one profile (one device), of mode 0700.
public struct ProfileDirectory: Sendable, Equatable {
    /// The name of the profile, or the last part of the given path.
    public let name: String
    public let url: URL

    /// The directory of the secrets.
    public var secrets: URL { url.appendingPathComponent("secrets") }
    /// The socket of the agent.
    public var agentSocket: URL { url.appendingPathComponent("agent.sock") }

    /// The directory of this profile below `base`; made if need be.
    public init(profile: String, in base: URL) throws(KeyStorageError) {
        guard Self.isName(profile) else { throw .invalidProfileName }
        try self.init(at: base.appendingPathComponent(profile))
    }

    /// The given directory; made if need be.
    public init(at url: URL) throws(KeyStorageError) {
        self.url = url
        name = url.lastPathComponent
        try PrivateFile.makeDirectory(url)
    }

    /// The same for an app, whose system backs directories up and locks them: left out of backups, because keys of a device do not
    /// move to another one, and readable from the first unlock after a restart on, because a call may ring before the next.
    ///
    /// On Linux these attributes have no effect.
    ///
    /// - Parameter base: by default the app's Application Support directory.
    public static func inApplicationSupport(
        profile: String, base: URL? = nil
    ) throws(KeyStorageError) -> ProfileDirectory {
        let support: URL
        do {
            support =
                try base
                ?? FileManager.default.url(
                    for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        } catch {
            throw .system(errno)
        }
        let directory = try ProfileDirectory(profile: profile, in: support.appendingPathComponent("ecall"))
        try PrivateFile.makeDirectory(directory.secrets)
        // Files take the protection of the directory that they are made in: before the first secret is written.
        for url in [directory.url, directory.secrets] { try PrivateFile.protectForApp(url) }
        return directory
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
