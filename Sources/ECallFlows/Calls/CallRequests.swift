public import ECallAPI
public import ECallCalls
public import ECallLanguage
public import ECallSecurity

/// A request that someone makes of the person during a call; they decide.
public struct CallRequest: Sendable, Equatable, Identifiable {
    public enum Kind: Sendable, Equatable {
        /// The maker of the call asks them to mute.
        case mute
        /// A contact asks to join by this person's link to the call.
        case comeIn(UserID)
    }

    public let id: Int
    public let kind: Kind
    public let text: Text
    /// The label of the button that does it.
    public let accept: Text
}

/// A short message, shown once.
public struct CallNotice: Sendable, Equatable, Identifiable {
    public let id: Int
    public let text: Text
    /// Whether something did not go as the person wanted.
    public let isBad: Bool
}

/// A question before something is done that cannot easily be undone.
public enum CallQuestion: Sendable, Equatable {
    case remove(UserID, name: Text)
    /// A device of a verified person, or one that they have signed out.
    case letInAnyway(DeviceAddress, name: Text, isLost: Bool)
    /// A device of a person who was admitted before.
    case isNotTheirs(DeviceAddress, name: Text)

    public var title: Text {
        switch self {
        case .remove(_, let name): .questionsRemoveFromCallTitle(name: name)
        case .letInAnyway(_, let name, _): .questionsLetInAnywayTitle(name: name)
        case .isNotTheirs(_, let name): .questionsNotThemTitle(name: name)
        }
    }

    public var text: Text {
        switch self {
        case .remove: .questionsRemoveFromCallText
        case .letInAnyway(_, let name, isLost: true): .questionsLetInAnywayLost(name: name)
        case .letInAnyway(_, let name, isLost: false): .questionsLetInAnywayText(name: name)
        case .isNotTheirs: .questionsNotThemText
        }
    }

    /// The label of the button that does it.
    public var yes: Text {
        switch self {
        case .remove: .questionsRemoveFromCallYes
        case .letInAnyway: .questionsLetInAnywayYes
        case .isNotTheirs(_, let name): .questionsNotThemYes(name: name)
        }
    }
}

/// A call that rang here, or arrived too late to ring, and was not answered.
public struct MissedCall: Sendable, Equatable {
    public let id: CallID
    public let person: CallSubject.Person
    public let isVideo: Bool
    /// Whether a device that is theirs, as far as is known here, has signed the invitation.
    public let isVerified: Bool

    init(_ call: IncomingCall) {
        (id, isVideo, isVerified) = (call.id, call.isVideo, call.isVerified)
        person = CallSubject.Person(id: call.caller, name: call.callerName)
    }
}

/// A choice of the person that is being carried out: one at a time, and the newest counts.
struct PendingChoice<Value: Sendable & Equatable>: Sendable, Equatable {
    private var sent: Value?
    /// The latest choice; nil once it has arrived.
    private(set) var wanted: Value?

    /// Returns the value to send now; nil while another is being sent.
    mutating func choose(_ value: Value) -> Value? {
        wanted = value
        guard sent == nil else { return nil }
        sent = value
        return value
    }

    /// The choice that was sent has arrived, or failed.
    ///
    /// - Returns: the value to send next; nil if that was the newest.
    mutating func arrived() -> Value? {
        defer { if sent == nil { wanted = nil } }
        sent = wanted == sent ? nil : wanted
        return sent
    }
}
