/// The names of the members that signals have (wire-protocol 3.5). Each payload decides which signal has which.
enum SignalMember: String, Sendable, CaseIterable {
    case callId, roomId, feedId
    case callerId, callerDeviceId, callerName
    case calleeId, calleeDeviceId
    case participantId, participantDeviceId, participantName
    case senderId, senderDeviceId
    case userId
    case status, reason
    case isVideo, isVideoEnabled, isMuted, isOnGoing, isOnHold
    case encryptedAESKey, keyRotationTimestamp, epoch, videoCodec
    case e2ee, kind, body, bodies, invite, join, token
}

/// Reading: a member that is missing, or not of the form it must have, reads as absent.
extension JSONMembers {
    private func value(_ member: SignalMember) -> JSONValue? {
        let name = member.rawValue
        return members.first { $0.name == name }.flatMap(scalar)
    }

    /// An id; 0 reads as absent.
    func id<Kind>(_ member: SignalMember) -> Identifier<Kind>? {
        guard let value = value(member)?.unsignedInteger, value != 0, value <= Identifier<Kind>.largest else {
            return nil
        }
        return Identifier(value)
    }

    func device(_ user: SignalMember, _ device: SignalMember) -> DeviceIdentity? {
        guard let user: UserID = id(user), let device: DeviceID = id(device) else { return nil }
        return DeviceIdentity(user: user, device: device)
    }

    func text(_ member: SignalMember) -> String? { value(member)?.text }

    /// Whether it is present, with any value.
    func has(_ member: SignalMember) -> Bool { members.contains { $0.name == member.rawValue } }

    /// Returns an object of strings, in their order of appearance; nil if a value is not a string, a name appears twice, or
    /// there are more.
    func texts(_ member: SignalMember, atMost most: Int) -> [(name: String, text: String)]? {
        guard let inner = object(member, atMost: most) else { return nil }
        var texts: [(name: String, text: String)] = []
        for member in inner.members {
            guard let text = inner.scalar(member)?.text else { return nil }
            texts.append((member.name, text))
        }
        return texts
    }

    /// The opening of an invitation; nil when it is absent, or malformed.
    var opening: E2EEOpening? {
        guard let inner = object(.e2ee, atMost: JSONMembers.mostMembers),
            let invite = inner.text(.invite), let join = inner.text(.join)
        else { return nil }
        let opening = E2EEOpening(invite: invite, join: join)
        return opening.isPermitted ? opening : nil
    }

    private func object(_ member: SignalMember, atMost most: Int) -> JSONMembers? {
        members.first { $0.name == member.rawValue }.flatMap { JSONMembers(Array(bytes[$0.value]), most: most) }
    }

    func flag(_ member: SignalMember) -> Bool? {
        if case .bool(let flag) = value(member) { flag } else { nil }
    }

    func number(_ member: SignalMember) -> Double? {
        switch value(member) {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// A whole number in 0 … 2^32-1.
    func counter(_ member: SignalMember) -> UInt32? { value(member)?.unsignedInteger.flatMap { UInt32(exactly: $0) } }
}

/// The members that a payload writes: values under the names of their members.
struct SignalMembers {
    private(set) var values: [(name: String, value: JSONValue)] = []

    init() { values.reserveCapacity(12) }

    mutating func put<Kind>(_ id: Identifier<Kind>?, as member: SignalMember) {
        if let id { put(JSONValue(id.rawValue), member) }
    }

    mutating func put(_ device: DeviceIdentity?, as members: (user: SignalMember, device: SignalMember)) {
        put(device?.user, as: members.user)
        put(device?.device, as: members.device)
    }

    mutating func put(_ text: String?, as member: SignalMember) {
        if let text { put(.string(text), member) }
    }

    mutating func put(_ flag: Bool?, as member: SignalMember) {
        if let flag { put(.bool(flag), member) }
    }

    mutating func put(_ number: Double?, as member: SignalMember) {
        if let number { put(.number(number), member) }
    }

    mutating func put(_ counter: UInt32?, as member: SignalMember) {
        if let counter { put(JSONValue(UInt64(counter)), member) }
    }

    mutating func put(_ texts: [(name: String, text: String)], as member: SignalMember) {
        put(.object(Dictionary(texts.map { ($0.name, .string($0.text)) }) { $1 }), member)
    }

    mutating func put(_ opening: E2EEOpening?) {
        if let opening { put([("invite", opening.invite), ("join", opening.join)], as: .e2ee) }
    }

    private mutating func put(_ value: JSONValue, _ member: SignalMember) { values.append((member.rawValue, value)) }

    /// In the order of their names.
    var sorted: [(name: String, value: JSONValue)] { values.sorted { $0.name < $1.name } }

    subscript(name: String) -> JSONValue? { values.first { $0.name == name }?.value }

    mutating func remove(_ name: String) -> JSONValue? {
        values.firstIndex { $0.name == name }.map { values.remove(at: $0).value }
    }
}
