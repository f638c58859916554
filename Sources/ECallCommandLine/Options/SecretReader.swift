import ECallLanguage
import Foundation

/// Gets the secret of sealed keys from the source that the options name.
struct SecretReader: Sendable {
    /// A key file or passphrase has at most that many bytes.
    static let longest = 4096

    let source: Settings.SecretSource

    /// nil if none is specified.
    func secret() throws(CommandFailure) -> ProfileSecret? {
        switch source {
        case .none: return nil
        case .passphrase(let text): return ProfileSecret(bytes: Data(text.utf8))
        case .keyFile(let path):
            let bytes = try contents(path)
            guard bytes.count >= 16 else {
                throw CommandFailure(.locked, .terminalKeyFileShort(path: path))
            }
            return ProfileSecret(bytes: bytes)
        case .passphraseFile(let path):
            let line = try contents(path).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            guard !line.isEmpty else { throw CommandFailure(.locked, .terminalPassphraseFileEmpty(path: path)) }
            return ProfileSecret(bytes: Data(line))
        }
    }

    private func contents(_ path: String) throws(CommandFailure) -> Data {
        // Reading an empty file returns nil, which isn't an error.
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: Self.longest + 1) ?? Data()
        else { throw CommandFailure(.locked, .terminalFileUnreadable(path: path)) }
        guard data.count <= Self.longest else {
            throw CommandFailure(.locked, .terminalFileTooLong(most: Self.longest, path: path))
        }
        return data
    }
}
