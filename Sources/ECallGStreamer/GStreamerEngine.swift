public import ECallMedia

/// The Linux engine: GStreamer's `webrtcbin`, with capture, encoding, sealing, opening, decoding and recording around it.
public struct GStreamerEngine: MediaEngine {
    /// Starts GStreamer; throws when it refuses.
    public init() throws(MediaError) {
        try Library.start()
    }

    /// Tries devices, file, folder and display in pipelines of their own.
    public func prepare(_ wishes: MediaWishes) async throws(MediaError) -> PreparedMedia {
        try await Preparation.prepare(wishes)
    }

    /// Starts capture and encoding. Throws `missingElement` with the Debian package, `inputUnavailable` for a file that
    /// cannot be played.
    public func makePublisher(
        _ configuration: PublisherConfiguration
    ) async throws(MediaError) -> any PublishingConnection {
        try await Publisher.start(configuration)
    }

    /// Makes a connection that waits for an offer. Throws `missingElement`, and `inputUnavailable` for a recording that
    /// cannot be written.
    public func makeSubscriber(
        _ configuration: SubscriberConfiguration
    ) async throws(MediaError) -> any SubscribingConnection {
        try await Subscriber.start(configuration)
    }
}
