import ECallLanguage
import ECallMedia

/// Cameras, microphones and loudspeakers, for a person.
enum MediaDeviceFormatter {
    static func lines(for list: MediaList, _ texts: Texts) -> [String] {
        MediaDevice.Kind.allCases.flatMap { kind in
            let devices = list.devices.filter { $0.kind == kind }
            let isAny = devices.contains(where: \.isConnected)
            let nothing = isAny ? [] : ["  " + texts.string(none(kind, list.hasSoundServer))]
            return [texts.string(kind.title)] + devices.map { "  " + line($0, hasDefault: isAny, texts) } + nothing
        } + [texts.string(list.cancelsEcho ? .terminalMediaEchoOn : .terminalMediaEchoOff)]
    }

    private static func line(_ device: MediaList.Device, hasDefault: Bool, _ texts: Texts) -> String {
        let marks: [Text?] = [
            device.isDefault ? .terminalMediaDefault : nil, device.isChosen ? .terminalMediaChosen : nil,
            device.isConnected ? nil : hasDefault ? .terminalMediaAbsentDefault : .terminalMediaAbsent,
        ]
        let name = texts.string(.verbatim("\(device.name)  (\(device.id))"))
        return ([name] + marks.compactMap { $0.map(texts.string) }).joined(separator: ", ")
    }

    /// Nothing of the kind is connected.
    fileprivate static func none(_ kind: MediaDevice.Kind, _ hasSoundServer: Bool) -> Text {
        guard kind == .camera || hasSoundServer else { return .terminalMediaNoSoundServer(command: "ecall stop") }
        return .terminalMediaNone
    }
}

extension MediaDevice.Kind {
    fileprivate var title: Text {
        switch self {
        case .camera: .terminalMediaCameras
        case .microphone: .terminalMediaMicrophones
        case .loudspeaker: .terminalMediaLoudspeakers
        }
    }

    fileprivate func noMatch(_ typed: String) -> Text {
        switch self {
        case .camera: .terminalMediaNoCamera(typed: typed)
        case .microphone: .terminalMediaNoMicrophone(typed: typed)
        case .loudspeaker: .terminalMediaNoLoudspeaker(typed: typed)
        }
    }
}

extension CommandFailure {
    /// The name matches no device, or several.
    init(_ error: DeviceMatchingError, in connected: ConnectedDevices) {
        switch error {
        case .noMatch(let kind, let text):
            let names = connected.of(kind).map { "“\($0.name)”" }
            let there: Text =
                names.isEmpty
                ? MediaDeviceFormatter.none(kind, connected.hasSoundServer)
                : .terminalMediaConnected(names: names.joined(separator: ", "))
            self.init(.failure, .hint(kind.noMatch(text), there))
        case .ambiguous(_, let text, let devices):
            let names = devices.map { "“\($0.name)” (\($0.id))" }.joined(separator: ", ")
            self.init(.failure, .terminalMediaSeveral(typed: text, names: names))
        }
    }
}
