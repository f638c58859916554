import ECallMedia

/// Cameras, microphones and loudspeakers, for a person.
enum MediaDeviceFormatter {
    static func lines(for list: MediaList) -> [String] {
        MediaDevice.Kind.allCases.flatMap { kind in
            let devices = list.devices.filter { $0.kind == kind }
            let isAny = devices.contains(where: \.isConnected)
            let nothing = isAny ? [] : ["  \(none(kind, list.hasSoundServer))"]
            return [kind.title] + devices.map { "  " + line($0, hasDefault: isAny) } + nothing
        } + ["Echo cancellation is \(list.cancelsEcho ? "on" : "off")."]
    }

    private static func line(_ device: MediaList.Device, hasDefault: Bool) -> String {
        let marks = [device.isDefault ? "default" : nil, device.isChosen ? "chosen" : nil].compactMap { $0 }
        let away = device.isConnected ? "" : ", not connected" + (hasDefault ? ": the default is used" : "")
        let about = marks.isEmpty ? "" : ", " + marks.joined(separator: ", ")
        return TerminalSanitizer.safe("\(device.name)  (\(device.id))") + about + away
    }

    private static func none(_ kind: MediaDevice.Kind, _ hasSoundServer: Bool) -> String {
        guard kind == .camera || hasSoundServer else { return "none: \(noSoundServer)" }
        return "none. Connect one."
    }

    static let noSoundServer =
        "no sound server is running. Start PulseAudio or PipeWire as the user who calls, then type: ecall stop"
}

extension MediaDevice.Kind {
    fileprivate var title: String {
        switch self {
        case .camera: "Cameras"
        case .microphone: "Microphones"
        case .loudspeaker: "Loudspeakers"
        }
    }
}

extension CommandFailure {
    /// The name matches no device, or several.
    init(_ error: DeviceMatchingError, in connected: ConnectedDevices) {
        switch error {
        case .noMatch(let kind, let text):
            let names = connected.of(kind).map { "“\($0.name)”" }
            let there =
                if !names.isEmpty {
                    "Connected: \(names.joined(separator: ", "))."
                } else if kind == .camera || connected.hasSoundServer {
                    "None is connected."
                } else {
                    "None is available: \(MediaDeviceFormatter.noSoundServer)"
                }
            self.init(.failure, TerminalSanitizer.safe("No \(kind.rawValue) matches “\(text)”. \(there)"))
        case .ambiguous(let kind, let text, let devices):
            let names = devices.map { "“\($0.name)” (\($0.id))" }.joined(separator: ", ")
            self.init(
                .failure,
                TerminalSanitizer.safe(
                    "“\(text)” matches several \(kind.rawValue)s: \(names). Type more of the name, or the id."))
        }
    }
}
