/// The kind of an E2EE message (e2ee 7). The server reads only this name of it.
public enum E2EEKind: String, Sendable, CaseIterable, Codable {
    case join, open, key, again, report, leave, status, invite, vouch, revoke
    /// A message of a ringing device that will not answer, to the one that rang it (e2ee 2).
    case reply

    /// The largest text, in bytes.
    public var largest: Int {
        switch self {
        case .join: 8 * 1024
        case .key, .again, .report: 256
        case .open, .leave, .status, .invite, .vouch, .revoke, .reply: 4 * 1024
        }
    }

    /// Whether a text is one by its form: printable ASCII that JSON writes as it is, not empty, not too large.
    public func permits(_ text: String) -> Bool {
        let bytes = text.utf8
        return 1...largest ~= bytes.count && bytes.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }
    }
}

/// `e2ee`: a text between devices of a call, which the server passes on and cannot read (e2ee 7).
public struct E2EESignal: SignalPayload {
    public enum Content: Sendable, Equatable {
        /// To the server: for all others in the call. From the server: the addressee's own.
        case body(String)
        /// To the server alone: to each its own.
        case bodies([DeviceKey: String])
    }

    /// The CONNECT header by which a device asks for this kind, and its value.
    public static let header = (name: "ecall-e2ee", value: "2")
    /// The largest one, in bytes of JSON.
    public static let largest = 64 * 1024
    /// The most addressees of one.
    public static let mostBodies = 100

    public var call: CallID
    public var kind: E2EEKind
    public var content: Content
    /// The sender; written by the server, which drops signals that name another.
    public var sender: UserID?
    public var senderDevice: DeviceID?

    public init(
        call: CallID, kind: E2EEKind, content: Content, sender: UserID? = nil, senderDevice: DeviceID? = nil
    ) {
        self.call = call
        self.kind = kind
        self.content = content
        self.sender = sender
        self.senderDevice = senderDevice
    }

    /// The same from `sender`, as it goes to one or several devices.
    public func passed(_ body: String, from sender: DeviceIdentity) -> E2EESignal {
        E2EESignal(call: call, kind: kind, content: .body(body), sender: sender.user, senderDevice: sender.device)
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId), let kind = members.text(.kind).flatMap(E2EEKind.init(rawValue:)),
            let content = Self.content(members, kind)
        else { return nil }
        self.init(
            call: call, kind: kind, content: content, sender: members.id(.senderId),
            senderDevice: members.id(.senderDeviceId))
    }

    /// nil unless there is either a body or bodies, and all of it is of the form.
    private static func content(_ members: JSONMembers, _ kind: E2EEKind) -> Content? {
        switch (members.has(.body), members.has(.bodies)) {
        case (true, false):
            guard let body = members.text(.body), kind.permits(body) else { return nil }
            return .body(body)
        case (false, true):
            guard let texts = members.texts(.bodies, atMost: mostBodies), !texts.isEmpty else { return nil }
            var bodies: [DeviceKey: String] = [:]
            for (name, text) in texts {
                // One spelling of an address, so that two cannot name the same one.
                guard let address = DeviceKey(name), address.description == name, !address.user.isNone,
                    !address.device.isNone, kind.permits(text), bodies.updateValue(text, forKey: address) == nil
                else { return nil }
            }
            return .bodies(bodies)
        default: return nil
        }
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(kind.rawValue, as: .kind)
        switch content {
        case .body(let text): members.put(text, as: .body)
        case .bodies(let texts):
            members.put(texts.map { (name: $0.key.description, text: $0.value) }, as: .bodies)
        }
        members.put(sender, as: .senderId)
        members.put(senderDevice, as: .senderDeviceId)
    }
}

/// `{invite, join}` beside an invitation or the answer to a person who asks to come back (e2ee 2): texts that the server passes on.
public struct E2EEOpening: Codable, Sendable, Hashable {
    public var invite: String
    public var join: String

    public init(invite: String, join: String) {
        self.invite = invite
        self.join = join
    }

    /// Whether both are of the form.
    public var isPermitted: Bool { E2EEKind.invite.permits(invite) && E2EEKind.join.permits(join) }
}
