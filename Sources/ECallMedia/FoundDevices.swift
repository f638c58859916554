/// What of the wishes for devices can be had; nil where nothing of the kind works, or was looked for.
public struct FoundDevices: Sendable, Equatable {
    /// Whose echo is to be cancelled is in it.
    public var capture: CaptureDevices
    public var loudspeaker: DeviceSelection?
    /// What a person should know: a sentence for each device that is another than the chosen one.
    public var notices: [String]

    public init(
        capture: CaptureDevices = .none, loudspeaker: DeviceSelection? = nil, notices: [String] = []
    ) {
        self.capture = capture
        self.loudspeaker = loudspeaker
        self.notices = notices
    }
}
