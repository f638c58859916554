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
    /// The sentence for a person.
    ///
    /// - Parameter name: the caller's, safe for a terminal.
    func sentence(_ name: String) -> String {
        let reason =
            switch self {
            case .notSigned: "the invitation is not signed by a known device of theirs"
            case .notListed: "they are not in --from"
            case .notContact: "they are not your contact"
            case .notMet:
                "you have not met them on any device. Answer this call yourself, or compare numbers first (ecall verify)"
            case .contactsUnknown: "the server has not sent your contacts"
            }
        return "\(name)'s call rings and is not answered automatically: \(reason)."
    }
}

extension AutoAnswer {
    /// The sentence before anyone has called.
    var sentence: String {
        let whom =
            switch people {
            case .trusted:
                "contacts on devices that you met in a call or verified, or that such a device confirms"
            case .named(let names):
                names.map(TerminalSanitizer.safe).joined(separator: ", ")
                    + ", on devices that you met in a call or verified, or that such a device confirms"
            case .anyone: "anyone who calls"
            }
        let end = leavesWithCaller ? "when the caller leaves, and " : ""
        return "Answers automatically: \(whom). Hangs up \(end)after \(Self.length(longest)) at the latest."
    }

    /// A number of seconds, in words.
    static func length(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole >= 120 && whole % 60 == 0 ? "\(whole / 60) min" : "\(whole) s"
    }
}
