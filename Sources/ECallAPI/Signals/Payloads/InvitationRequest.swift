/// `invitation_requested`: a person who has a link to the call asks its maker, the addressee, to be invited (decision 76).
public struct InvitationRequest: SignalPayload {
    public var call: CallID
    /// The person who asks: a contact of the maker, according to the server. `senderId` on the wire.
    public var sender: UserID
    /// The secret of the link: the maker's client alone knows whether it is the right one.
    public var token: String

    public init(call: CallID, sender: UserID, token: String) {
        self.call = call
        self.sender = sender
        self.token = token
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId), let sender: UserID = members.id(.senderId),
            let token = members.text(.token), ShareLink.isToken(token)
        else { return nil }
        self.init(call: call, sender: sender, token: token)
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(sender, as: .senderId)
        members.put(token, as: .token)
    }
}
