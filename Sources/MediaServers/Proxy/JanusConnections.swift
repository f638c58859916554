package import ECallAPI
import Synchronization

/// The connections of devices that said who they are, so that they end with the device, and what they have in a room ends
/// when the device is put out of its call.
package final class JanusConnections: Sendable {
    private struct Connection {
        let end: @Sendable () -> Void
        let expel: @Sendable () -> Void
    }

    private let state = Mutex<[DeviceIdentity: [UInt64: Connection]]>([:])

    package init() {}

    /// How many devices have connections, for the test that they do not pile up.
    package var count: Int { state.withLock { $0.count } }

    /// - Parameters:
    ///   - end: ends the connection, from any thread; nothing happens when it has ended already.
    ///   - expel: ends what it has in rooms that it may not use any more, the same.
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

    /// The device was signed out.
    package func end(_ identity: DeviceIdentity) {
        let ended = state.withLock { $0.removeValue(forKey: identity) } ?? [:]
        for connection in ended.values { connection.end() }
    }

    /// The device was put out of its call.
    package func expel(_ identity: DeviceIdentity) {
        let connections = state.withLock { $0[identity] } ?? [:]
        for connection in connections.values { connection.expel() }
    }
}
