import ECallLanguage
import ECallMedia
import Foundation

/// The file in a profile with the devices that its calls use.
struct ChosenDevicesFile: Sendable {
    let path: String

    /// No device is chosen if the file is missing or unreadable.
    func read() -> DeviceWishes {
        guard let data = FileManager.default.contents(atPath: path) else { return DeviceWishes() }
        return (try? JSONDecoder().decode(DeviceWishes.self, from: data)) ?? DeviceWishes()
    }

    func write(_ wishes: DeviceWishes) throws(CommandFailure) {
        do {
            try JSONEncoder().encode(wishes).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw CommandFailure(.failure, .terminalFileNotSaved(path: path))
        }
    }
}
