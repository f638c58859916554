import ECallCalls
import ECallCore
import ECallFlows

/// Reports of a client's calls, for the screen of a call.
enum CallNews {
    /// Events and people of the calls of each device that a client makes, one after the other; until the stream is let go.
    ///
    /// - Parameter time: stamps what happens.
    static func actions(
        of made: CurrentValue<MadeDevice?>, time: any TimeSource
    ) -> AsyncStream<CallFlow.Action> {
        let (stream, continuation) = AsyncStream.makeStream(of: CallFlow.Action.self)
        let following = Task {
            var listening: [Task<Void, Never>] = []
            for await item in made.follow() {
                guard let calls = item?.device.calls else { continue }
                for task in listening { task.cancel() }
                listening = listen(to: calls, continuation, time)
            }
            for task in listening { task.cancel() }
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }

    private static func listen(
        to calls: any CallControlling, _ continuation: AsyncStream<CallFlow.Action>.Continuation, _ time: any TimeSource
    ) -> [Task<Void, Never>] {
        let (events, people) = (calls.events, calls.participants)
        return [
            Task {
                for await event in events {
                    continuation.yield(.heard(event, at: .nanoseconds(Int64(clamping: time.nanoseconds()))))
                }
            },
            Task { for await list in people { continuation.yield(.people(list)) } },
        ]
    }
}
