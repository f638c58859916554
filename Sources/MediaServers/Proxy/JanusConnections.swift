package import ECallAPI
import Synchronization

/// The connections of devices that said who they are, so that they end with the device.
package final class JanusConnections: Sendable {
    private let state = Mutex<[DeviceIdentity: [UInt64: @Sendable () -> Void]]>([:])

    package init() {}

    /// How many devices have connections, for the test that they do not pile up.
    package var count: Int { state.withLock { $0.count } }

    /// - Parameter end: ends the connection, from any thread; nothing happens when it has ended already.
    package func add(_ connection: UInt64, of identity: DeviceIdentity, end: @escaping @Sendable () -> Void) {
        state.withLock { $0[identity, default: [:]][connection] = end }
    }

    package func remove(_ connection: UInt64, of identity: DeviceIdentity) {
        state.withLock { state in
            state[identity]?[connection] = nil
            if state[identity]?.isEmpty == true { state[identity] = nil }
        }
    }

    /// The device was signed out.
    package func end(_ identity: DeviceIdentity) {
        let ends = state.withLock { $0.removeValue(forKey: identity) } ?? [:]
        for end in ends.values { end() }
    }
}
