import Synchronization

/// Holds those who pass until a test opens it; open from the start unless shut.
public final class Gate: Sendable {
    private struct State {
        var isOpen = true
        var count = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<Int> = []
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// From now on no one passes.
    public func shut() { state.withLock { $0.isOpen = false } }

    /// Lets all pass, those who wait first.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.continuation.resume() }
    }

    /// Releases the one who has waited longest; all others keep waiting.
    public func releaseFirst() {
        let first = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        first?.continuation.resume()
    }

    /// Lets everyone pass who arrives from now on; those who wait keep waiting.
    public func letPass() { state.withLock { $0.isOpen = true } }

    /// Returns when the gate is open, or the task is cancelled: what a test holds back ends with the waiting task.
    public func pass() async {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (passes, watchers): (Bool, [AsyncStream<Void>.Continuation]) = state.withLock { state in
                    guard !state.isOpen, state.cancelled.remove(id) == nil else { return (true, []) }
                    state.waiting.append((id, continuation))
                    defer { state.watchers = [] }
                    return (false, state.watchers)
                }
                if passes { continuation.resume() }
                for watcher in watchers { watcher.finish() }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            waiting?.resume()
        }
    }

    /// Returns when as many wait at the gate, or the test has run out of time.
    public func someoneWaits(_ count: Int = 1) async {
        while !Task.isCancelled {
            let (arrival, watcher) = AsyncStream<Void>.makeStream()
            let areThere = state.withLock { state in
                guard state.waiting.count < count else { return true }
                state.watchers.append(watcher)
                return false
            }
            if areThere { return }
            for await _ in arrival {}
        }
    }
}

/// A list that grows, and lets a test wait until it contains what it needs.
public actor Recorder<Element: Sendable> {
    public private(set) var all: [Element] = []
    private var watchers: [(condition: ([Element]) -> Bool, continuation: AsyncStream<Void>.Continuation)] = []

    public init() {}

    public func append(_ element: Element) {
        all.append(element)
        for watcher in watchers where watcher.condition(all) { watcher.continuation.finish() }
        watchers.removeAll { $0.condition(all) }
    }

    /// Returns when the list holds it, or the test has run out of time.
    public func wait(until condition: @escaping @Sendable ([Element]) -> Bool) async {
        if condition(all) { return }
        let (fulfilment, watcher) = AsyncStream<Void>.makeStream()
        watchers.append((condition, watcher))
        for await _ in fulfilment {}
    }
}

/// A number that grows.
public actor Tally {
    private let steps = Recorder<Void>()

    public init() {}

    public var count: Int { get async { await steps.all.count } }

    public func add() async { await steps.append(()) }

    public func wait(until condition: @escaping @Sendable (Int) -> Bool) async {
        await steps.wait { condition($0.count) }
    }
}
