import ECallLanguage
import Foundation

/// The file in a profile with the language that `ecall config language` has stored.
struct KeptLanguage: Sendable {
    let path: String

    init(profile: URL) { path = profile.appendingPathComponent("language").path }

    /// nil if none is stored, or none of the catalogue's.
    func read() -> Language? {
        // Nothing longer than a tag is one.
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 36) else {
            return nil
        }
        return Language(rawValue: String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// - Parameter language: nil removes the choice.
    func write(_ language: Language?) throws(CommandFailure) {
        do {
            guard let language else {
                if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
                return
            }
            try Data("\(language.rawValue)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw CommandFailure(.failure, .terminalFileNotSaved(path: path))
        }
    }
}
