package import CallEngine
package import ECallAPI
package import NIOCore

/// The handle of one STOMP session: what others may ask of it, from any thread.
package struct SignalSession: Sendable, Equatable {
    package let identity: DeviceIdentity
    package let channel: any Channel
    /// Whether the device asked for the signals that the stock client does not know.
    package var takesExtensions = false
    /// Whether it asked for texts of calls (e2ee 7).
    package var takesTexts = false

    /// Sends the signal as a MESSAGE and reports what became of it, if anybody wants to know. Never waits for the client.
    package func deliver(_ dispatch: SignalDispatch, report: @escaping @Sendable (SignalSessionEvent) -> Void) {
        guard dispatch.matters else { return ask(.deliver(dispatch)) }
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { result in
            switch (result, dispatch) {
            case (.success, .waited(let entry)): report(.handedOver(self, entry))
            case (.success, .text(let text)): report(.textHandedOver(self, text))
            case (.success, .live): break
            case (.failure, _): report(.missed(self, dispatch))
            }
        }
        channel.triggerUserOutboundEvent(SignalSessionRequest.deliver(dispatch), promise: written)
    }

    package func accept() { ask(.accept) }
    package func refuse() { ask(.refuse) }
    /// Ends it with ERROR.
    package func end(_ message: String) { ask(.end(message)) }

    private func ask(_ request: SignalSessionRequest) {
        channel.triggerUserOutboundEvent(request, promise: nil)
    }

    package static func == (left: Self, right: Self) -> Bool { left.channel === right.channel }

    package init(
        identity: DeviceIdentity, channel: any Channel, takesExtensions: Bool = false, takesTexts: Bool = false
    ) {
        self.identity = identity
        self.channel = channel
        self.takesExtensions = takesExtensions
        self.takesTexts = takesTexts
    }
}

/// A signal that is being sent: one of the moment, one that waited, a text of a call.
package enum SignalDispatch: Sendable {
    case live(OutgoingSignal, id: Int64)
    case waited(SignalMailbox.Entry)
    case text(OutgoingSignal)

    package var outgoing: OutgoingSignal {
        switch self {
        case .live(let outgoing, _), .text(let outgoing): outgoing
        case .waited(let entry): entry.outgoing
        }
    }

    /// Whether somebody wants to know if it was sent.
    package var matters: Bool {
        switch self {
        case .live(let outgoing, _): SignalMailbox.lifetime(of: outgoing.kind) != nil
        case .waited, .text: true
        }
    }
}

/// What a session is asked to do, as an outbound event of its channel.
package enum SignalSessionRequest: Sendable {
    case accept, refuse
    case deliver(SignalDispatch)
    case end(String)
}

/// What a session reports, in the order in which it happened.
package enum SignalSessionEvent: Sendable {
    /// The passcode is good; whether the device still exists is not known yet.
    case connecting(SignalSession)
    case connected(SignalSession)
    case subscribed(SignalSession)
    case unsubscribed(SignalSession)
    case sent(SignalSession, ReceivedSignal)
    case ordered(SignalSession, CallCommand, CallID?)
    /// A signal was dropped before anyone looked at it.
    case dropped(SignalSession, RelayDrop)
    /// A signal that had waited is with the kernel now.
    case handedOver(SignalSession, SignalMailbox.Entry)
    /// A text of a call is with the kernel.
    case textHandedOver(SignalSession, OutgoingSignal)
    /// Texts are to go out.
    case given
    /// A signal could not be sent: the connection ended, or its client does not read.
    case missed(SignalSession, SignalDispatch)
    /// The client says that it goes, as browsers do of a page that closes (RFC 6455 section 7.4.1, 1001); `closed` follows.
    case going(SignalSession)
    case closed(SignalSession)
}
