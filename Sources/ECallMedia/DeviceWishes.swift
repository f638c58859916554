/// A device that a person has chosen: stored, so that it is used again when it is connected again.
public struct ChosenDevice: Codable, Sendable, Equatable {
    public var id: String
    /// The name of the device when it was chosen, shown while it is not connected.
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    public init(_ device: MediaDevice) { self.init(id: device.id, name: device.name) }

    /// Returns the same device among the connected ones; nil if it is not connected.
    ///
    /// A camera is known by its name too: the system gives the path of one that was pulled out to the next.
    public func found(as kind: MediaDevice.Kind, in connected: ConnectedDevices) -> MediaDevice? {
        let candidates = connected.of(kind)
        if let same = candidates.first(where: { $0.id == id && (kind != .camera || $0.name == name) }) { return same }
        let alike = candidates.filter { $0.name == name }
        return alike.count == 1 ? alike[0] : nil
    }
}

/// The devices that a person has chosen; nil for the system's default.
public struct DeviceWishes: Codable, Sendable, Equatable {
    public var camera: ChosenDevice?
    public var microphone: ChosenDevice?
    public var loudspeaker: ChosenDevice?
    /// Whether the loudspeaker's sound is removed from the microphone's.
    public var cancelsEcho: Bool

    public init(
        camera: ChosenDevice? = nil, microphone: ChosenDevice? = nil, loudspeaker: ChosenDevice? = nil,
        cancelsEcho: Bool = true
    ) {
        self.camera = camera
        self.microphone = microphone
        self.loudspeaker = loudspeaker
        self.cancelsEcho = cancelsEcho
    }

    /// Whether there is any but the defaults.
    public var areChosen: Bool { camera != nil || microphone != nil || loudspeaker != nil }

    public subscript(kind: MediaDevice.Kind) -> ChosenDevice? {
        get {
            switch kind {
            case .camera: camera
            case .microphone: microphone
            case .loudspeaker: loudspeaker
            }
        }
        set {
            switch kind {
            case .camera: camera = newValue
            case .microphone: microphone = newValue
            case .loudspeaker: loudspeaker = newValue
            }
        }
    }
}
