/// `friend_request`, `friend_accepted`, `user_updated`: something about this user has changed.
public struct AccountNotice: SignalPayload {
    public var sender: UserID

    public init(sender: UserID) { self.sender = sender }

    init?(_ members: JSONMembers) {
        guard let sender: UserID = members.id(.senderId) else { return nil }
        self.init(sender: sender)
    }

    func write(to members: inout SignalMembers) { members.put(sender, as: .senderId) }
}

/// `login_warning`: a device that was not there before has signed in.
public struct LoginWarning: SignalPayload {
    public var sender: DeviceIdentity

    public init(sender: DeviceIdentity) { self.sender = sender }

    init?(_ members: JSONMembers) {
        guard let sender = members.device(.senderId, .senderDeviceId) else { return nil }
        self.init(sender: sender)
    }

    func write(to members: inout SignalMembers) { members.put(sender, as: (.senderId, .senderDeviceId)) }
}
