public import ECallLanguage

/// The chosen devices that can be used; nil if none of the kind works, or none was searched for.
public struct FoundDevices: Sendable, Equatable {
    /// The capture devices, with the loudspeaker whose echo should be cancelled.
    public var capture: CaptureDevices
    public var loudspeaker: DeviceSelection?
    /// Notices for the person: one for each device that is another than the chosen one.
    public var notices: [Text]

    public init(
        capture: CaptureDevices = .none, loudspeaker: DeviceSelection? = nil, notices: [Text] = []
    ) {
        self.capture = capture
        self.loudspeaker = loudspeaker
        self.notices = notices
    }
}
