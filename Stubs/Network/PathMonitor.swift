public import Dispatch
import Synchronization

/// A network path, as the system sees it.
public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }

    public let status: Status
    private let interface: String

    @_spi(Phone)
    public init(_ status: Status, over interface: String = "en0") {
        (self.status, self.interface) = (status, interface)
    }
}

/// Reports the path as it is once it is started, and each change after that.
public final class NWPathMonitor: Sendable {
    private struct State {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var isCancelled = false
    }

    // Used under the lock alone.
    private nonisolated(unsafe) var state = State()
    private let lock = Mutex<Void>(())

    public init() { Self.made.withLock { $0.append(self) } }

    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { lock.withLock { _ in state.handler } }
        set { lock.withLock { _ in state.handler = newValue } }
    }

    public func start(queue: DispatchQueue) { lock.withLock { _ in state.queue = queue } }
    public func cancel() { lock.withLock { _ in state.isCancelled = true } }

    // MARK: - Tests

    private static let made = Mutex<[NWPathMonitor]>([])

    /// The one that was made last.
    @_spi(Phone)
    public static var newest: NWPathMonitor? { made.withLock { $0.last } }

    @_spi(Phone)
    public var isCancelled: Bool { lock.withLock { _ in state.isCancelled } }

    /// The system has found this path; returns once the handler was called.
    @_spi(Phone)
    public func become(_ path: NWPath) {
        let (handler, queue) = lock.withLock { _ in (state.isCancelled ? nil : state.handler, state.queue) }
        queue?.sync { handler?(path) }
    }
}
