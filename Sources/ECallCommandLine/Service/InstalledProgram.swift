import Foundation

/// The path by which a service starts this program later.
enum InstalledProgram {
    /// The path that was typed, if it leads to the running file, else that file.
    ///
    /// A link such as `.build/release/ecall` outlives the file that it leads to: the next build may put the program elsewhere.
    ///
    /// - Parameters:
    ///   - file: the running file, without links.
    ///   - typed: the first word of the command.
    ///   - searchPath: PATH.
    ///   - directory: the current directory.
    ///   - resolve: follows all links of a path.
    static func path(
        of file: String, typed: String, searchPath: String, directory: String, resolve: (String) -> String
    ) -> String {
        let candidates =
            typed.contains("/")
            ? [typed] : searchPath.split(separator: ":").map { "\($0)/\(typed)" }
        let absolute = candidates.lazy.map { $0.hasPrefix("/") ? $0 : "\(directory)/\($0)" }
        return absolute.first { resolve($0) == file } ?? file
    }

    /// The same for this process.
    static var path: String {
        let typed = CommandLine.arguments[0]
        guard let file = Bundle.main.executablePath.map(resolved) else { return typed }
        return path(
            of: file, typed: typed, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
            directory: FileManager.default.currentDirectoryPath, resolve: resolved)
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}
