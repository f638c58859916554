import ECallAPI
import NIOCore

extension WebSocketRoute {
    /// STOMP signalling (wire-protocol 3.1).
    static func signaling(
        signalingTokens: SignalingTokens, router: SignalRouter, limits: WebSocketLimits = .signaling,
        origins: SignalingOrigins? = nil, now: @escaping @Sendable () -> Timestamp
    ) -> WebSocketRoute {
        WebSocketRoute(
            name: "stomp", paths: ["/ws", "/ws/"], subprotocol: "v12.stomp", limits: limits
        ) { request, _ in
            let network = ClientAddress.limiterKey(request.clientAddress)
            return STOMPSessionHandler(signalingTokens: signalingTokens, now: now) { event in
                origins?.note(event, from: network)
                router.report(event)
            }
        }
    }
}
