package import ECallAPI
import NIOCore
import Synchronization

/// From which network each device holds its signalling session: all there is to know the stock client by where it shows no
/// credentials.
package final class SignalingOrigins: Sendable {
    private struct Origin {
        let session: ObjectIdentifier
        let network: String
    }

    private let state = Mutex<[DeviceIdentity: Origin]>([:])

    package init() {}

    /// - Parameter network: as `ClientAddress.limiterKey` makes it of an address.
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
