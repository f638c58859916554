import Foundation
import ServerFoundation

/// The settings and the origin of each.
struct LoadedSettings: Sendable {
    var settings: ServerSettings
    let entries: [SettingEntry]
    /// Values that may have been meant otherwise.
    let warnings: [String]
    /// The configuration file; nil if there is none.
    let file: String?
}

/// Reads the configuration: file, environment, flags, in ascending precedence.
enum SettingsLoader {
    /// - Throws: all problems at once.
    static func load(
        file: String? = nil, environment: [String: String] = [:],
        flags: [(key: String, value: String, flag: String)] = [],
        readFile: @escaping @Sendable (String) -> Data? = { FileManager.default.contents(atPath: $0) }
    ) throws(SettingsFailure) -> LoadedSettings {
        let path = file ?? environment["ECALL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        var sources = [SettingsSource.flags(flags), .environment(environment)]
        if let path { sources.append(try .file(path)) }
        return try load(sources, file: path, readFile: readFile)
    }

    static func load(
        _ sources: [SettingsSource], file: String? = nil, readFile: @escaping @Sendable (String) -> Data? = { _ in nil }
    ) throws(SettingsFailure) -> LoadedSettings {
        var reader = SettingsReader(sources: sources, readFile: readFile)
        let settings = ServerSettings(reading: &reader)
        let problems = reader.allProblems
        guard problems.isEmpty else { throw SettingsFailure(problems) }
        return LoadedSettings(settings: settings, entries: reader.entries, warnings: reader.warnings, file: file)
    }

    /// The example file, with every default.
    static var example: String {
        var reader = SettingsReader(sources: [], readFile: { _ in nil })
        _ = ServerSettings(reading: &reader)
        return SettingsExample.text(of: reader)
    }
}
