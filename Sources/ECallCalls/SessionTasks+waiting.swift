import ECallCore

extension SessionTasks {
    /// Does the work after a delay, unless it is cancelled before.
    @discardableResult
    func start(
        after delay: Duration, on time: any TimeSource, _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        start {
            if (try? await time.sleep(for: delay)) != nil { await work() }
        }
    }

    /// Hands on the elements of a stream, one after the other.
    @discardableResult
    func follow<Element: Sendable>(
        _ stream: AsyncStream<Element>, _ body: @escaping @Sendable (Element) async -> Void
    ) -> Task<Void, Never> {
        start {
            for await element in stream { await body(element) }
        }
    }
}
