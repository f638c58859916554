import Synchronization

/// Holds those who pass until a test opens it; open from the start unless shut.
final class Gate: Sendable {
    private struct State {
        var isOpen = true
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
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
            let resumed: [CheckedContinuation<Void, Never>] = state.withLock { state in
                guard !state.isOpen else { return [continuation] }
                state.waiting.append(continuation)
                defer { state.watchers = [] }
                return state.watchers
            }
            for continuation in resumed { continuation.resume() }
        }
    }

    /// Returns when somebody waits at the gate.
    func someoneWaits() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.watchers.append(continuation) }
                return !state.waiting.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }
}

/// A list that grows, and lets a test wait until it holds what it looks for.
actor Recorder<Element: Sendable> {
    private(set) var all: [Element] = []
    private var watchers: [(condition: ([Element]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    func append(_ element: Element) {
        all.append(element)
        for watcher in watchers where watcher.condition(all) { watcher.continuation.resume() }
        watchers.removeAll { $0.condition(all) }
    }

    func wait(until condition: @escaping @Sendable ([Element]) -> Bool) async {
        if condition(all) { return }
        await withCheckedContinuation { watchers.append((condition, $0)) }
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
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}
