/// The sender and addressee of a client's signal. Clients leave out what the server knows, so any of it may be missing.
public struct SignalRoute: Sendable, Equatable {
    /// nil means the sender's call, if the kind permits that (wire-protocol 3.6).
    public var call: CallID?
    public var user: UserID?
    public var device: DeviceID?
    /// The sender; written by the server, which drops signals that name another.
    public var sender: UserID?
    public var senderDevice: DeviceID?

    public init(
        call: CallID?, user: UserID?, device: DeviceID?, sender: UserID? = nil, senderDevice: DeviceID? = nil
    ) {
        self.call = call
        self.user = user
        self.device = device
        self.sender = sender
        self.senderDevice = senderDevice
    }

    /// - Parameter device: the member that names the addressee's device.
    fileprivate init(_ members: JSONMembers, device: SignalMember = .participantDeviceId) {
        self.init(
            call: members.id(.callId), user: members.id(.participantId), device: members.id(device),
            sender: members.id(.senderId), senderDevice: members.id(.senderDeviceId))
    }

    fileprivate func write(to members: inout SignalMembers, device name: SignalMember = .participantDeviceId) {
        members.put(call, as: .callId)
        members.put(user, as: .participantId)
        members.put(device, as: name)
        members.put(sender, as: .senderId)
        members.put(senderDevice, as: .senderDeviceId)
    }
}

/// `key_rotation`: the key host distributes the next key.
public struct KeyRotation: SignalPayload {
    public var route: SignalRoute
    /// The name of the addressee.
    public var name: String?
    public var encryptedAESKey: String?
    /// Unix seconds at which the key becomes the one to send with.
    public var keyRotationTimestamp: Double?
    /// The order of the key (wire-protocol 3.6).
    public var epoch: UInt32?

    public init(
        route: SignalRoute, name: String? = nil, encryptedAESKey: String?, keyRotationTimestamp: Double? = nil,
        epoch: UInt32?
    ) {
        self.route = route
        self.name = name
        self.encryptedAESKey = encryptedAESKey
        self.keyRotationTimestamp = keyRotationTimestamp
        self.epoch = epoch
    }

    init(_ members: JSONMembers) {
        self.init(
            route: SignalRoute(members), name: members.text(.participantName),
            encryptedAESKey: members.text(.encryptedAESKey),
            keyRotationTimestamp: members.number(.keyRotationTimestamp), epoch: members.counter(.epoch))
    }

    func write(to members: inout SignalMembers) {
        route.write(to: &members)
        members.put(name, as: .participantName)
        members.put(encryptedAESKey, as: .encryptedAESKey)
        members.put(keyRotationTimestamp, as: .keyRotationTimestamp)
        members.put(epoch, as: .epoch)
    }
}

/// `request_aes_key`: a participant asks the key host for the present key.
public struct KeyRequest: SignalPayload {
    public var route: SignalRoute

    public init(route: SignalRoute) { self.route = route }

    init(_ members: JSONMembers) { self.init(route: SignalRoute(members)) }

    func write(to members: inout SignalMembers) { route.write(to: &members) }
}

/// `send_aes_key`: the key host answers.
public struct KeyAnswer: SignalPayload {
    public var route: SignalRoute
    public var encryptedAESKey: String?
    /// The order of the key (wire-protocol 3.6).
    public var epoch: UInt32?

    public init(route: SignalRoute, encryptedAESKey: String?, epoch: UInt32?) {
        self.route = route
        self.encryptedAESKey = encryptedAESKey
        self.epoch = epoch
    }

    init(_ members: JSONMembers) {
        self.init(
            route: SignalRoute(members), encryptedAESKey: members.text(.encryptedAESKey),
            epoch: members.counter(.epoch))
    }

    func write(to members: inout SignalMembers) {
        route.write(to: &members)
        members.put(encryptedAESKey, as: .encryptedAESKey)
        members.put(epoch, as: .epoch)
    }
}

/// `participant_accept_rejoin`: the answer to `participant_request_rejoin`. Its route names the device that asks, which is
/// `calleeDeviceId` on the wire.
public struct RejoinKey: SignalPayload {
    public var route: SignalRoute
    public var encryptedAESKey: String?
    /// The answering device's invite and join (e2ee 2).
    public var e2ee: E2EEOpening?

    public init(route: SignalRoute, encryptedAESKey: String?, e2ee: E2EEOpening? = nil) {
        self.route = route
        self.encryptedAESKey = encryptedAESKey
        self.e2ee = e2ee
    }

    init(_ members: JSONMembers) {
        self.init(
            route: SignalRoute(members, device: .calleeDeviceId), encryptedAESKey: members.text(.encryptedAESKey),
            e2ee: members.opening)
    }

    func write(to members: inout SignalMembers) {
        route.write(to: &members, device: .calleeDeviceId)
        members.put(encryptedAESKey, as: .encryptedAESKey)
        members.put(e2ee)
    }
}
