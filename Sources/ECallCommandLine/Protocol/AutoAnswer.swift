import ECallLanguage

/// The calls that `ecall listen` answers without asking, and how long it stays in them.
struct AutoAnswer: Codable, Sendable, Equatable {
    /// The callers whose calls are answered.
    enum People: Codable, Sendable, Equatable {
        /// Contacts whose ring is signed by a device that was met, vouched for or verified.
        case trusted
        /// Trusted callers with these names.
        case named([String])
        /// Any caller, signed or not.
        case anyone
    }

    var people: People
    /// Whether to hang up when the caller has left, though others are still in the call.
    var leavesWithCaller = true
    /// Hangs up after this many seconds.
    var longest = Self.usualLongest

    /// Every call, within the usual limits.
    static let anyone = AutoAnswer(people: .anyone)

    /// One hour.
    static let usualLongest = 3_600.0
}

extension AutoAnswer {
    /// Why a call is not taken without asking.
    enum Refusal: Sendable, Equatable {
        case notSigned, notListed, notContact, notMet
        /// The server did not tell who is a contact.
        case contactsUnknown
    }

    /// The known facts about a caller.
    struct Caller: Sendable, Equatable {
        /// Whether the ring is signed by a device that is theirs, as far as is known here.
        var isSigned: Bool
        /// Nil if the server did not tell.
        var isContact: Bool?
        /// Whether that device was met in a call, confirmed by the person, vouched for or verified.
        var isMet: Bool
        /// Whether they are among the callers that were named.
        var isListed: Bool
    }

    /// Why a call isn't answered automatically; nil if it is. Pure.
    func refusal(of caller: Caller) -> Refusal? {
        guard people != .anyone else { return nil }
        guard caller.isSigned else { return .notSigned }
        if case .named = people, !caller.isListed { return .notListed }
        guard caller.isMet else { return .notMet }
        guard let isContact = caller.isContact else { return .contactsUnknown }
        return isContact ? nil : .notContact
    }
}

extension AutoAnswer.Refusal {
    /// Reports that a call rings, and why it isn't answered.
    func text(callOf name: String) -> Text {
        let reason: Text =
            switch self {
            case .notSigned: .terminalAutoNotSigned
            case .notListed: .terminalAutoNotListed(option: "--from")
            case .notContact: .errorsContactGone
            case .notMet: .terminalAutoNotMet(command: "ecall verify")
            case .contactsUnknown: .terminalAutoContactsUnknown
            }
        return .hint(.terminalAutoRings(name: name), reason)
    }
}

extension AutoAnswer {
    /// The callers who are answered and the end of their calls, before anyone has called.
    var text: Text {
        let whom: Text =
            switch people {
            case .trusted: .terminalAutoContacts
            case .named(let names): .terminalAutoNamed(names: names.joined(separator: ", "))
            case .anyone: .terminalAutoAnyone
            }
        let time = Self.length(longest)
        return .hint(
            whom, leavesWithCaller ? .terminalAutoHangsUpWithCaller(time: time) : .terminalAutoHangsUp(time: time))
    }

    /// A number of seconds, in words.
    static func length(_ seconds: Double) -> Text {
        let whole = Int(seconds.rounded(.up))
        return whole >= 120 && whole % 60 == 0
            ? .terminalMinutes(minutes: "\(whole / 60)") : .terminalSeconds(seconds: "\(whole)")
    }
}
