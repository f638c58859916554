/// The events of one connection: sent from any thread, read by one consumer.
package final class EventStream: Sendable {
    package let events: AsyncStream<MediaEvent>
    private let continuation: AsyncStream<MediaEvent>.Continuation

    package init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    package func send(_ event: MediaEvent) {
        continuation.yield(event)
    }

    package func finish() {
        continuation.finish()
    }
}
