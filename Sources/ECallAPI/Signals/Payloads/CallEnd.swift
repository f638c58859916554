/// `call_ended`, `call_cancelled`: the call is over, or continues without this device.
public struct CallEnd: SignalPayload {
    public var call: CallID
    public var reason: EndReason?

    public init(call: CallID, reason: EndReason?) {
        self.call = call
        self.reason = reason
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId) else { return nil }
        self.init(call: call, reason: members.reason)
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(reason?.rawValue, as: .reason)
    }
}

extension JSONMembers {
    /// The reason why something is over; one that this version does not know is `other`.
    var reason: EndReason? { text(.reason).map { EndReason(rawValue: $0) ?? .other } }
}
