import ECallMedia

extension Rendering {
    /// The display servers that the environment of a command names. The agent has another environment, so each is
    /// named in full.
    static func displays(_ environment: [String: String]) -> [Display] {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        var displays: [Display] = []
        if let name = value("WAYLAND_DISPLAY") {
            if name.hasPrefix("/") {
                displays.append(.wayland(socket: name))
            } else if let directory = value("XDG_RUNTIME_DIR") {
                displays.append(.wayland(socket: "\(directory)/\(name)"))
            }
        }
        if let name = value("DISPLAY") { displays.append(.x11(name: name, authority: value("XAUTHORITY"))) }
        return displays
    }
}
