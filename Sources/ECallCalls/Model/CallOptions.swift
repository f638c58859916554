public import ECallMedia
public import FrameCrypto

/// A person's choices for taking part in a call.
public struct CallOptions: Sendable, Equatable {
    /// Whether to send video; without it the call is audio only.
    public var video: Bool
    public var source: MediaSource
    /// The camera, microphone and loudspeaker, if they are used.
    public var devices: DeviceWishes
    /// The video codec to send; nil selects one that every rung device can receive, and for the callee the caller's.
    public var videoCodec: FrameCodec?
    public var audioPacketTime: AudioPacketTime
    /// Whether all media must go through the TURN server.
    public var relayOnly: Bool
    /// The directory to record decrypted tracks into; nil records nothing. The others are told before anything is received.
    public var recordDirectory: String?
    /// Show video and play audio.
    public var rendering: Rendering?
    /// Takes the video if no window shows it.
    public var pictures: PictureFeed?
    /// Whether to read the test source's code and tone from received media.
    public var checkContent: Bool
    /// The number of pictures received at once: of people, and of what they share.
    public var slots: Int

    /// The values of `slots` that are allowed.
    public static let slotCounts = 1...25

    public init(
        video: Bool, source: MediaSource = .automatic, devices: DeviceWishes = DeviceWishes(),
        videoCodec: FrameCodec? = nil, audioPacketTime: AudioPacketTime = .short, relayOnly: Bool = false,
        recordDirectory: String? = nil,
        rendering: Rendering? = nil, pictures: PictureFeed? = nil, checkContent: Bool = false, slots: Int = 4
    ) {
        self.video = video
        self.source = source
        self.devices = devices
        self.videoCodec = videoCodec
        self.audioPacketTime = audioPacketTime
        self.relayOnly = relayOnly
        self.recordDirectory = recordDirectory
        self.rendering = rendering
        self.pictures = pictures
        self.checkContent = checkContent
        self.slots = slots
    }
}
