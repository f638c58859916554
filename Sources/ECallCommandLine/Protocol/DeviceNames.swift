import ECallMedia

/// The devices that a person has named, as they are sent to the agent, which knows the connected ones. Nil: not specified.
struct DeviceNames: Codable, Sendable, Equatable {
    /// Takes the default again.
    static let byDefault = "default"

    var camera: String?
    var microphone: String?
    var loudspeaker: String?
    var cancelsEcho: Bool?

    subscript(kind: MediaDevice.Kind) -> String? {
        switch kind {
        case .camera: camera
        case .microphone: microphone
        case .loudspeaker: loudspeaker
        }
    }

    /// Without the devices named in others.
    func besides(_ others: DeviceNames) -> DeviceNames? {
        let rest = DeviceNames(
            camera: others.camera == nil ? camera : nil, microphone: others.microphone == nil ? microphone : nil,
            loudspeaker: others.loudspeaker == nil ? loudspeaker : nil,
            cancelsEcho: others.cancelsEcho == nil ? cancelsEcho : nil)
        return rest.isEmpty ? nil : rest
    }

    var isEmpty: Bool { self == DeviceNames() }
}

extension DeviceWishes {
    /// Chooses the named devices, and leaves the rest unchanged.
    mutating func choose(_ names: DeviceNames, in connected: ConnectedDevices) throws(CommandFailure) {
        if let cancels = names.cancelsEcho { cancelsEcho = cancels }
        for kind in MediaDevice.Kind.allCases {
            guard let name = names[kind] else { continue }
            guard name != DeviceNames.byDefault else {
                self[kind] = nil
                continue
            }
            do throws(DeviceMatchingError) {
                self[kind] = ChosenDevice(try DeviceMatching.find(name, kind, in: connected))
            } catch {
                throw CommandFailure(error, in: connected)
            }
        }
    }
}
