/// A message of a client: a signal for another device, or an order to the server under a name of requirement 003.
package enum ClientSignal: Sendable, Equatable {
    case signal(ReceivedSignal)
    case command(CallCommand, CallID?)

    /// Returns nil when it is not a signal: see `ReceivedSignal`.
    package init?(json: [UInt8]) {
        guard json.count <= E2EESignal.largest, let members = JSONMembers(json),
            let type = members.members.first(where: { $0.name == "type" }).flatMap(members.scalar)?.text
        else { return nil }
        if let kind = SignalKind(rawValue: type) {
            guard json.count <= kind.largest, let received = ReceivedSignal(kind, members) else { return nil }
            self = .signal(received)
        } else if json.count <= Signal.largest, let command = CallCommand(rawValue: type) {
            self = .command(command, members.id(.callId))
        } else {
            return nil
        }
    }
}

/// Names that the app's code does not have (wire-protocol 10, 16). They are taken from clients and never sent to one.
package enum CallCommand: String, Sendable, CaseIterable {
    case accept = "call_accept"
    case reject = "call_reject"
    case end = "call_end"
}
