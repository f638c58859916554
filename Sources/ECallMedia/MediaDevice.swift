/// A camera, a microphone or a loudspeaker that is connected to this machine.
public struct MediaDevice: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case camera, microphone, loudspeaker
    }

    public var kind: Kind
    /// The system's identifier: of sound the name at the sound server, of a camera the path of its device file.
    public var id: String
    /// The name for a person.
    public var name: String
    /// Whether it is used if the person has chosen none.
    public var isDefault: Bool

    public init(kind: Kind, id: String, name: String, isDefault: Bool = false) {
        self.kind = kind
        self.id = id
        self.name = name
        self.isDefault = isDefault
    }
}

/// The devices connected to this machine now.
public struct ConnectedDevices: Codable, Sendable, Equatable {
    /// Cameras, then microphones, then loudspeakers, each kind by its name. The monitor of a loudspeaker does not count as a microphone.
    public var devices: [MediaDevice]
    /// Whether a sound server answers. Without one there is neither microphone nor loudspeaker.
    public var hasSoundServer: Bool

    public init(_ devices: [MediaDevice], hasSoundServer: Bool = true) {
        let order = MediaDevice.Kind.allCases
        self.devices = order.flatMap { kind in
            devices.filter { $0.kind == kind }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        }
        self.hasSoundServer = hasSoundServer
    }

    public func of(_ kind: MediaDevice.Kind) -> [MediaDevice] { devices.filter { $0.kind == kind } }
}

/// The device to use.
public enum DeviceSelection: Codable, Sendable, Equatable {
    /// The system's default, also if that changes during a call.
    case systemDefault
    /// The device with this identifier of the system's.
    case id(String)
}

/// The devices whose picture and sound are sent.
public struct CaptureDevices: Sendable, Equatable {
    /// Nil sends black video.
    public var camera: DeviceSelection?
    /// Nil sends silence.
    public var microphone: DeviceSelection?
    /// The loudspeaker whose sound is removed from the microphone's; nil removes nothing.
    public var echo: DeviceSelection?

    public init(camera: DeviceSelection? = nil, microphone: DeviceSelection? = nil, echo: DeviceSelection? = nil) {
        self.camera = camera
        self.microphone = microphone
        self.echo = echo
    }

    /// Black video and silence.
    public static let none = CaptureDevices()
}
