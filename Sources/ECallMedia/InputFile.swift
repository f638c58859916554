import Foundation

/// Checks whether a file can be sent at all, before it is searched for media.
public enum InputFile {
    /// Returns why a path cannot be sent, in a whole sentence with advice; nil for a regular file with contents.
    ///
    /// It is played in a loop, so that it has to be readable again from its beginning.
    public static func problem(at path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return "The file cannot be read: \(path)" }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return "This is a directory, not a media file. Name a file in it: \(path)"
        case S_IFIFO:
            return
                "A named pipe cannot be sent, because a file is played in a loop. Write what comes out of it into a file "
                + "and send that, or give it to the sound server as a microphone (pactl load-module module-pipe-source): "
                + path
        case S_IFCHR:
            return "This is a device, not a media file. Cameras and microphones are chosen with --camera and "
                + "--microphone, and listed by ecall media: \(path)"
        default: return "Only a regular file can be sent: \(path)"
        }
        guard status.st_size > 0 else { return "The file is empty. Choose another: \(path)" }
        guard access(path, R_OK) == 0 else {
            return "You may not read this file. Change its permissions (chmod) or choose another: \(path)"
        }
        return nil
    }
}
