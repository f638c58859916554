import ECallAPI
import NIOCore

extension WebSocketRoute {
    /// STOMP signalling (wire-protocol 3.1).
    static func signaling(
        passcodes: Passcodes, router: SignalRouter, limits: WebSocketLimits = .signaling,
        now: @escaping @Sendable () -> Timestamp
    ) -> WebSocketRoute {
        WebSocketRoute(
            name: "stomp", paths: ["/ws", "/ws/"], subprotocol: "v12.stomp", limits: limits
        ) { _, _ in
            STOMPSessionHandler(passcodes: passcodes, now: now, report: { router.report($0) })
        }
    }
}
