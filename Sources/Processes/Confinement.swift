import CSpawn
import Glibc

/// What a program may do that is started with it, and everything that it starts itself: of files what is below these paths and no others, by
/// Landlock; no system call that leads out of that or into the kernel, by seccomp; no privileges that it does not have (`no_new_privs`).
///
/// A kernel without Landlock, before Debian 12, holds it to the other two alone: `ChildProcess.isConfined` says so.
public struct Confinement: Sendable, Equatable {
    /// Files and folders; those that are not there are left out. What is in `/proc` is of other processes, too.
    public var readable: [String]
    /// Read and written.
    public var writable: [String]

    public init(readable: [String], writable: [String]) { (self.readable, self.writable) = (readable, writable) }

    /// Libraries, settings and devices that programs of a distribution read.
    public static let system = [
        "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
        "/sys/devices/system/cpu",
    ]

    /// Starts a program as posix_spawn(3) does.
    ///
    /// - Returns: an error as posix_spawn returns it, or 0; and whether files are confined.
    func start(
        _ pid: inout pid_t, _ executable: String, _ actions: inout posix_spawn_file_actions_t,
        _ attributes: inout posix_spawnattr_t, _ words: [UnsafeMutablePointer<CChar>?],
        _ variables: [UnsafeMutablePointer<CChar>?]
    ) -> (error: Int32, isConfined: Bool) {
        let (readable, writable) = (
            readable.map { UnsafePointer(strdup($0)) } + [nil], writable.map { UnsafePointer(strdup($0)) } + [nil]
        )
        defer { for path in readable + writable { free(UnsafeMutablePointer(mutating: path)) } }
        var confinesFiles: Int32 = 0
        let error = readable.withUnsafeBufferPointer { readable in
            writable.withUnsafeBufferPointer { writable in
                var lists = cspawn_confinement(readable: readable.baseAddress, writable: writable.baseAddress)
                return cspawn_confined(
                    &pid, executable, &actions, &attributes, words, variables, &lists, &confinesFiles)
            }
        }
        return (error, confinesFiles != 0)
    }
}
