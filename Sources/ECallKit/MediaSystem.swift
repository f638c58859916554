public import ECallMedia

#if os(Linux)
    import ECallGStreamer
#endif

/// The media engine and the devices of this system.
public struct MediaSystem: Sendable {
    public typealias EngineFactory = @Sendable () throws(MediaError) -> any MediaEngine

    /// Creates the engine of the calls, once a device goes online; fails if the system has none that works.
    public var engine: EngineFactory
    /// Plays the tones that a person hears while a call rings.
    public var playTone: TonePlaying

    public init(engine: @escaping EngineFactory, playTone: @escaping TonePlaying) {
        self.engine = engine
        self.playTone = playTone
    }

    @Sendable func devices() async throws(MediaError) -> ConnectedDevices { try await engine().devices() }

    @Sendable func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] {
        try await engine().windows(on: display)
    }

    /// GStreamer on Linux. On other systems nil: an app supplies its own.
    ///
    /// - Parameters:
    /// - testContent: the content of the media source `test`.
    ///   - fitsLine: whether what is sent adapts to the network; false for comparison.
    public static func current(testContent: (any TestContent)? = nil, fitsLine: Bool = true) -> MediaSystem? {
        #if os(Linux)
            MediaSystem(
                engine: { () throws(MediaError) in
                    try GStreamerEngine(testContent: testContent, fitsLine: fitsLine)
                },
                playTone: { (tone, wishes) async throws(MediaError) in
                    try await GStreamerEngine().play(tone, wishes)
                })
        #else
            nil
        #endif
    }
}
