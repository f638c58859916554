#if os(Linux)
    import Foundation

    /// Finds the interface of the default route, and its type: files of `/proc/net` and `/sys/class/net`.
    struct LinuxNetwork {
        /// The type of Ethernet and of interfaces that behave like it (`ARPHRD_ETHER`).
        private static let ethernet = "1"

        /// "" but in tests.
        let root: String

        init(root: String = "") { self.root = root }

        func state() -> NetworkState {
            let interface = DefaultRoutes.interface(
                ipv4: text("/proc/net/route") ?? "", ipv6: text("/proc/net/ipv6_route") ?? "")
            return NetworkState(type: interface.map(type))
        }

        private func type(of interface: String) -> NetworkType {
            let folder = "/sys/class/net/\(interface)"
            let kind = text(folder + "/uevent")?.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }?.dropFirst(8)
            switch kind {
            case "wlan"?: return .wifi
            case "wwan"?: return .cellular
            case nil: break
            // A bridge, a VLAN or a tunnel: the interface below it is unknown.
            case .some: return .other
            }
            if FileManager.default.fileExists(atPath: root + folder + "/wireless") { return .wifi }
            // Interfaces that are programs have no device.
            let isDevice = FileManager.default.fileExists(atPath: root + folder + "/device")
            return isDevice && text(folder + "/type") == Self.ethernet ? .ethernet : .other
        }

        private func text(_ path: String) -> String? {
            (try? String(contentsOfFile: root + path, encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
#endif
