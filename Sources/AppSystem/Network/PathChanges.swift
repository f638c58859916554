import Dispatch
import ECallCore
import Network

/// Changes of the network paths by which this phone reaches others.
enum PathChanges {
    /// The changes from now on, for one consumer, until it goes.
    static func reports() -> AsyncStream<NetworkChange> {
        let (changes, continuation) = AsyncStream<NetworkChange>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let monitor = NWPathMonitor()
        let seen = Seen()
        monitor.pathUpdateHandler = { path in if let change = seen.look(at: path) { continuation.yield(change) } }
        continuation.onTermination = { _ in monitor.cancel() }
        monitor.start(queue: DispatchQueue(label: "network path"))
        return changes
    }

    /// Whether there is a path, now and after each change, for one consumer, until it goes.
    static func presence() -> AsyncStream<Bool> {
        let (presence, continuation) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
        continuation.onTermination = { _ in monitor.cancel() }
        monitor.start(queue: DispatchQueue(label: "network presence"))
        return presence
    }

    /// The path as it was last; only the monitor's queue uses it.
    private final class Seen: @unchecked Sendable {
        private var path: NWPath?

        /// The monitor's first report is the current path. Without a path there is nothing to reconnect on.
        func look(at new: NWPath) -> NetworkChange? {
            defer { path = new }
            guard let path, path != new, new.status == .satisfied else { return nil }
            return .routeChanged
        }
    }
}
