public import ECallMedia

/// The Linux engine: GStreamer's `webrtcbin`, with capture, encoding, sealing, opening, decoding and recording around it.
public struct GStreamerEngine: MediaEngine {
    private let environment: EngineEnvironment
    /// libnice does not support TLS, and may crash when a TCP connection to a relay ends.
    public var reachesRelaysByTLS: Bool { false }

    /// Starts GStreamer; throws when it refuses.
    ///
    /// - Parameters:
    /// - testContent: the content of the source `test`; without, it cannot be sent or read.
    ///   - fitsLine: whether what is sent adapts to the network; false, for comparison, always sends everything.
    /// - clock: the clock of timeouts.
    public init(
        testContent: (any TestContent)? = nil, fitsLine: Bool = true, clock: any Clock<Duration> = ContinuousClock()
    ) throws(MediaError) {
        environment = EngineEnvironment(testContent: testContent, fitsLine: fitsLine, clock: clock)
        try Library.start()
    }

    /// Asks the sound server and Video4Linux.
    public func devices() async throws(MediaError) -> ConnectedDevices { try await DeviceList.connected() }

    /// Asks the display.
    public func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] {
        let found = await onBlockingThread { () -> Result<[ShareableWindow], MediaError> in
            do throws(MediaError) { return .success(try ScreenWatch.windows(on: display)) } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }

    /// Tries each in a pipeline of its own.
    public func find(
        _ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes
    ) async throws(MediaError) -> FoundDevices {
        try await DeviceFinding.find(kinds, wishes, environment.clock)
    }

    /// Plays a tone on a loudspeaker until it is stopped. Throws `inputUnavailable` if none can be opened.
    public func play(_ tone: Tone, _ wishes: DeviceWishes) async throws(MediaError) -> any PlayingTone {
        try await TonePlayer.start(tone, wishes, environment.clock)
    }

    /// Tries devices, file, folder and display in pipelines of their own.
    public func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        try await Preparation.prepare(wishes, environment)
    }

    /// Starts capture and encoding. Throws `missingElement` with the Debian package, `inputUnavailable` for a file that
    /// cannot be played, and for the source `test` without `TestContent`.
    public func makePublisher(
        _ configuration: PublisherConfiguration
    ) async throws(MediaError) -> any PublishingConnection {
        try await Publisher.start(configuration, environment)
    }

    /// Makes a connection that waits for an offer. Throws `missingElement`, and `inputUnavailable` for a recording that
    /// cannot be written.
    public func makeSubscriber(
        _ configuration: SubscriberConfiguration
    ) async throws(MediaError) -> any SubscribingConnection {
        try await Subscriber.start(configuration, environment)
    }

    /// Makes a connection that waits for an offer of sound alone. Throws `missingElement`.
    public func makeSoundConnection(_ ice: ICEConfiguration) async throws(MediaError) -> any SoundConnection {
        try await SoundReceiver.start(ice, environment)
    }
}
