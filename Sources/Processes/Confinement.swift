import CSpawn
import Glibc

/// The sandbox of a program and of everything that it starts itself: access to files below these paths only, by Landlock;
/// no system call that leads out of that or into the kernel, by seccomp; no new privileges (`no_new_privs`).
///
/// A kernel without Landlock, before Debian 12, enforces only the other two: `ChildProcess.isConfined` tells.
public struct Confinement: Sendable, Equatable {
    /// Readable files and folders; missing ones are skipped. `/proc` contains other processes' data, too.
    public var readable: [String]
    /// Readable and writable files and folders.
    public var writable: [String]

    public init(readable: [String], writable: [String]) { (self.readable, self.writable) = (readable, writable) }

    /// Libraries, settings and devices that programs of a distribution read.
    public static let system = [
        "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
        "/sys/devices/system/cpu",
    ]

    /// Starts a program as posix_spawn(3) does.
    ///
    /// - Returns: an error number like posix_spawn's, or 0; and whether files are confined.
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
