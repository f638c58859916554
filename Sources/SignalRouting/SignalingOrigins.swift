package import ECallAPI
import NIOCore
import Synchronization

/// The network of each device's signalling session, which is the only identification of the stock client where it shows no
/// credentials.
package final class SignalingOrigins: Sendable {
    private struct Origin {
        let session: ObjectIdentifier
        let network: String
    }

    private let state = Mutex<[DeviceIdentity: Origin]>([:])

    package init() {}

    /// - Parameter network: the `ClientAddress.limiterKey` of an address.
    package func note(_ event: SignalSessionEvent, from network: String) {
        switch event {
        case .connected(let session):
            let origin = Origin(session: ObjectIdentifier(session.channel), network: network)
            state.withLock { $0[session.identity] = origin }
        case .closed(let session):
            let ended = ObjectIdentifier(session.channel)
            state.withLock { if $0[session.identity]?.session == ended { $0[session.identity] = nil } }
        default: break
        }
    }

    package func network(of identity: DeviceIdentity) -> String? { state.withLock { $0[identity]?.network } }
}
