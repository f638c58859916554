import MediaServers
import ServerFoundation

/// Determines whether this machine has what a server takes: space on its disk, open files, and programs. Pure.
enum MachineResources {
    /// Less than the logs of Janus and coturn may take, in bytes.
    private static let scarceSpace: UInt64 = 64 << 20

    /// - Parameters:
    ///   - free: the free space on the disk of the folder, in bytes; nil if it is unknown.
    ///   - disk: the mount point of that disk.
    static func spaceWarning(free: UInt64?, in folder: String, disk: @autoclosure () -> String) -> String? {
        guard let free, free < scarceSpace else { return nil }
        return "data: only \(free >> 20) MB are free on the disk of \(folder), mounted at \(disk())"
    }

    /// - Parameter descriptors: the number of files that may be open.
    static func descriptorWarning(_ descriptors: Int) -> String? {
        guard descriptors < DescriptorLimit.few else { return nil }
        return
            "only \(descriptors) files may be open (ulimit -Hn; LimitNOFILE of systemd): a video call takes some twenty"
    }

    /// The programs that are not installed.
    static func programProblems(find: (String) -> String?) -> [String] {
        [("janus", "janus"), ("turnserver", "coturn")].compactMap { program, package in
            find(program) == nil
                ? "\(program) is not installed; \(SupervisionFailure.installation(of: package))" : nil
        }
    }

    /// Debian's Janus service is a gateway without authentication.
    static func gatewayWarnings(holder: (Int) -> PortHolder?) -> [String] {
        [8088, 8188].compactMap { port in
            guard let holder = holder(port), holder.name == "janus" else { return nil }
            return "a gateway that asks nobody who they are is open on port \(port): \(holder)"
        }
    }
}
