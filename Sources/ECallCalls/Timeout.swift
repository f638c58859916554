import ECallCore

/// Returns the result of the work if it arrives in time; otherwise nil, and the work continues until the session ends, without
/// being awaited.
func withTimeout<Value: Sendable>(
    _ timeout: Duration, on time: any TimeSource, in tasks: SessionTasks, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    let (answers, continuation) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let timer = tasks.start(after: timeout, on: time) { continuation.yield(nil) }
    tasks.start { continuation.yield(await work()) }
    defer { timer.cancel() }
    for await answer in answers { return answer }
    return nil
}
