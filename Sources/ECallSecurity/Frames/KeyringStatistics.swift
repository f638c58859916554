public import FrameCrypto

/// One track of another device.
public struct RemoteTrack: Sendable, Hashable {
    public let sender: DeviceAddress
    public let track: Track

    public init(sender: DeviceAddress, track: Track) {
        self.sender = sender
        self.track = track
    }
}

/// The counters of a call's frames, by track.
public struct KeyringStatistics: Sendable, Equatable {
    public let sealed: [Track: SealCounts]
    public let opened: [RemoteTrack: OpenCounts]
}
