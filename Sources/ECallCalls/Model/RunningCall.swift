public import ECallAPI
public import FrameCrypto

/// A call that this device takes part in, with what is needed to return to it after the program has ended.
public struct RunningCall: Codable, Sendable, Equatable {
    public let id: CallID
    /// The codec that this device sends video with: everyone in the call can receive it.
    public let videoCodec: FrameCodec

    public init(id: CallID, videoCodec: FrameCodec) {
        self.id = id
        self.videoCodec = videoCodec
    }
}
