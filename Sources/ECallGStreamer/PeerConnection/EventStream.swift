import ECallMedia

/// The events of one connection: sent from any thread, read by one consumer.
final class EventStream: Sendable {
    let events: AsyncStream<MediaEvent>
    private let continuation: AsyncStream<MediaEvent>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    func send(_ event: MediaEvent) {
        continuation.yield(event)
    }

    func finish() {
        continuation.finish()
    }
}
