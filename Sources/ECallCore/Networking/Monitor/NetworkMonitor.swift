/// Watches whether and how this machine reaches others, and reports changes (requirement 003).
public actor NetworkMonitor {
    private let read: @Sendable () -> NetworkState
    private var watching: Task<Void, Never>?
    private var listeners: [Int: AsyncStream<NetworkState>.Continuation] = [:]
    private var listenerCount = 0

    /// The state as it was last read.
    public private(set) var state: NetworkState
    public var isConnected: Bool { state.isConnected }

    /// - Parameters:
    ///   - changes: after each of them the state is read anew. The monitor is its one consumer, until it goes.
    ///   - read: looks how things are.
    public init(changes: AsyncStream<NetworkChange>, read: @escaping @Sendable () -> NetworkState) {
        self.read = read
        // Changes between this and the first read are read again.
        state = read()
        Task { await watch(changes) }
    }

    deinit { watching?.cancel() }

    /// Returns the current state and then each change, until the listener goes; a slow listener gets the newest alone.
    public func states() -> AsyncStream<NetworkState> {
        let (states, continuation) = AsyncStream<NetworkState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        listenerCount += 1
        let id = listenerCount
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
        continuation.yield(state)
        return states
    }

    private func forget(_ id: Int) { listeners[id] = nil }

    private func watch(_ changes: AsyncStream<NetworkChange>) {
        watching = Task { [weak self] in
            for await _ in changes { await self?.look() }
            await self?.end()
        }
    }

    private func look() {
        let now = read()
        guard now != state else { return }
        state = now
        for listener in listeners.values { listener.yield(now) }
    }

    /// Ends all streams: no source reports changes any more.
    private func end() {
        for listener in listeners.values { listener.finish() }
        listeners = [:]
    }
}

#if os(Linux)
    extension NetworkMonitor {
        /// The network of this machine.
        public static func live() -> NetworkMonitor {
            NetworkMonitor(changes: NetworkChange.reports()) { LinuxNetwork().state() }
        }
    }
#endif
