import ECallLanguage
import Foundation

/// The folder in which the person's own systemd looks for units.
struct ServiceFile: Sendable {
    let directory: URL
    let name: String

    var path: String { directory.appendingPathComponent(name).path }
    /// The link by which `systemctl --user enable` has it started.
    private var link: String { directory.appendingPathComponent("graphical-session.target.wants/\(name)").path }

    /// - Parameter environment: names the person's configuration (XDG Base Directory Specification).
    init(_ unit: ServiceUnit, environment: [String: String]) {
        name = unit.name
        directory = UserDirectory.configuration.url(in: environment).appendingPathComponent("systemd/user")
    }

    /// Writes the unit, replacing an earlier one of ours.
    func install(_ unit: ServiceUnit) throws(CommandFailure) {
        _ = try isOurs()
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(unit.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure(.failure, .terminalFileNotSaved(path: path))
        }
    }

    /// Removes the unit; false if there is none.
    func uninstall() throws(CommandFailure) -> Bool {
        let wasThere = try isOurs()
        for path in wasThere ? [link, path] : [] {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw CommandFailure(.failure, .terminalFileNotRemoved(path: path))
            }
        }
        return wasThere
    }

    /// Whether there is one, which is ours then.
    private func isOurs() throws(CommandFailure) -> Bool {
        // A link is not followed: `systemctl mask` makes one.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw CommandFailure.foreignUnit(path)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let mark = Data(ServiceUnit.mark.utf8)
        guard (try? handle.read(upToCount: mark.count)) == mark else { throw CommandFailure.foreignUnit(path) }
        return true
    }
}

extension CommandFailure {
    static func foreignUnit(_ path: String) -> CommandFailure {
        CommandFailure(.failure, .terminalFileForeign(path: path))
    }
    static func programForService(_ path: String) -> CommandFailure {
        CommandFailure(.failure, .terminalServiceProgramPath(path: path))
    }
    static let secretForService = CommandFailure(
        .locked, .terminalServiceSealed(options: "--passphrase-file, --key-file"))
}
