import ECallLanguage
import Foundation

/// The right to be the one agent of a profile; given back when it is released or its process ends, however it ends.
final class ProfileLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil if another process has it.
    init?(path: String) throws(CommandFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(.failure, .terminalAgentFile(path: path))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
