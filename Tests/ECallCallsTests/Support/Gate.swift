import Synchronization

/// Holds those who pass until a test opens it; open from the start unless shut.
final class Gate: Sendable {
    private struct State {
        var isOpen = true
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    func shut() { state.withLock { $0.isOpen = false } }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Lets one go who waits for longest; all others go on waiting.
    func releaseFirst() {
        let first = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        first?.resume()
    }

    /// Lets those pass who come from now on; those who wait go on waiting.
    func letPass() { state.withLock { $0.isOpen = true } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers): (Bool, [AsyncStream<Void>.Continuation]) = state.withLock { state in
                guard !state.isOpen else { return (true, []) }
                state.waiting.append(continuation)
                defer { state.watchers = [] }
                return (false, state.watchers)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.finish() }
        }
    }

    /// Returns when as many wait at the gate, or the test has run out of time.
    func someoneWaits(_ count: Int = 1) async {
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

/// A list that grows, and lets a test wait until it holds what it looks for.
actor Recorder<Element: Sendable> {
    private(set) var all: [Element] = []
    private var watchers: [(condition: ([Element]) -> Bool, continuation: AsyncStream<Void>.Continuation)] = []

    func append(_ element: Element) {
        all.append(element)
        for watcher in watchers where watcher.condition(all) { watcher.continuation.finish() }
        watchers.removeAll { $0.condition(all) }
    }

    /// Returns when the list holds it, or the test has run out of time.
    func wait(until condition: @escaping @Sendable ([Element]) -> Bool) async {
        if condition(all) { return }
        let (fulfilment, watcher) = AsyncStream<Void>.makeStream()
        watchers.append((condition, watcher))
        for await _ in fulfilment {}
    }
}

/// A number that grows.
actor Tally {
    private let steps = Recorder<Void>()

    var count: Int { get async { await steps.all.count } }

    func add() async { await steps.append(()) }

    func wait(until condition: @escaping @Sendable (Int) -> Bool) async {
        await steps.wait { condition($0.count) }
    }
}

/// A value that several may change.
final class LockedValue<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}
