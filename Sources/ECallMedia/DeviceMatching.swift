/// Why a text does not identify a device.
public enum DeviceMatchingError: Error, Sendable, Equatable {
    /// No device of this kind has this name.
    case noMatch(MediaDevice.Kind, text: String)
    /// Several are meant.
    case ambiguous(MediaDevice.Kind, text: String, among: [MediaDevice])
}

/// Finds the device that a person means.
public enum DeviceMatching {
    /// The device of this kind whose ID or whole name is `text`, else the one whose name begins with it, ignoring case in
    /// names.
    ///
    /// - Throws: `.noMatch`, or `.ambiguous` where several fit equally well.
    public static func find(
        _ text: String, _ kind: MediaDevice.Kind, in connected: ConnectedDevices
    ) throws(DeviceMatchingError) -> MediaDevice {
        let devices = connected.of(kind)
        let wanted = trimmed(text).lowercased()
        guard !wanted.isEmpty else { throw .noMatch(kind, text: text) }
        if let device = devices.first(where: { $0.id == trimmed(text) }) { return device }
        for fits in [{ $0 == wanted }, { $0.hasPrefix(wanted) }] as [(String) -> Bool] {
            let found = devices.filter { fits($0.name.lowercased()) }
            guard found.count <= 1 else { throw .ambiguous(kind, text: text, among: found) }
            if let device = found.first { return device }
        }
        throw .noMatch(kind, text: text)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
