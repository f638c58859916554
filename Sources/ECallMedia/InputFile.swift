public import ECallLanguage
import Foundation

/// Checks whether a file can be sent at all, before it is searched for media.
public enum InputFile {
    /// Returns why a path cannot be sent, with advice; nil for a regular file with contents.
    ///
    /// It is played in a loop, so that it has to be readable again from its beginning.
    public static func problem(at path: String) -> Text? {
        var status = stat()
        guard stat(path, &status) == 0 else { return .terminalFileUnreadable(path: path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .mediaFileDirectory(path: path)
        case S_IFIFO: return .mediaFilePipe(module: "pactl load-module module-pipe-source", path: path)
        case S_IFCHR: return .mediaFileDevice(options: "--camera, --microphone", path: path)
        default: return .mediaFileNotRegular(path: path)
        }
        guard status.st_size > 0 else { return .mediaFileEmpty(path: path) }
        return access(path, R_OK) == 0 ? nil : .mediaFileForbidden(path: path)
    }
}
