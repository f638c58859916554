public import ECallMedia
import FrameCrypto
import WebRTC

/// The engine of iOS: libwebrtc, with our own code sealing and opening its frames (`CFrameSeam`).
///
/// Capture, echo cancellation, codecs, jitter buffers and bandwidth adaptation are libwebrtc's. Features without a counterpart in its
/// Objective-C interface:
/// - `holdBack` does nothing: no delay of a jitter buffer can be set. libwebrtc keeps lips and voice together by itself on one
///   connection only.
/// - Frames aren't held while their key is on its way. Audio of that moment is lost. Of video, libwebrtc keeps the first 24 frames and
///   tries them again; later, a key frame is requested once there is a key.
/// - After a frame that did not open, H.264 asks for a key frame at once. The decoder of VP8 cannot be wrapped: libwebrtc asks after three
///   seconds, and pictures of a slot that was switched are held back for one.
/// - A key frame of VP8 is forced by pausing its encoding.
/// - The own screen cannot be shared (that takes a broadcast extension), and neither files nor test pictures can be sent. Nothing is
///   recorded, pictures aren't handed over, and `Reception.limit` isn't known.
/// - Received audio counts as decoded once it was opened: its decoding isn't visible. Speech is detected from its energy in libwebrtc's
///   statistics, five times a second.
/// - Microphone and loudspeaker are those of the system's audio session. `ICEConfiguration.localAddresses` is not looked at.
public final class WebRTCEngine: MediaEngine {
    /// libwebrtc supports TLS and TCP to relays.
    public var reachesRelaysByTLS: Bool { true }
    /// The views of the app that show video.
    public let surfaces: VideoSurfaces
    private let parts: EngineParts

    /// Makes the one factory of all connections and leaves sound off until `soundBegins`. Throws if senders and receivers of the linked
    /// libwebrtc accept no encryptors: then there must be no calls.
    ///
    /// - Parameter clock: what key-frame requests and looks at statistics are timed by.
    public init(clock: any Clock<Duration> = ContinuousClock()) throws(MediaError) {
        surfaces = VideoSurfaces()
        parts = EngineParts(surfaces, clock)
        try parts.proveSeam()
    }

    /// The system has activated the audio session (`provider(_:didActivate:)` of CallKit): sound is captured and played from now on.
    public func soundBegins() { parts.sound.begin() }

    /// The system has deactivated the audio session (`provider(_:didDeactivate:)`).
    public func soundEnds() { parts.sound.end() }

    /// The cameras. Microphone and loudspeaker are chosen with the system's own controls.
    public func devices() async throws(MediaError) -> ConnectedDevices { Camera.connected }

    public func find(
        _ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes
    ) async throws(MediaError) -> FoundDevices {
        Preparation.find(kinds, wishes, in: Camera.connected)
    }

    /// Asks for no permission: that is the app's to do.
    public func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        try Preparation.prepare(wishes, in: Camera.connected)
    }

    /// Throws `inputUnavailable` for a camera that does not open, and `unusable` for files and test pictures.
    public func makePublisher(
        _ configuration: PublisherConfiguration
    ) async throws(MediaError) -> any PublishingConnection {
        try await Publisher.start(configuration, parts)
    }

    public func makeSubscriber(
        _ configuration: SubscriberConfiguration
    ) async throws(MediaError) -> any SubscribingConnection {
        try Subscriber(configuration, parts)
    }

    public func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection {
        try SoundReceiver(ice, parts)
    }
}
