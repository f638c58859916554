package import ECallAPI
import Synchronization

/// The connections of authenticated devices, so that they close with the device's sign-out, and detach from its room when
/// it is removed from its call.
package final class JanusConnections: Sendable {
    private struct Connection {
        let end: @Sendable () -> Void
        let expel: @Sendable () -> Void
    }

    private let state = Mutex<[DeviceIdentity: [UInt64: Connection]]>([:])

    package init() {}

    /// The number of devices with connections, for the test that entries do not leak.
    package var count: Int { state.withLock { $0.count } }

    /// - Parameters:
    ///   - end: closes the connection, from any thread; does nothing if it is closed.
    ///   - expel: detaches its handles in rooms that it can no longer use, likewise.
    package func add(
        _ connection: UInt64, of identity: DeviceIdentity, end: @escaping @Sendable () -> Void,
        expel: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0[identity, default: [:]][connection] = Connection(end: end, expel: expel) }
    }

    package func remove(_ connection: UInt64, of identity: DeviceIdentity) {
        state.withLock { state in
            state[identity]?[connection] = nil
            if state[identity]?.isEmpty == true { state[identity] = nil }
        }
    }

    /// Closes the connections of a device that was signed out.
    package func end(_ identity: DeviceIdentity) {
        let ended = state.withLock { $0.removeValue(forKey: identity) } ?? [:]
        for connection in ended.values { connection.end() }
    }

    /// Detaches the handles of a device that was removed from its call.
    package func expel(_ identity: DeviceIdentity) {
        let connections = state.withLock { $0[identity] } ?? [:]
        for connection in connections.values { connection.expel() }
    }
}
