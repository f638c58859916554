public import ECallMedia

/// The Linux engine: GStreamer's `webrtcbin`, with capture, encoding, sealing, opening, decoding and recording around it.
public struct GStreamerEngine: MediaEngine {
    private let testContent: (any TestContent)?

    /// Starts GStreamer; throws when it refuses.
    ///
    /// - Parameter testContent: what the source `test` shows and sounds like; without, it cannot be sent or read.
    public init(testContent: (any TestContent)? = nil) throws(MediaError) {
        self.testContent = testContent
        try Library.start()
    }

    /// Tries devices, file, folder and display in pipelines of their own.
    public func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        try await Preparation.prepare(wishes, testContent: testContent)
    }

    /// Starts capture and encoding. Throws `missingElement` with the Debian package, `inputUnavailable` for a file that
    /// cannot be played, and for the source `test` without `TestContent`.
    public func makePublisher(
        _ configuration: PublisherConfiguration
    ) async throws(MediaError) -> any PublishingConnection {
        try await Publisher.start(configuration, testContent: testContent)
    }

    /// Makes a connection that waits for an offer. Throws `missingElement`, and `inputUnavailable` for a recording that
    /// cannot be written.
    public func makeSubscriber(
        _ configuration: SubscriberConfiguration
    ) async throws(MediaError) -> any SubscribingConnection {
        try await Subscriber.start(configuration, testContent: testContent)
    }
}
