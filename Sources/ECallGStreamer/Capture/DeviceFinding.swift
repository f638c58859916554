import ECallLanguage
import ECallMedia

/// The device to use of a kind, and the notice for the person.
struct DeviceFinding: Sendable, Equatable {
    /// Nil if no device works.
    var selection: DeviceSelection?
    /// Set if another device is used than the person has chosen.
    var notice: Text?

    /// Returns the chosen device if it is connected and works, otherwise the default one if that works.
    ///
    /// - Parameter works: tries to open one.
    static func find(
        _ kind: MediaDevice.Kind, chosen: ChosenDevice?, in connected: ConnectedDevices,
        works: (DeviceSelection) async -> Bool
    ) async -> DeviceFinding {
        let device = chosen.flatMap { $0.found(as: kind, in: connected) }
        if let device, await works(.id(device.id)) { return DeviceFinding(selection: .id(device.id)) }
        guard await works(.systemDefault) else { return DeviceFinding() }
        let notice = chosen.map { chosen -> Text in
            device == nil ? .mediaNotConnected(name: chosen.name) : .mediaNotUsable(name: chosen.name)
        }
        return DeviceFinding(selection: .systemDefault, notice: notice)
    }

    /// Returns devices of these kinds, and the loudspeaker's echo if a microphone was searched for as well.
    static func find(
        _ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes, _ clock: any Clock<Duration>
    ) async throws(MediaError) -> FoundDevices {
        let connected = wishes.areChosen ? try await DeviceList.connected() : ConnectedDevices([])
        var found = FoundDevices()
        for kind in MediaDevice.Kind.allCases where kinds.contains(kind) {
            let finding = await find(kind, chosen: wishes[kind], in: connected) {
                await DeviceProbe.works(kind, $0, clock)
            }
            switch kind {
            case .camera: found.capture.camera = finding.selection
            case .microphone: found.capture.microphone = finding.selection
            case .loudspeaker: found.loudspeaker = finding.selection
            }
            if let notice = finding.notice { found.notices.append(notice) }
        }
        if found.capture.microphone != nil, wishes.cancelsEcho, EchoCanceller.isAvailable {
            found.capture.echo = found.loudspeaker
        }
        return found
    }
}
