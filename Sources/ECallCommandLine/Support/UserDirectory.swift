import Foundation

/// The directories of a person's files (XDG Base Directory Specification).
enum UserDirectory {
    case data, configuration

    /// The directory that the environment names, or the usual one below the home directory.
    func url(in environment: [String: String]) -> URL {
        let (variable, usual) =
            switch self {
            case .data: ("XDG_DATA_HOME", ".local/share")
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            }
        // A relative path must be ignored.
        if let named = Self.absolute(environment[variable]) { return named }
        let home = Self.absolute(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
        return home.appendingPathComponent(usual)
    }

    private static func absolute(_ path: String?) -> URL? {
        guard let path, path.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: path, isDirectory: true)
    }
}
