import ECallAPI
import NIOCore

/// The handle of one STOMP session: what others may ask of it, from any thread.
struct SignalSession: Sendable, Equatable {
    let identity: DeviceIdentity
    let channel: any Channel
    /// Whether the device asked for the signals that the stock client does not know.
    var takesExtensions = false

    /// Sends the JSON as a MESSAGE; dropped when the session is gone. Never waits for the client.
    func deliver(_ body: ByteBuffer) { ask(.deliver(body)) }
    func accept() { ask(.accept) }
    func refuse() { ask(.refuse) }
    /// Ends it with ERROR.
    func end(_ message: String) { ask(.end(message)) }

    private func ask(_ request: SignalSessionRequest) {
        channel.triggerUserOutboundEvent(request, promise: nil)
    }

    static func == (left: Self, right: Self) -> Bool { left.channel === right.channel }
}

/// What a session is asked to do, as an outbound event of its channel.
enum SignalSessionRequest: Sendable {
    case accept, refuse
    case deliver(ByteBuffer)
    case end(String)
}

/// What a session reports, in the order in which it happened.
enum SignalSessionEvent: Sendable {
    /// The passcode is good; whether the device still exists is not known yet.
    case connecting(SignalSession)
    case connected(SignalSession)
    case subscribed(SignalSession)
    case unsubscribed(SignalSession)
    case sent(SignalSession, [UInt8])
    /// A signal was dropped before anyone looked at it.
    case dropped(SignalSession, RelayDrop)
    case closed(SignalSession)
}
