package import CallEngine
package import ECallAPI
package import NIOCore

/// The handle of one STOMP session, usable from any thread.
package struct SignalSession: Sendable, Equatable {
    package let identity: DeviceIdentity
    package let channel: any Channel
    /// Whether the device requested the signals that the stock client does not know.
    package var takesExtensions = false
    /// Whether it requested E2EE messages of calls (e2ee 7).
    package var takesE2EE = false

    /// Writes the signal as a MESSAGE, without a flush, and reports the result if that matters. On the event loop; never
    /// waits for the client.
    func deliver(_ dispatch: SignalDispatch, report: @escaping @Sendable (SignalSessionEvent) -> Void) {
        guard dispatch.matters else { return ask(.deliver(dispatch)) }
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { result in
            switch (result, dispatch) {
            case (.success, .waited(let entry)): report(.handedOver(self, entry))
            case (.success, .message(let message)): report(.messageHandedOver(self, message))
            case (.success, .live): break
            case (.failure, _): report(.missed(self, dispatch))
            }
        }
        channel.triggerUserOutboundEvent(SignalSessionRequest.deliver(dispatch), promise: written)
    }

    package func accept() { ask(.accept) }
    package func refuse() { ask(.refuse) }
    /// Ends the session with ERROR.
    package func end(_ message: String) { ask(.end(message)) }

    private func ask(_ request: SignalSessionRequest) {
        channel.triggerUserOutboundEvent(request, promise: nil)
    }

    package static func == (left: Self, right: Self) -> Bool { left.channel === right.channel }

    package init(
        identity: DeviceIdentity, channel: any Channel, takesExtensions: Bool = false, takesE2EE: Bool = false
    ) {
        self.identity = identity
        self.channel = channel
        self.takesExtensions = takesExtensions
        self.takesE2EE = takesE2EE
    }
}

/// A signal that is being sent: a live one, a queued one, or an E2EE message of a call.
package enum SignalDispatch: Sendable {
    case live(OutgoingSignal, id: Int64)
    case waited(SignalMailbox.Entry)
    case message(OutgoingSignal)

    package var outgoing: OutgoingSignal {
        switch self {
        case .live(let outgoing, _), .message(let outgoing): outgoing
        case .waited(let entry): entry.outgoing
        }
    }

    /// Whether the result of sending it must be reported.
    package var matters: Bool {
        switch self {
        case .live(let outgoing, _): SignalMailbox.lifetime(of: outgoing.kind) != nil
        case .waited, .message: true
        }
    }
}

/// A request to a session, as an outbound event of its channel.
package enum SignalSessionRequest: Sendable {
    case accept, refuse
    case deliver(SignalDispatch)
    case end(String)
}

/// A session's report, in order of occurrence.
package enum SignalSessionEvent: Sendable {
    /// The passcode is valid; it is not known yet whether the device still exists.
    case connecting(SignalSession)
    case connected(SignalSession)
    case subscribed(SignalSession)
    case unsubscribed(SignalSession)
    case sent(SignalSession, ReceivedSignal)
    case ordered(SignalSession, CallCommand, CallID?)
    /// A signal was dropped before it was processed.
    case dropped(SignalSession, RelayDrop)
    /// A queued signal is with the kernel now.
    case handedOver(SignalSession, SignalMailbox.Entry)
    /// An E2EE message is with the kernel.
    case messageHandedOver(SignalSession, OutgoingSignal)
    /// E2EE messages must be sent.
    case given
    /// A signal could not be sent: the connection ended, or its client does not read.
    case missed(SignalSession, SignalDispatch)
    /// The client announces that it leaves, as browsers do for a closing page (RFC 6455 section 7.4.1, 1001); `closed` follows.
    case going(SignalSession)
    case closed(SignalSession)
}
