public import ECallLanguage
public import FrameCrypto

/// Makes the peer connections of a call. Implemented by `ECallGStreamer` on Linux and `ECallWebRTC` on iOS.
///
/// One publisher carries the own audio and video. Each received video has a connection of its own (a Janus handle each), because key-frame
/// requests on bundled connections do not reach the publisher reliably; sound, which has none, comes on one connection for all.
public protocol MediaEngine: Sendable {
    /// Whether it supports TLS and TCP to TURN servers itself; otherwise tunnels do
    /// (docs/decisions/0089-turn-by-tcp-goes-through-a-tunnel.md).
    var reachesRelaysByTLS: Bool { get }
    /// Returns the devices connected to this machine now.
    func devices() async throws(MediaError) -> ConnectedDevices
    /// Tries the devices of these kinds, as `prepare` does.
    func find(_ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes) async throws(MediaError) -> FoundDevices
    /// The windows that can be shared individually. Throws `inputUnavailable` if the display cannot be reached or shares
    /// nothing.
    func windows(on display: Display) async throws(MediaError) -> [ShareableWindow]
    /// Tries devices, file, folder and display, before anyone is rung. A missing camera, microphone, display or loudspeaker is a
    /// notice; throws if a requested file or folder cannot be used.
    func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia
    /// Starts capture and encoding and makes a connection that only sends.
    func makePublisher(_ configuration: PublisherConfiguration) async throws(MediaError) -> any PublishingConnection
    /// Makes a connection that only receives one track.
    func makeSubscriber(_ configuration: SubscriberConfiguration) async throws(MediaError) -> any SubscribingConnection
    /// Makes a connection that receives the sound of many.
    func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection
}

/// Why media could not be started or went wrong. Carries no SDP.
public enum MediaError: ExplainedError, Sendable, Equatable {
    /// An element of the media framework is missing; the name of its Debian package, on Linux.
    case missingElement(String, package: String?)
    /// A capture device or input file could not be opened; with advice for the person.
    case inputUnavailable(Text)
    /// The session description was refused.
    case badSessionDescription
    /// A file or folder that was asked for cannot be used.
    case unusable(Text)
    /// The pipeline failed; with the element that reported it and its message, which is in English.
    case pipeline(element: String, message: String)
    case closed
}

extension MediaError {
    /// Without SDP.
    public var text: Text {
        switch self {
        case .missingElement(let name, let package?):
            .commonTwoSentences(
                first: Text.mediaMissingPart(name: name),
                second: Text.mediaInstall(command: "apt-get install \(package)"))
        case .missingElement(let name, nil): .mediaMissingPart(name: name)
        case .inputUnavailable(let what), .unusable(let what): what
        case .badSessionDescription: .mediaRefused
        case .pipeline(let element, let message): .verbatim("\(element): \(message)")
        case .closed: .mediaClosed
        }
    }
}

/// A URL of a TURN or STUN server: one ICE URI (`turn:host:port?transport=udp`) with credentials.
public struct ICEServer: Sendable, Equatable {
    public let uri: String
    public let username: String
    public let credential: String
    public init(uri: String, username: String, credential: String) {
        self.uri = uri
        self.username = username
        self.credential = credential
    }
}

/// The ICE servers, and the candidates that are allowed.
public struct ICEConfiguration: Sendable, Equatable {
    public var servers: [ICEServer]
    /// Whether only relayed candidates are used.
    public var relayOnly: Bool
    /// Local addresses to gather on; empty lets the engine use all interfaces.
    public var localAddresses: [String]
    public init(servers: [ICEServer] = [], relayOnly: Bool = false, localAddresses: [String] = []) {
        self.servers = servers
        self.relayOnly = relayOnly
        self.localAddresses = localAddresses
    }
}

/// The source of the video and audio that are sent.
public enum MediaSource: Sendable, Equatable {
    /// Camera and microphone if there are any.
    case automatic
    /// These devices; silence without a microphone, black video without a camera.
    case devices(CaptureDevices)
    /// The test picture and tone of this number, of the engine's `TestContent`.
    case test(sender: UInt16)
    /// A media file, played in real time and looped.
    case file(path: String)
}

/// The video track of a publisher.
public struct PublishedVideo: Sendable {
    /// Seals the frames of `codec`.
    public var encryptor: any FrameEncryptor
    /// H.264 or VP8.
    public var codec: FrameCodec
    public var width: Int
    public var height: Int
    public var framesPerSecond: Int
    /// Target bit rate of the encoder in bit/s.
    public var bitrate: Int
    public init(
        encryptor: any FrameEncryptor, codec: FrameCodec = .h264, width: Int = 640, height: Int = 480,
        framesPerSecond: Int = 30, bitrate: Int = 800_000
    ) {
        self.encryptor = encryptor
        self.codec = codec
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.bitrate = bitrate
    }
}

/// The media that a publisher sends, and how.
public struct PublisherConfiguration: Sendable {
    public var source: MediaSource
    public var ice: ICEConfiguration
    /// Seals Opus packets.
    public var audio: any FrameEncryptor
    public var audioPacketTime: AudioPacketTime
    /// nil in an audio call.
    public var video: PublishedVideo?
    public init(
        source: MediaSource, ice: ICEConfiguration, audio: any FrameEncryptor,
        audioPacketTime: AudioPacketTime = .short, video: PublishedVideo?
    ) {
        self.source = source
        self.ice = ice
        self.audio = audio
        self.audioPacketTime = audioPacketTime
        self.video = video
    }
}

/// The track that a subscriber receives, and its output.
public struct SubscriberConfiguration: Sendable {
    public var track: Track
    public var codec: FrameCodec
    public var ice: ICEConfiguration
    public var decryptor: any FrameDecryptor
    /// File to record the decrypted track into: `.mp4` (H.264), `.webm` (VP8), `.ogg` (Opus). Written before decoding.
    public var recording: String?
    /// Told when the recording cannot begin, ends by itself, or when its end cannot be written: also while the connection is
    /// being closed, when its events have ended.
    public var recordingNotice: (@Sendable (Text) -> Void)?
    /// Called before each frame is written, on a streaming thread: frames are not recorded while it returns false. Must not wait.
    public var mayRecord: @Sendable () -> Bool
    public var output: MediaOutput
    /// The sender's name, for the title of a window.
    public var sender: String
    /// The view that pictures are shown in, where `output` shows them in views.
    public var surface: VideoSurface?
    /// Takes the pictures that `output` delivers, on a streaming thread; must not wait.
    public var takePicture: (@Sendable (Picture) -> Void)?
    /// Whether to read the content of the test source from decoded media, by the engine's `TestContent`.
    public var checkContent: Bool
    public init(
        track: Track, codec: FrameCodec, ice: ICEConfiguration, decryptor: any FrameDecryptor, recording: String? = nil,
        recordingNotice: (@Sendable (Text) -> Void)? = nil, mayRecord: @escaping @Sendable () -> Bool = { true },
        output: MediaOutput = .nowhere, sender: String = "", surface: VideoSurface? = nil,
        takePicture: (@Sendable (Picture) -> Void)? = nil, checkContent: Bool = false
    ) {
        self.track = track
        self.codec = codec
        self.ice = ice
        self.decryptor = decryptor
        self.recording = recording
        self.recordingNotice = recordingNotice
        self.mayRecord = mayRecord
        self.output = output
        self.sender = sender
        self.surface = surface
        self.takePicture = takePicture
        self.checkContent = checkContent
    }
}

/// An ICE candidate; an empty `candidate` marks the end of the candidates.
public struct ICECandidate: Sendable, Equatable {
    public let candidate: String
    public let sdpMLineIndex: Int
    public let sdpMid: String?
    public init(candidate: String, sdpMLineIndex: Int, sdpMid: String?) {
        self.candidate = candidate
        self.sdpMLineIndex = sdpMLineIndex
        self.sdpMid = sdpMid
    }
}

extension ICECandidate {
    /// Whether it may be passed to an engine: its text comes from others.
    package var isAcceptable: Bool {
        (0..<64).contains(sdpMLineIndex) && candidate.hasPrefix("candidate:") && candidate.utf8.count <= 1_024
            && candidate.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }
}

/// An event of a connection.
public enum MediaEvent: Sendable, Equatable {
    case localCandidate(ICECandidate)
    case gatheringComplete
    /// ICE is up: a path was found.
    case pathFound
    /// ICE and DTLS are up.
    case connected
    /// ICE failed or DTLS closed.
    case disconnected
    /// The first frame was opened and decoded; the instants are on the monotonic clock, in nanoseconds.
    case firstDecodedFrame(at: UInt64, opened: UInt64)
    /// The sender of the received audio starts or stops speaking, according to the decrypted audio.
    case speaking(Bool)
    /// A part outside the connection ended, and the connection continues without it: a device, a recording, a window.
    case notice(Text)
    /// The shared source is gone, and delivers no more pictures; until the share is ended, its media line stays.
    case screenEnded(Text)
    case failed(MediaError)
}

/// A peer connection. Events end when it is closed. `close` is idempotent and returns when all threads have stopped.
public protocol MediaConnection: AnyObject, Sendable {
    /// One consumer only.
    var events: AsyncStream<MediaEvent> { get }
    /// Applies a remote candidate; may be called before the remote description is set.
    func addRemoteCandidate(_ candidate: ICECandidate) async
    func statistics() async -> TrackStatistics
    func close() async
}

/// The connection that sends. First the offer, then the SFU's answer.
public protocol PublishingConnection: MediaConnection {
    func createOffer() async throws(MediaError) -> String
    func setAnswer(_ sdp: String) async throws(MediaError)
    /// Sends no audio at all, without renegotiation, or sends it again.
    func setMuted(_ muted: Bool) async
    /// Stops sending video without renegotiation.
    func setVideoEnabled(_ enabled: Bool) async
    /// Limits the video to what its receivers can take. The bandwidth to the SFU is found by the connection itself.
    func limitVideo(to limit: VideoLimit) async
    /// Captures with these devices from now on, muted or not as before. Throws `inputUnavailable` if one cannot be opened, or
    /// if nothing of its kind has been captured so far: then the former capture continues.
    func capture(with devices: CaptureDevices) async throws(MediaError)
    /// Sends pictures of this screen from now on, beside the captured media, or stops. The SFU learns of it by the next offer.
    /// Throws `inputUnavailable` if the screen cannot be captured: then the former share continues.
    func share(_ screen: PublishedScreen?) async throws(MediaError)
    /// Asks the video encoder for a key frame.
    func requestKeyFrame() async
    /// Returns how the sent media reach the SFU; nil if that is not known.
    func transmission() async -> Transmission?
    /// Returns what microphone and camera have captured since the last reading; nil if neither is used.
    func captureReading() async -> CaptureReading?
}

extension PublishingConnection {
    public func captureReading() async -> CaptureReading? { nil }
}

/// The reception of one track of one sender, until it is closed: later packets of the same media line are another's.
public protocol ReceivedTrack: AnyObject, Sendable {
    /// One consumer only.
    var events: AsyncStream<MediaEvent> { get }
    /// The number of frames so far, opened or not: while it grows, the connection to the SFU works.
    var arrivals: Int { get }
    /// Returns how the network has treated the track so far; nil if that is not known.
    func reception() async -> Reception?
    /// Delays the track as much as another one of the same person, so that lips and voice stay in sync.
    ///
    /// - Parameter seconds: at least; more where the track itself needs it.
    func holdBack(atLeast seconds: Double) async
    /// Sets the volume.
    ///
    /// - Parameter percent: of how it was sent, 0 to 200.
    func setVolume(_ percent: Int) async
    /// Plays on this loudspeaker from now on, if sound is played. Throws if it does not open: the former one plays on then.
    func play(on loudspeaker: DeviceSelection) async throws(MediaError)
    func statistics() async -> TrackStatistics
    func close() async
}

/// The connection that receives one track. Takes the SFU's offers and returns the answers.
public protocol SubscribingConnection: MediaConnection, ReceivedTrack {
    /// May be requested again when the SFU makes a new offer.
    func answer(offer sdp: String) async throws(MediaError) -> String
    /// Switches to another track of the same codec, or to none: for a slot that the SFU is about to switch. Once this returns,
    /// nothing of the former sender is shown, played or counted any more, and nothing of the new one before a key frame.
    func show(_ configuration: SubscriberConfiguration?) async throws(MediaError)
}

/// The connection that receives the sound of many, each on a media line of its own.
public protocol SoundConnection: MediaConnection {
    /// Answers an offer of the SFU. To be called for each offer: media lines are added while the connection lives.
    func answer(offer sdp: String) async throws(MediaError) -> String
    /// Receives this track on the media line from now on; the line's former track has to be closed first. The line may be offered
    /// later. Throws the errors of a recording or a loudspeaker.
    ///
    /// - Parameters:
    ///   - mid: of the media line (RFC 5888).
    ///   - configuration: of a track of sound; its `ice` is not looked at.
    func receive(_ configuration: SubscriberConfiguration, on mid: String) async throws(MediaError)
        -> any ReceivedTrack
}
