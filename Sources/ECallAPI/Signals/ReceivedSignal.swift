/// A signal as it was written, and its content. The text travels on: unknown members stay as they are
/// (docs/decisions/0014-signals-of-clients-are-not-rebuilt.md).
package struct ReceivedSignal: Sendable, Equatable {
    package let signal: Signal
    private let text: JSONMembers

    /// Bytes of JSON.
    package var size: Int { text.bytes.count }

    /// Returns nil when it is not a JSON object, too large, of an unknown type, or without a member that its kind requires.
    package init?(json: [UInt8]) {
        guard case .signal(let received)? = ClientSignal(json: json) else { return nil }
        self = received
    }

    init?(_ kind: SignalKind, _ text: JSONMembers) {
        guard let signal = Signal(kind, text) else { return nil }
        (self.signal, self.text) = (signal, text)
    }

    /// Returns the signal to relay: members changed in `relayed` are changed, everything else is unchanged.
    package func json(as relayed: Signal) -> [UInt8] {
        var bytes = SignalJSON.opening(relayed.kind)
        bytes.reserveCapacity(text.bytes.count + 64)
        let before = signal.members
        var rest = relayed.members
        for member in text.members where member.name != "type" {
            let (old, new) = (before[member.name], rest.remove(member.name))
            if old != nil, new == nil { continue }
            SignalJSON.appendName(member.name, to: &bytes)
            if let new, new != old {
                SignalJSON.append(new, to: &bytes)
            } else {
                bytes += text.bytes[member.value]
            }
        }
        for member in rest.sorted where member.value != before[member.name] { SignalJSON.append(member, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
