import ECallAPI

/// What a client sent: a signal for another device, or an order to the server under a name of requirement 003.
enum ClientSignal: Sendable, Equatable {
    case signal(ReceivedSignal)
    case command(CallCommand, CallID?)

    /// nil when it is no JSON object, too large, or of an unknown type: such signals are dropped.
    init?(json: [UInt8]) {
        guard json.count <= SignalMessage.largest, let members = JSONMembers(json),
            let type = members.members.first(where: { $0.name == "type" }).flatMap(members.scalar)?.text
        else { return nil }
        if let kind = SignalKind(rawValue: type) {
            self = .signal(ReceivedSignal(kind, members))
        } else if let command = CallCommand(rawValue: type) {
            self = .command(command, ReceivedSignal(.callEnded, members).signal[id: .call])
        } else {
            return nil
        }
    }
}

/// Names that the app's code does not have (wire-protocol 10, 16). They are taken from clients and never sent to one.
enum CallCommand: String, Sendable, CaseIterable {
    case accept = "call_accept"
    case reject = "call_reject"
    case end = "call_end"
}

/// A signal as a client wrote it, and what of it the rules may look at.
struct ReceivedSignal: Sendable, Equatable {
    /// Kind and simple members.
    let signal: SignalMessage
    private let text: JSONMembers

    fileprivate init(_ kind: SignalKind, _ text: JSONMembers) {
        var signal = SignalMessage(kind)
        for member in text.members where member.name != "type" { signal.members[member.name] = text.scalar(member) }
        (self.signal, self.text) = (signal, text)
    }

    /// The signal as it travels on: what `relayed` changed is changed, everything else is as it was written.
    func json(as relayed: SignalMessage) -> [UInt8] {
        var bytes = SignalText.opening(relayed.kind)
        bytes.reserveCapacity(text.bytes.count + 64)
        var rest = relayed.members
        for member in text.members where member.name != "type" {
            let (before, after) = (signal.members[member.name], rest.removeValue(forKey: member.name))
            if before != nil, after == nil { continue }
            append(member.name, to: &bytes)
            if let after, after != before {
                SignalText.append(after, to: &bytes)
            } else {
                bytes += text.bytes[member.value]
            }
        }
        for (name, value) in rest.sorted(by: { $0.key < $1.key }) {
            append(name, to: &bytes)
            SignalText.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private func append(_ name: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        SignalText.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }
}
