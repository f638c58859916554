/// `mute_requested`, `removed_from_call`: the host's request to the addressee, or their removal.
public struct HostNotice: SignalPayload {
    public var call: CallID
    /// The host: `userId` on the wire.
    public var host: UserID

    public init(call: CallID, host: UserID) {
        self.call = call
        self.host = host
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId), let host: UserID = members.id(.userId) else { return nil }
        self.init(call: call, host: host)
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(host, as: .userId)
    }
}
