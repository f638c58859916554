import ECallMedia

/// The desktop of a person who waits for calls: ringing calls are shown there, and played once they are answered there. The agent has
/// another environment than the command, so each part is named in full.
struct Desktop: Codable, Sendable, Equatable {
    /// The session bus: addresses of sockets (D-Bus Specification, "Server Addresses").
    var bus: String
    /// The rendering of a call that is answered by its notification: no one is at a terminal then.
    var rendering: Rendering
    /// The language of its notifications.
    var language = TerminalLanguage.english

    /// An address that is longer is none.
    private static let longestAddress = 4096

    init(bus: String, rendering: Rendering) {
        self.bus = bus
        self.rendering = rendering
    }

    /// nil where the environment of a command names no session bus.
    ///
    /// - Parameter isSocket: whether there is a socket at a path.
    init?(_ environment: [String: String], isSocket: (String) -> Bool) {
        guard let bus = Self.bus(environment, isSocket) else { return nil }
        self.init(bus: bus, rendering: Rendering(displays: Rendering.displays(environment)))
    }

    /// Sockets only: other addresses start programs, or lead to a bus without a notification server.
    private static func bus(_ environment: [String: String], _ isSocket: (String) -> Bool) -> String? {
        if let named = environment["DBUS_SESSION_BUS_ADDRESS"], !named.isEmpty {
            let addresses = named.split(separator: ";")
            guard named.utf8.count <= longestAddress, !addresses.isEmpty,
                addresses.allSatisfy({ $0.hasPrefix("unix:") }), !named.contains("\0")
            else { return nil }
            return named
        }
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/"),
            directory.utf8.count <= AgentFiles.longestSocketPath, isSocket("\(directory)/bus")
        else { return nil }
        return "unix:path=" + escaped("\(directory)/bus")
    }

    /// A value of an address: bytes that need escaping are in hexadecimal.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}
