import ECallCore

/// What the work answers in time; else nil, and it goes on until the session ends, without anybody waiting for it.
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
