package import ECallAPI
import NIOCore
package import ServerFoundation

extension WebSocketRoute {
    /// STOMP signalling (wire-protocol 3.1).
    ///
    /// - Parameter tokenOwner: the device that a string names as an access token, unchecked; nil if it is not one.
    package static func signaling(
        signalingTokens: SignalingTokens, sessions: SignalSessions, limits: WebSocketLimits = .signaling,
        origins: SignalingOrigins? = nil, tokenOwner: @escaping @Sendable (String) -> DeviceIdentity?,
        now: @escaping @Sendable () -> Timestamp
    ) -> WebSocketRoute {
        WebSocketRoute(
            name: "stomp", paths: ["/ws", "/ws/"], subprotocol: "v12.stomp", limits: limits
        ) { request, _ in
            let network = ClientAddress.limiterKey(request.clientAddress)
            return STOMPSessionHandler(signalingTokens: signalingTokens, now: now, tokenOwner: tokenOwner) { event in
                origins?.note(event, from: network)
                sessions.report(event)
            }
        }
    }
}
